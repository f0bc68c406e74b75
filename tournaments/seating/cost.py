"""What a plan costs, one function for each reason, and the bounds nobody can beat."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

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
    """Return the sum of C(meetings, 2): a pair that meets three times weighs three."""
    return sum(comb(count, 2) for count in met.values())


def most_meetings(met: Mapping[Pair, int]) -> int:
    return max(met.values(), default=0)


def spread(counts: Iterable[int]) -> int:
    found = list(counts)
    return max(found) - min(found) if found else 0


@dataclass(frozen=True)
class Asked:
    """What the bounds are about: for each new round who is there, in how many tables of which size."""

    present: Sequence[frozenset[int]]
    layouts: Sequence[Layout]

    def unmet(self, past: Mapping[Pair, int]) -> Counter[int]:
        """Return how many of the pairs that can still meet have met so many times."""
        stays = Counter(
            tuple(player in here for here in self._different) for player in frozenset().union(*self.present)
        )
        pairs = sum(comb(count, 2) for stay, count in stays.items() if any(stay))
        for (one, many), (other, more) in combinations(stays.items(), 2):
            if any(map(all, zip(one, other, strict=True))):
                pairs += many * more
        levels = Counter(
            count
            for (one, other), count in past.items()
            if any(one in here and other in here for here in self._different)
        )
        levels[0] = pairs - sum(count for level, count in levels.items() if level)
        return levels

    @cached_property
    def _different(self) -> list[frozenset[int]]:
        return list(dict.fromkeys(self.present))

    @property
    def slots(self) -> int:
        """Return the meetings the new rounds make."""
        return sum(comb(size, 2) for layout in self.layouts for size in layout.tables)

    @property
    def shared(self) -> int:
        """Return the pairs that two rounds share, whatever the plan, added up over the pairs of rounds."""
        kinds = Counter(zip(self.present, self.layouts, strict=True))
        total = 0
        for (here, layout), count in kinds.items():
            total += comb(count, 2) * shared_by_two_rounds(layout, layout)
            for (there, other), more in kinds.items():
                if here == there and layout.tables < other.tables:
                    total += count * more * shared_by_two_rounds(layout, other)
        return total

    def first_turns(self, table_size: int) -> int:
        """Return in how many rounds from the first nobody has an odd table twice, when all of them are alike."""
        first = self.layouts[0]
        odd = sum(size for size in first.tables if size != table_size)
        if not odd:
            return 0
        turns = min(len(self.layouts), len(self.present[0]) // odd)
        alike = set(self.layouts[:turns]) == {first} and set(self.present[:turns]) == {self.present[0]}
        return turns if alike else 0

    def lost_to_turns(self, table_size: int) -> int:
        """
        Return the repeats that sharing odd tables out costs: nobody has one twice before everybody once.

        In each two of the first rounds whoever shares an odd table in one sits at regular tables in the other, and
        these may be too few to part them. A pair is counted once for each of its meetings beyond the first.
        """
        turns = self.first_turns(table_size)
        if turns <= 1:
            return 0
        layout = self.layouts[0]
        cells = layout.tables.count(table_size) + layout.exempts
        each = sum(_evenly(size, cells) for size in layout.tables if size != table_size)
        return turns * (turns - 1) * each


def shared_by_two_rounds(one: Layout, other: Layout) -> int:
    """Return the pairs any two rounds of the same players share: a table drawn evenly from the former tables."""
    cells = len(one.tables) + one.exempts
    return sum(_evenly(size, cells) for size in other.tables)


def _evenly(count: int, cells: int) -> int:
    each, more = divmod(count, cells)
    return (cells - more) * comb(each, 2) + more * comb(each + 1, 2)


def least_repeats(past: Mapping[Pair, int], asked: Asked) -> int:
    """Return a number of repeats no plan of the new rounds can go below, the past included."""
    by_rounds = -(-2 * asked.shared // len(asked.layouts))  # C(m, 2) <= (m - 1)·new/2 for a pair met m <= new times
    return repeats(past) + max(0, asked.slots - asked.unmet(past)[0], by_rounds)


def least_excess(past: Mapping[Pair, int], asked: Asked) -> int:
    """Return a sum of C(meetings, 2) no plan can go below: the new meetings fill the pairs that met least first."""
    levels, slots = asked.unmet(past), asked.slots
    before = total = excess(past)
    level = 0
    while slots > 0:
        taken = min(slots, levels[level])
        total += taken * level
        levels[level + 1] += taken
        slots -= taken
        level += 1
    return max(total, before + asked.shared)


def least_together(groups: Iterable[Iterable[int]], asked: Asked) -> int:
    """Return the meetings inside the groups that no plan avoids; of groups that overlap, the first alone counts."""
    total = 0
    taken: set[int] = set()
    for group in groups:
        members = set(group)
        if taken & members:
            continue
        taken |= members
        for here, layout in zip(asked.present, asked.layouts, strict=True):
            total += _evenly(max(0, len(members & here) - layout.exempts), len(layout.tables))
    return total
