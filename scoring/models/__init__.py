"""What happened at the tables."""

from scoring.models.calls import ChelemCall
from scoring.models.penalties import Penalty, PenaltyKind, PenaltyShare
from scoring.models.sheets import SheetLine, SheetTotal

__all__ = ["ChelemCall", "Penalty", "PenaltyKind", "PenaltyShare", "SheetLine", "SheetTotal"]
