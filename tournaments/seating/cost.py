"""What a plan costs, one function for each reason, and the bounds nobody can beat."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import comb

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


def shared_by_two_rounds(tables: Sequence[int], exempts: int) -> int:
    """Return the pairs any two rounds of one layout must share: a table drawn evenly from the former tables."""
    cells = len(tables) + exempts
    return sum(_evenly(size, cells) for size in tables)


def _evenly(count: int, cells: int) -> int:
    each, more = divmod(count, cells)
    return (cells - more) * comb(each, 2) + more * comb(each + 1, 2)


def least_repeats(
    past: Mapping[Pair, int], players: Sequence[int], tables: Sequence[int], exempts: int, new: int
) -> int:
    """Return a number of repeats no plan of `new` rounds can go below, the past included."""
    present = set(players)
    unmet = comb(len(present), 2) - sum(1 for one, other in past if one in present and other in present)
    slots = new * sum(comb(size, 2) for size in tables)
    shared = comb(new, 2) * shared_by_two_rounds(tables, exempts)
    by_rounds = -(-2 * shared // new)  # C(m, 2) <= (m - 1)·new/2 for a pair that meets m <= new times
    return repeats(past) + max(0, slots - unmet, by_rounds)


def least_excess(
    past: Mapping[Pair, int], players: Sequence[int], tables: Sequence[int], exempts: int, new: int
) -> int:
    """Return a sum of C(meetings, 2) no plan can go below: the new meetings fill the pairs that met least first."""
    present = set(players)
    levels = Counter(count for (one, other), count in past.items() if one in present and other in present)
    levels[0] = comb(len(present), 2) - sum(count for level, count in levels.items() if level)
    slots = new * sum(comb(size, 2) for size in tables)
    total = excess(past)
    level = 0
    while slots > 0:
        taken = min(slots, levels[level])
        total += taken * level
        levels[level + 1] += taken
        slots -= taken
        level += 1
    by_rounds = comb(new, 2) * shared_by_two_rounds(tables, exempts)
    return max(total, excess(past) + by_rounds)
