"""The database rows of what happened at the tables."""

from scoring.models.arbiter_calls import ArbiterCall
from scoring.models.baremes import ClubBareme
from scoring.models.calls import ChelemCall
from scoring.models.confirmations import Confirmation, Protest, Signature
from scoring.models.conflicts import Conflict
from scoring.models.incidents import Incident, IncidentPlayer
from scoring.models.penalties import Penalty, PenaltyEdition, PenaltyKind, PenaltyShare
from scoring.models.phones import Phone, Speaker, Writer
from scoring.models.sheets import DonneRecord, SheetLine, SheetTotal, TypedSheet

__all__ = [
    "ArbiterCall",
    "ChelemCall",
    "ClubBareme",
    "Confirmation",
    "Conflict",
    "DonneRecord",
    "Incident",
    "IncidentPlayer",
    "Penalty",
    "PenaltyEdition",
    "PenaltyKind",
    "PenaltyShare",
    "Phone",
    "Protest",
    "SheetLine",
    "SheetTotal",
    "Signature",
    "Speaker",
    "TypedSheet",
    "Writer",
]
