"""Rotations: who sits where, in every round. See README.md."""

from tournaments.seating.certificate import Certificate, Kept
from tournaments.seating.check import problems
from tournaments.seating.demand import MOST_ROUNDS, Demand, Table, Tables
from tournaments.seating.layouts import MOST_PLAYERS, Layout, Remainder, layout, possible_layouts
from tournaments.seating.life import Change, Move, moves, price_of_swap, substituted, swapped
from tournaments.seating.messages import Cancelled, ImpossibleDemand
from tournaments.seating.movements import Movement
from tournaments.seating.plan import Plan, draw
from tournaments.seating.standings import Standing, by_standings
from tournaments.seating.wishes import Apart, Wishes

__all__ = [
    "MOST_PLAYERS",
    "MOST_ROUNDS",
    "Apart",
    "Cancelled",
    "Certificate",
    "Change",
    "Demand",
    "ImpossibleDemand",
    "Kept",
    "Layout",
    "Move",
    "Movement",
    "Plan",
    "Remainder",
    "Standing",
    "Table",
    "Tables",
    "Wishes",
    "by_standings",
    "draw",
    "layout",
    "moves",
    "possible_layouts",
    "price_of_swap",
    "problems",
    "substituted",
    "swapped",
]
