"""Rotations: who sits where, in every round. See README.md."""

from tournaments.seating.check import problems
from tournaments.seating.plan import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    Cancelled,
    Certificate,
    Demand,
    ImpossibleDemand,
    Layout,
    Plan,
    Remainder,
    Table,
    Tables,
    draw,
    layout,
    possible_layouts,
)

__all__ = [
    "MOST_PLAYERS",
    "MOST_ROUNDS",
    "Cancelled",
    "Certificate",
    "Demand",
    "ImpossibleDemand",
    "Layout",
    "Plan",
    "Remainder",
    "Table",
    "Tables",
    "draw",
    "layout",
    "possible_layouts",
    "problems",
]
