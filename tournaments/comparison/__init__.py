"""What a score is worth beside those of the others who held the same cards. Plain Python; definitions in README.md."""

from tournaments.comparison.comparing import HandPoints, TableResult, compare
from tournaments.comparison.hands import HANDS, Hand
from tournaments.comparison.methods import Method, MethodRule
from tournaments.comparison.scales import ImpossibleScale, read_scale, tidied

__all__ = [
    "HANDS",
    "Hand",
    "HandPoints",
    "ImpossibleScale",
    "Method",
    "MethodRule",
    "TableResult",
    "compare",
    "read_scale",
    "tidied",
]
