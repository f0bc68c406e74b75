"""What no plan of a demand goes below, section by section."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating import cost
from tournaments.seating.demand import Demand, Tables

Pairs = Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class Bound:
    """
    The repeats and the sum of C(meetings, 2) nobody can go below, past included.

    `for_turns` of the repeats are what sharing odd tables out before all else costs, when that is the reason; they
    bind the plans that do so.
    """

    repeats: int
    excess: int
    for_turns: int


def bound_of(demand: Demand, rounds: Sequence[Tables] | None = None) -> Bound:
    """Return the bound of plans like `rounds`, the new ones; without them, of those this package draws."""
    before = cost.meetings(demand.past)
    repeats = met_again = cost.repeats(before)
    excess = met_before = cost.excess(before)
    for_turns = 0
    fresh = not demand.past and not demand.wishes.fixed_tables and not demand.wishes.fixed_seats
    for line, asked in _parts(demand):
        lost = asked.lost_to_turns(demand.table_size) if fresh else 0
        if rounds is not None and lost and not _in_turn(rounds, line, asked.first_turns(demand.table_size), demand):
            lost = 0
        others = max(cost.least_repeats(before, asked) - met_again, forced_repeats(demand, before, line))
        repeats += max(others, lost)
        excess += max(cost.least_excess(before, asked) - met_before, lost)
        for_turns += lost if lost > others else 0
    return Bound(repeats, excess, for_turns)


def _parts(demand: Demand) -> list[tuple[frozenset[int], cost.Asked]]:
    """Return the sections, or the hall, each with what it asks for: nobody meets anybody of another section."""
    if not demand.wishes.lines:
        return [(frozenset(demand.players), cost.Asked(demand.present, demand.layouts))]
    return [
        (frozenset(line), cost.Asked((frozenset(line),) * demand.rounds, (layout,) * demand.rounds))
        for line, layout in zip(demand.lines, demand.line_layouts, strict=True)
    ]


def _in_turn(rounds: Sequence[Tables], line: frozenset[int], first: int, demand: Demand) -> bool:
    """Say whether nobody of the section is at an odd table twice in so many first rounds."""
    sitting = [
        player
        for tables in rounds[:first]
        for table in tables
        for player in table
        if len(table) != demand.table_size and player in line
    ]
    return len(sitting) == len(set(sitting))


def forced_repeats(demand: Demand, before: Pairs, line: frozenset[int]) -> int:
    """Return the repeats of those of a section who share a fixed table, in every round where both are there."""
    total = 0
    fixed = sorted(one for one in demand.wishes.fixed_tables if one[0] in line)
    for (one, table), (other, same) in combinations(fixed, 2):
        if table == same:
            together = sum(one in here and other in here for here in demand.present)
            total += max(0, together - (before.get((one, other), 0) == 0))
    return total
