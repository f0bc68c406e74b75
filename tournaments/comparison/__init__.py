"""What a score is worth beside those of the others who held the same cards. Plain Python; definitions in README.md."""

from tournaments.comparison.camps import compare_camps
from tournaments.comparison.comparing import HandPoints, TableResult, compare
from tournaments.comparison.hands import HANDS, Hand
from tournaments.comparison.methods import Method, MethodRule
from tournaments.comparison.scales import ImpossibleScale, read_match_scale, read_scale, tidied
from tournaments.comparison.victory import VictoryBy, VictoryRule

__all__ = [
    "HANDS",
    "Hand",
    "HandPoints",
    "ImpossibleScale",
    "Method",
    "MethodRule",
    "TableResult",
    "VictoryBy",
    "VictoryRule",
    "compare",
    "compare_camps",
    "read_match_scale",
    "read_scale",
    "tidied",
]
