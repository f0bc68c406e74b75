"""Rotations: which player sits where, in every round. See README.md."""

from tournaments.seating.by_ranking import RoundByStandings, by_standings
from tournaments.seating.changes import Change, price_of_swap, swapped
from tournaments.seating.check import problems
from tournaments.seating.demand import MOST_ROUNDS, Demand, Table, Tables, Turns
from tournaments.seating.drawing import MOST_PRICED, RepeatBounds, draw, prices
from tournaments.seating.layouts import MOST_PLAYERS, Layout, Remainder, layout, possible_layouts
from tournaments.seating.matches import (
    AT_A_TABLE,
    LineUp,
    Matches,
    line_up,
    matched_by_standings,
    mates_in,
    rematches_of,
    round_robin,
    tables_of,
)
from tournaments.seating.monitor import Cancelled, Monitor, WorkStage
from tournaments.seating.plan import Certificate, JudgedWish, Movement, Plan
from tournaments.seating.refusals import ImpossibleDemand
from tournaments.seating.repair import BoardsHeld, least_moved, repaired
from tournaments.seating.sentences import repeats_words, verdict
from tournaments.seating.telling import Distances, DrawContext, Way, tell
from tournaments.seating.travelling import with_travelling_sets
from tournaments.seating.trios import (
    DEFENCES,
    IN_TRIO,
    LEAST_RESULTS,
    ROUNDS_OF_TRIOS,
    TAKES,
    Trio,
    TrioTable,
    can_be_trios,
    positions_of_trios,
    refuse_trios,
    sets_of_trios,
    tables_of_a_set,
    tables_of_trios,
    trio_tables,
)
from tournaments.seating.wishes import Apart, Wishes

__all__ = [
    "AT_A_TABLE",
    "DEFENCES",
    "IN_TRIO",
    "LEAST_RESULTS",
    "MOST_PLAYERS",
    "MOST_PRICED",
    "MOST_ROUNDS",
    "ROUNDS_OF_TRIOS",
    "TAKES",
    "Apart",
    "BoardsHeld",
    "Cancelled",
    "Certificate",
    "Change",
    "Demand",
    "Distances",
    "DrawContext",
    "ImpossibleDemand",
    "JudgedWish",
    "Layout",
    "LineUp",
    "Matches",
    "Monitor",
    "Movement",
    "Plan",
    "Remainder",
    "RepeatBounds",
    "RoundByStandings",
    "Table",
    "Tables",
    "Trio",
    "TrioTable",
    "Turns",
    "Way",
    "Wishes",
    "WorkStage",
    "by_standings",
    "can_be_trios",
    "draw",
    "layout",
    "least_moved",
    "line_up",
    "matched_by_standings",
    "mates_in",
    "positions_of_trios",
    "possible_layouts",
    "price_of_swap",
    "prices",
    "problems",
    "refuse_trios",
    "rematches_of",
    "repaired",
    "repeats_words",
    "round_robin",
    "sets_of_trios",
    "swapped",
    "tables_of",
    "tables_of_a_set",
    "tables_of_trios",
    "tell",
    "trio_tables",
    "verdict",
    "with_travelling_sets",
]
