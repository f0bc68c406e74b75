"""
Exchanges of two seats of one table, once everybody has a seat.

`level` shares out what chains of exchanges leave uneven, when a past or fixed seats stand in the way. `vary` turns the
tables where people meet again: they should not sit the same way as before.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from tournaments.seating.seats import counted_chairs, counts_for

STEPS_FOR_ALL, STEPS_FOR_EACH, MOST_STEPS = 4_000, 400, 40_000
ANY_EXCHANGE = 0.2  # how often an exchange is taken at random rather than the best
SWEEPS = 8

Pair = tuple[int, int]
Exchange = tuple[int, list[int], int, int]


def level(
    rounds: Sequence[Sequence[list[int]]], table_size: int, counts: list[list[int]], kept: Mapping[int, int], seed: int
) -> None:
    """
    Exchange two seats of a table, in place, until no player has had one seat two times more than another.

    `counts[player][seat]` holds the past and these rounds, and is brought up to date; `kept` are the chairs that some
    players keep. What makes one player's seats even may make another's uneven: exchanges go on from whoever is uneven
    until somebody can absorb it, and the best arrangement met is the one that stays. Without a past nor kept chairs
    the chains leave nobody uneven, and nothing changes. Counts moves, not seconds.
    """
    tables = [table for one in rounds for table in one if counts_for(table, table_size)]
    seats = _Seats(tables, counted_chairs((len(table) for table in tables), table_size), counts, kept)
    if not seats.uneven:
        return
    least, best = seats.off(), [table[:] for table in tables]
    rng = Random(seed)  # noqa: S311 - a draw people can repeat, not a secret
    for _ in range(min(MOST_STEPS, STEPS_FOR_ALL + STEPS_FOR_EACH * len(seats.uneven))):
        seats.step(rng)
        if seats.off() < least:
            least, best = seats.off(), [table[:] for table in tables]
        if not seats.uneven:
            break
    seats.restore(best)


class _Seats:
    """The seats as they are shared, and whose are `uneven`, with how many of them lie beyond an even share."""

    def __init__(
        self, tables: Sequence[list[int]], chairs: int, counts: list[list[int]], kept: Mapping[int, int]
    ) -> None:
        self.tables, self.chairs, self.counts, self.kept = tables, chairs, counts, kept
        self.uneven: dict[int, int] = {}
        for player in range(len(counts)):
            self._note(player)
        self.sits: dict[int, list[list[int]]] = defaultdict(list)
        for table in tables if self.uneven else ():
            for player in table:
                self.sits[player].append(table)

    def off(self) -> int:
        return sum(self.uneven.values())

    def step(self, rng: Random) -> None:
        """Make one exchange for a player whose seats are uneven: mostly the best of his, sometimes any."""
        player = rng.choice(list(self.uneven))
        changes = [change for table in self.sits[player] for change in self._changes(table, player)]
        if not changes:
            del self.uneven[player]  # his seats are all of the past, or beside kept chairs
            return
        if rng.random() >= ANY_EXCHANGE:
            lowest = min(change[0] for change in changes)
            changes = [change for change in changes if change[0] == lowest]
        _, table, a, b = rng.choice(changes)
        for old, new in ((a, b), (b, a)):
            self.counts[table[old]][old] -= 1
            self.counts[table[old]][new] += 1
        table[a], table[b] = table[b], table[a]
        self._note(table[a])
        self._note(table[b])

    def restore(self, best: Sequence[list[int]]) -> None:
        for table, wanted in zip(self.tables, best, strict=True):
            for chair, (now, then) in enumerate(zip(table, wanted, strict=True)):
                self.counts[now][chair] -= 1
                self.counts[then][chair] += 1
            table[:] = wanted

    def _note(self, player: int) -> None:
        had = self.counts[player][: self.chairs]
        low, more = divmod(sum(had), self.chairs)
        off = 0 if player in self.kept else sum(max(0, count - low - (more > 0), low - count) for count in had)
        if off:
            self.uneven[player] = off
        else:
            self.uneven.pop(player, None)

    def _changes(self, table: list[int], player: int) -> list[Exchange]:
        """Return the exchanges of the player's seat at the table, each with what it adds to the squares of counts."""
        a = table.index(player)
        changes = []
        for b in range(min(self.chairs, len(table))):
            if a < self.chairs and a != b and table[b] not in self.kept:
                his, other = self.counts[player], self.counts[table[b]]
                changes.append((2 * (his[b] - his[a] + other[a] - other[b] + 2), table, a, b))
        return changes


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
