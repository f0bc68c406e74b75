"""
Which seat each player has at a table: each player's seats are as equal as possible.

`seat` gives everybody a seat. `level` balances what is still unequal when a past or fixed seats prevent more. The
module `neighbours` decides who sits beside whom.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from random import Random

from tournaments.seating.monitor import WorkStage

MAIN_SEATS = 4
STEPS_FOR_ALL, STEPS_FOR_EACH, MOST_STEPS = 4_000, 400, 40_000
ANY_EXCHANGE = 0.2  # how often an exchange is taken at random rather than the best

Exchange = tuple[int, list[int], int, int]


def counts_for(table: Sequence[int], table_size: int) -> bool:
    """Return True when the seats of a table count: a table of three has no compass, unless all tables are of three."""
    return len(table) >= MAIN_SEATS or table_size < MAIN_SEATS


def counted_chairs(sizes: Iterable[int], table_size: int) -> int:
    """Return how many chairs are balanced between players: `table_size` where all tables have it, else at most 4."""
    return table_size if set(sizes) <= {table_size} else min(MAIN_SEATS, table_size)


def seat(
    rounds: list[list[list[int]]],
    table_size: int,
    counts: list[list[int]],
    stage: WorkStage,
    fixed_chairs: Mapping[int, int] | None = None,
) -> None:
    """
    Order the players at every table, in place; `counts[player][seat]` holds the past and is brought up to date.

    `fixed_chairs` is {player: chair} for players who keep a chair; `stage` gets the progress. First each table is
    ordered as well as possible, round by round. Then chains of exchanges follow until no two seats of a player differ
    by more than one: without a past this always succeeds (a bipartite multigraph splits evenly).
    """
    base = min(table_size, MAIN_SEATS)
    fixed = dict(fixed_chairs or {})
    for number, tables in enumerate(rounds):
        stage.report(0.8 * number / len(rounds))
        for table in tables:
            if counts_for(table, table_size) or fixed:
                _sit(table, base, counts, fixed, count=counts_for(table, table_size))
    colours = [(a, b) for a in range(table_size) for b in range(table_size) if a != b]
    changed = True
    while changed:
        changed = False
        for a, b in colours:
            stage.report(0.9)
            while _exchange_all(rounds, a, b, table_size, counts, fixed):
                changed = True


def _sit(table: list[int], base: int, counts: list[list[int]], fixed: dict[int, int], *, count: bool) -> None:
    """Give the chairs after the first `base` to players with the fewest, then choose the best order of the others."""
    extra: list[int] = []
    while len(table) > base:
        chair = base + len(extra)
        free = [player for player in table if fixed.get(player, chair) == chair]
        player = min(free or table, key=lambda p: (p not in fixed, counts[p][chair], -sum(counts[p][:base])))
        table.remove(player)
        extra.append(player)

    def worth(order: tuple[int, ...]) -> tuple[int, int]:
        moved = sum(fixed.get(p, chair) != chair for chair, p in enumerate(order)) if fixed else 0
        return moved, sum(counts[p][chair] for chair, p in enumerate(order))

    table[:] = [*min(permutations(table), key=worth), *extra]
    for chair, player in enumerate(table if count else ()):
        counts[player][chair] += 1


def _exchange_all(
    rounds: list[list[list[int]]], a: int, b: int, table_size: int, counts: list[list[int]], fixed: dict[int, int]
) -> bool:
    """Exchange along chains from each player who had seat a twice more than seat b; return True when one was made."""
    tables_at_a: list[list[list[int]]] = [[] for _ in counts]  # player -> the tables where he sits at a
    for tables in rounds:
        for table in tables:
            counted = len(table) > max(a, b) and counts_for(table, table_size)
            if counted and table[a] not in fixed and table[b] not in fixed:
                tables_at_a[table[a]].append(table)
    changed = False
    for player, had in enumerate(counts):
        while had[a] - had[b] >= 2 and _chain(player, a, b, tables_at_a, counts):
            changed = True
    return changed


def _chain(start: int, a: int, b: int, tables_at_a: list[list[list[int]]], counts: list[list[int]]) -> bool:
    """Exchange seats a and b along the shortest chain of tables that ends at a player who had seat a too little."""
    reached_by: dict[int, list[int]] = {start: []}
    waiting = deque([start])
    while waiting:
        player = waiting.popleft()
        for table in tables_at_a[player]:
            other = table[b]
            if other in reached_by:
                continue
            reached_by[other] = table
            if counts[other][a] < counts[other][b]:
                _exchange(start, other, a, b, reached_by, tables_at_a)
                counts[start][a] -= 1
                counts[start][b] += 1
                counts[other][a] += 1
                counts[other][b] -= 1
                return True
            waiting.append(other)
    return False


def _exchange(
    start: int, end: int, a: int, b: int, reached_by: dict[int, list[int]], tables_at_a: list[list[list[int]]]
) -> None:
    while end != start:
        table = reached_by[end]
        before = table[a]
        tables_at_a[before] = [other for other in tables_at_a[before] if other is not table]
        table[a], table[b] = end, before
        tables_at_a[end].append(table)
        end = before


def level(
    rounds: Sequence[Sequence[list[int]]], table_size: int, counts: list[list[int]], fixed: Mapping[int, int], seed: int
) -> None:
    """
    Exchange two seats of a table, in place, until no player has had one seat two times more than another.

    `counts[player][seat]` holds the past and these rounds, and is brought up to date; `fixed` is {player: chair kept}.
    An exchange that balances one player may unbalance another: exchanges go on from there, and the best result is kept.
    Without a past or kept chairs nothing changes. Limited by moves, not by time.
    """
    tables = [table for of_round in rounds for table in of_round if counts_for(table, table_size)]
    seats = _Seats(tables, counted_chairs((len(table) for table in tables), table_size), counts, fixed)
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
    """The balance of seats; `uneven` is {player: number of seats beyond an equal share}, for such players."""

    def __init__(
        self, tables: Sequence[list[int]], chairs: int, counts: list[list[int]], fixed: Mapping[int, int]
    ) -> None:
        self.tables, self.chairs, self.counts, self.fixed = tables, chairs, counts, fixed
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
        """Make one exchange for a player whose seats are unequal: mostly the best one, sometimes a random one."""
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
        for table, order in zip(self.tables, best, strict=True):
            for chair, (now, then) in enumerate(zip(table, order, strict=True)):
                self.counts[now][chair] -= 1
                self.counts[then][chair] += 1
            table[:] = order

    def _note(self, player: int) -> None:
        had = self.counts[player][: self.chairs]
        low, more = divmod(sum(had), self.chairs)
        off = 0 if player in self.fixed else sum(max(0, count - low - (more > 0), low - count) for count in had)
        if off:
            self.uneven[player] = off
        else:
            self.uneven.pop(player, None)

    def _changes(self, table: list[int], player: int) -> list[Exchange]:
        """Return the exchanges of the player's seat at the table, each with its change of the sum of squared counts."""
        a = table.index(player)
        changes = []
        for b in range(min(self.chairs, len(table))):
            if a < self.chairs and a != b and table[b] not in self.fixed:
                his, theirs = self.counts[player], self.counts[table[b]]
                changes.append((2 * (his[b] - his[a] + theirs[a] - theirs[b] + 2), table, a, b))
        return changes
