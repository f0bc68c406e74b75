"""What happened at the tables."""

from scoring.models.baremes import ClubBareme
from scoring.models.calls import ChelemCall
from scoring.models.penalties import Penalty, PenaltyEdition, PenaltyKind, PenaltyShare
from scoring.models.records import DonneRecord
from scoring.models.sheets import SheetLine, SheetTotal

__all__ = [
    "ChelemCall",
    "ClubBareme",
    "DonneRecord",
    "Penalty",
    "PenaltyEdition",
    "PenaltyKind",
    "PenaltyShare",
    "SheetLine",
    "SheetTotal",
]
