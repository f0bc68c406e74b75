"""Who sits on whose right: two players who meet again should not sit the same way again."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.seating.seats import counts_for

Pair = tuple[int, int]
SWEEPS = 8


def ways(table: Sequence[int]) -> Iterator[Pair]:
    """Yield (player, right-hand neighbour) round the table, and both orders of two who face each other at four."""
    count = len(table)
    for chair, player in enumerate(table):
        yield player, table[(chair + 1) % count]


def opposite(table: Sequence[int]) -> Iterator[Pair]:
    if len(table) == 4:
        for one, other in ((table[0], table[2]), (table[1], table[3])):
            yield (one, other) if one < other else (other, one)


def most_alike(rounds: Iterable[Iterable[Sequence[int]]]) -> tuple[int, int]:
    """Return how often somebody has the same right-hand neighbour, and how often two face each other, at most."""
    right: Counter[Pair] = Counter()
    facing: Counter[Pair] = Counter()
    for tables in rounds:
        for table in tables:
            right.update(ways(table))
            facing.update(opposite(table))
    return max(right.values(), default=0), max(facing.values(), default=0)


class Neighbours:
    """Right-hand and facing pairs counted, so that a table can be turned for the better."""

    def __init__(self, rounds: Sequence[Sequence[Sequence[int]]]) -> None:
        self.right: Counter[Pair] = Counter()
        self.facing: Counter[Pair] = Counter()
        for tables in rounds:
            for table in tables:
                self.count(table, 1)

    def count(self, table: Sequence[int], by: int) -> None:
        for pair in ways(table):
            self.right[pair] += by
        for pair in opposite(table):
            self.facing[pair] += by

    def cost(self, table: Sequence[int]) -> int:
        """Return what this table, not counted, would add: each way of sitting again as often as it was before."""
        return sum(self.right[pair] for pair in ways(table)) + sum(self.facing[pair] for pair in opposite(table))


def vary(
    rounds: Sequence[list[list[int]]],
    past: Sequence[Sequence[Sequence[int]]],
    table_size: int,
    counts: list[list[int]],
    kept: Mapping[int, int],
) -> None:
    """
    Exchange two seats of a table, in place, where it makes people who meet again sit otherwise.

    Only where it leaves everybody's seats (`counts`, brought up to date) as well shared as before.
    """
    met = Counter(pair for tables in (*past, *rounds) for table in tables for pair in combinations(sorted(table), 2))
    again = [
        table
        for tables in rounds
        for table in tables
        if len(table) > 3 and any(met[pair] > 1 for pair in combinations(sorted(table), 2))
    ]
    if not again:
        return
    known = Neighbours([*past, *rounds])
    for _ in range(SWEEPS):
        better = False
        for table in again:
            known.count(table, -1)
            better = _turn(table, known, table_size, counts, kept) or better
            known.count(table, 1)
        if not better:
            return


def _turn(
    table: list[int], known: Neighbours, table_size: int, counts: list[list[int]], kept: Mapping[int, int]
) -> bool:
    """Make the best of the even exchanges of two seats; say whether the table got better."""
    now = known.cost(table)
    best = (now, -1, -1)
    for a, b in combinations(range(len(table)), 2):
        one, other = table[a], table[b]
        if one in kept or other in kept or (counts_for(table, table_size) and not _even(counts, one, other, a, b)):
            continue
        table[a], table[b] = other, one
        best = min(best, (known.cost(table), a, b))
        table[a], table[b] = one, other
    if best[0] >= now:
        return False
    _, a, b = best
    one, other = table[a], table[b]
    table[a], table[b] = other, one
    if counts_for(table, table_size):
        for player, left, taken in ((one, a, b), (other, b, a)):
            counts[player][left] -= 1
            counts[player][taken] += 1
    return True


def _even(counts: list[list[int]], one: int, other: int, a: int, b: int) -> bool:
    """Say whether the exchange leaves the sum of the squares as it is, or better, for each of the two."""
    return counts[one][a] > counts[one][b] and counts[other][b] > counts[other][a]
