"""Counts of what a plan costs, one function for each, and lower bounds for all plans of a demand, sector by sector."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import comb

from tournaments.seating.demand import Demand, Tables, Turns
from tournaments.seating.layouts import Layout

Pair = tuple[int, int]
Rounds = Sequence[Sequence[Sequence[int]]]


def meetings(rounds: Rounds) -> Counter[Pair]:
    """Return how many times each pair shares a table."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def repeats(met: Mapping[Pair, int]) -> int:
    """Return the meetings beyond the first of each pair."""
    return sum(count - 1 for count in met.values() if count > 1)


def excess(met: Mapping[Pair, int]) -> int:
    """Return the sum of m(m−1)/2 over pairs that met m times: a pair that meets three times counts three."""
    return sum(comb(count, 2) for count in met.values())


def most_meetings(met: Mapping[Pair, int]) -> int:
    return max(met.values(), default=0)


def spread(counts: Iterable[int]) -> int:
    known = list(counts)
    return max(known) - min(known) if known else 0


def seen_before(demand: Demand) -> set[int]:
    """Return the players present who were there in the past."""
    seen = {player for tables in demand.past for table in tables for player in table}
    return (seen | {player for out in demand.past_exempts for player in out}) & set(demand.players)


def exempted(exempts: Iterable[tuple[int, ...]]) -> Counter[int]:
    return Counter(player for out in exempts for player in out)


def at_odd(rounds: Iterable[Tables], size: int) -> Counter[int]:
    return Counter(player for tables in rounds for table in tables if len(table) != size for player in table)


@dataclass(frozen=True)
class NewRounds:
    """The new rounds as the bounds see them: for each round, the players present and the sizes of its tables."""

    present: Sequence[frozenset[int]]
    layouts: Sequence[Layout]

    def unmet(self, past: Mapping[Pair, int]) -> Counter[int]:
        """Return {number of past meetings: number of pairs that can still meet}."""
        stays = Counter(
            tuple(player in present for present in self._different) for player in frozenset().union(*self.present)
        )
        pairs = sum(comb(count, 2) for stay, count in stays.items() if any(stay))
        for (stay, count), (other_stay, other_count) in combinations(stays.items(), 2):
            if any(map(all, zip(stay, other_stay, strict=True))):
                pairs += count * other_count
        levels = Counter(
            count
            for (player, other), count in past.items()
            if any(player in present and other in present for present in self._different)
        )
        levels[0] = pairs - sum(count for level, count in levels.items() if level)
        return levels

    @cached_property
    def _different(self) -> list[frozenset[int]]:
        return list(dict.fromkeys(self.present))

    @property
    def slots(self) -> int:
        """Return the number of meetings in the new rounds: pairs of players at a table, summed over the tables."""
        return sum(comb(size, 2) for layout in self.layouts for size in layout.tables)

    @property
    def shared(self) -> int:
        """Return the least number of pairs that share a table in both of two rounds, summed over pairs of rounds."""
        kinds = Counter(zip(self.present, self.layouts, strict=True))
        total = 0
        for (present, layout), count in kinds.items():
            total += comb(count, 2) * shared_by_two_rounds(layout, layout)
            for (other_present, other_layout), other_count in kinds.items():
                if present == other_present and layout.tables < other_layout.tables:
                    total += count * other_count * shared_by_two_rounds(layout, other_layout)
        return total

    def first_turns(self, table_size: int) -> int:
        """Return how many first rounds pass without a second turn at an odd table; 0 unless these rounds are alike."""
        first = self.layouts[0]
        odd = sum(size for size in first.tables if size != table_size)
        if not odd:
            return 0
        turns = min(len(self.layouts), len(self.present[0]) // odd)
        alike = set(self.layouts[:turns]) == {first} and set(self.present[:turns]) == {self.present[0]}
        return turns if alike else 0

    def lost_to_turns(self, table_size: int) -> int:
        """
        Return the repeats that equal turns at odd tables cost: nobody has a second turn before everybody has had one.

        Players who share an odd table in one of the first rounds sit at regular tables in another; these may be too few
        to separate them. A pair counts once for each of its meetings after the first.
        """
        turns = self.first_turns(table_size)
        if turns <= 1:
            return 0
        layout = self.layouts[0]
        cells = layout.tables.count(table_size) + layout.exempts
        in_two_rounds = sum(_evenly(size, cells) for size in layout.tables if size != table_size)
        return turns * (turns - 1) * in_two_rounds


def shared_by_two_rounds(former: Layout, later: Layout) -> int:
    """Return the least number of pairs that share a table in both rounds: later tables mix the former ones evenly."""
    cells = len(former.tables) + former.exempts
    return sum(_evenly(size, cells) for size in later.tables)


def _evenly(count: int, cells: int) -> int:
    in_a_cell, more = divmod(count, cells)
    return (cells - more) * comb(in_a_cell, 2) + more * comb(in_a_cell + 1, 2)


def least_repeats(past: Mapping[Pair, int], new: NewRounds) -> int:
    """Return a lower bound for the repeats of any plan of the new rounds, past included."""
    by_rounds = -(-2 * new.shared // len(new.layouts))  # C(m, 2) <= (m - 1)·new/2 for a pair met m <= new times
    return repeats(past) + max(0, new.slots - new.unmet(past)[0], by_rounds)


def least_excess(past: Mapping[Pair, int], new: NewRounds) -> int:
    """Return a lower bound for the sum of m(m−1)/2 of any plan: the new meetings go to the pairs that met least."""
    levels, slots = new.unmet(past), new.slots
    before = total = excess(past)
    level = 0
    while slots > 0:
        taken = min(slots, levels[level])
        total += taken * level
        levels[level + 1] += taken
        slots -= taken
        level += 1
    return max(total, before + new.shared)


def least_together(groups: Iterable[Iterable[int]], new: NewRounds) -> int:
    """Return the least number of meetings inside the groups; of groups that overlap, only the first counts."""
    total = 0
    taken: set[int] = set()
    for group in groups:
        members = set(group)
        if taken & members:
            continue
        taken |= members
        for present, layout in zip(new.present, new.layouts, strict=True):
            total += _evenly(max(0, len(members & present) - layout.exempts), len(layout.tables))
    return total


@dataclass(frozen=True)
class Bound:
    """
    Lower bounds, past included: for the repeats, and for the sum of m(m−1)/2 over pairs that met m times.

    `for_turns` of the repeats come from sharing odd tables out first; the bound holds only for plans that do so.
    """

    repeats: int
    excess: int
    for_turns: int


def bound_of(demand: Demand, rounds: Sequence[Tables] | None = None) -> Bound:
    """Return the bound for plans with the turns of `rounds`, the new ones; with None, for the plans of this package."""
    before = meetings(demand.past)
    least = met_again = repeats(before)
    weight = met_before = excess(before)
    for_turns = 0
    wishes = demand.wishes
    fresh = not demand.past and not wishes.fixed_tables and not wishes.fixed_seats and not demand.repeats_first
    for sector, new in _sectors(demand, rounds or ()):
        lost = new.lost_to_turns(demand.table_size) if fresh else 0
        if rounds is not None and lost and not _in_turn(rounds, sector, new.first_turns(demand.table_size), demand):
            lost = 0
        without_turns = max(
            least_repeats(before, new) - met_again, forced_repeats(demand, before, sector, rounds or ())
        )
        least += max(without_turns, lost)
        weight += max(least_excess(before, new) - met_before, lost)
        for_turns += lost if lost > without_turns else 0
    return Bound(least, weight, for_turns)


def bound_for_wishes(demand: Demand, rounds: Sequence[Tables]) -> int:
    """Return by how many repeats the wishes raise the bound, for either choice of turns; absences are no wishes."""
    free = replace(demand.wishes, apart=(), teams=(), fixed_tables=(), fixed_seats=(), sectors=())
    if free == demand.wishes:
        return 0
    asked = (demand, replace(demand, turns=Turns.LAST))
    return max(
        0, *(bound_of(one, rounds).repeats - bound_of(replace(one, wishes=free), rounds).repeats for one in asked)
    )


def bound_with_turns_first(demand: Demand, rounds: Sequence[Tables]) -> int:
    """Return the least repeats of plans with equal turns first; 0 where changes by hand mix sectors."""
    return 0 if _is_mixed(demand, rounds) else bound_of(replace(demand, turns=Turns.FIRST)).repeats


def _is_mixed(demand: Demand, rounds: Sequence[Tables]) -> bool:
    sector_of = {player: number for number, sector in enumerate(demand.sectors) for player in sector}
    return any(len({sector_of[player] for player in table}) > 1 for tables in rounds for table in tables)


def _sectors(demand: Demand, rounds: Sequence[Tables]) -> list[tuple[frozenset[int], NewRounds]]:
    """Return (players, new rounds) of each sector; of the whole hall without sectors, or where they are mixed."""
    if not demand.wishes.sectors or _is_mixed(demand, rounds):
        return [(frozenset(demand.players), NewRounds(demand.present, demand.layouts))]
    return [
        (frozenset(sector), NewRounds((frozenset(sector),) * demand.rounds, (layout,) * demand.rounds))
        for sector, layout in zip(demand.sectors, demand.sector_layouts, strict=True)
    ]


def _in_turn(rounds: Sequence[Tables], sector: frozenset[int], first: int, demand: Demand) -> bool:
    """Return True when nobody of the sector is at an odd table twice in the first `first` rounds."""
    sitting = [
        player
        for tables in rounds[:first]
        for table in tables
        for player in table
        if len(table) != demand.table_size and player in sector
    ]
    return len(sitting) == len(set(sitting))


def forced_repeats(
    demand: Demand, before: Mapping[Pair, int], sector: frozenset[int], rounds: Sequence[Tables] = ()
) -> int:
    """Return the repeats of players of a sector who keep the same table, without players moved by hand in `rounds`."""
    total = 0
    own = dict(demand.wishes.fixed_tables)
    moved = {p for tables in rounds for at, table in enumerate(tables) for p in table if own.get(p, at) != at}
    fixed = sorted(pair for pair in demand.wishes.fixed_tables if pair[0] in sector - moved)
    for (player, table), (other, other_table) in combinations(fixed, 2):
        if table == other_table:
            together = sum(player in present and other in present for present in demand.present)
            total += max(0, together - (before.get((player, other), 0) == 0))
    return total
