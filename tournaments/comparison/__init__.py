"""What a score is worth beside those of the others who held the same cards. Plain Python; definitions in README.md."""

from tournaments.comparison.comparing import HandPoints, TableResult, compare
from tournaments.comparison.hands import HANDS, Hand
from tournaments.comparison.methods import Method, MethodRule

__all__ = ["HANDS", "Hand", "HandPoints", "Method", "MethodRule", "TableResult", "compare"]
