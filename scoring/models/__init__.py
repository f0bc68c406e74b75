"""What happened at the tables."""

from scoring.models.baremes import ClubBareme
from scoring.models.calls import ChelemCall
from scoring.models.incidents import Incident, IncidentPlayer
from scoring.models.penalties import Penalty, PenaltyEdition, PenaltyKind, PenaltyShare
from scoring.models.records import DonneRecord
from scoring.models.sheets import SheetLine, SheetTotal

__all__ = [
    "ChelemCall",
    "ClubBareme",
    "DonneRecord",
    "Incident",
    "IncidentPlayer",
    "Penalty",
    "PenaltyEdition",
    "PenaltyKind",
    "PenaltyShare",
    "SheetLine",
    "SheetTotal",
]
