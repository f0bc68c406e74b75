"""Who sits where at the table, and which number the table has: shared as evenly as can be."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import exp
from random import Random

from tournaments.seating.monitor import Stage

Tables = list[list[int]]
MAIN_SEATS = 4
SWEEPS = 40
SWEEP_WORK = 200_000
CANDIDATES = 40
MOST_COOLED = 1500
COOLING_MOVES = 150_000
WORST = 12


def counts_for(table: Sequence[int], table_size: int) -> bool:
    """Say whether the seats of that table count: a table of three has no compass, unless all are of three."""
    return len(table) >= MAIN_SEATS or table_size < MAIN_SEATS


def counted_chairs(sizes: Iterable[int], table_size: int) -> int:
    """Return how many chairs are shared out at tables of these sizes: a fifth one only where every table has it."""
    return table_size if set(sizes) <= {table_size} else min(MAIN_SEATS, table_size)


def seat(
    rounds: list[Tables],
    table_size: int,
    counts: list[list[int]],
    stage: Stage,
    wanted: Mapping[int, int] | None = None,
) -> None:
    """
    Put every table in playing order, in place; `counts[player][seat]` holds the past and is brought up to date.

    `wanted` are the chairs that some players keep.

    First round by round, each table as well as it can; then chains of exchanges until no two seats of a player
    differ by more than one, which can always be reached when there is no past (a bipartite multigraph splits evenly).
    """
    base = min(table_size, MAIN_SEATS)
    kept = dict(wanted or {})
    for number, tables in enumerate(rounds):
        stage.report(0.8 * number / len(rounds))
        for table in tables:
            if counts_for(table, table_size) or kept:
                _settle(table, base, counts, kept, count=counts_for(table, table_size))
    colours = [(a, b) for a in range(table_size) for b in range(table_size) if a != b]
    changed = True
    while changed:
        changed = False
        for a, b in colours:
            stage.report(0.9)
            while _exchange_all(rounds, a, b, table_size, counts, kept):
                changed = True


def _settle(table: list[int], base: int, counts: list[list[int]], kept: dict[int, int], *, count: bool) -> None:
    """Give the chairs beyond the base to those who had them least, then choose the best order of the others."""
    extra: list[int] = []
    while len(table) > base:
        chair = base + len(extra)
        free = [one for one in table if kept.get(one, chair) == chair]
        player = min(free or table, key=lambda one: (one not in kept, counts[one][chair], -sum(counts[one][:base])))
        table.remove(player)
        extra.append(player)

    def worth(order: tuple[int, ...]) -> tuple[int, int]:
        moved = sum(kept.get(p, chair) != chair for chair, p in enumerate(order)) if kept else 0
        return moved, sum(counts[p][chair] for chair, p in enumerate(order))

    table[:] = [*min(permutations(table), key=worth), *extra]
    for chair, player in enumerate(table if count else ()):
        counts[player][chair] += 1


def _exchange_all(
    rounds: list[Tables], a: int, b: int, table_size: int, counts: list[list[int]], kept: dict[int, int]
) -> bool:
    """Look for chains from each player who had seat a two times more than seat b; say whether any was made."""
    held: list[list[list[int]]] = [[] for _ in counts]  # player -> the tables where he sits at a
    for tables in rounds:
        for table in tables:
            known = len(table) > max(a, b) and counts_for(table, table_size)
            if known and table[a] not in kept and table[b] not in kept:
                held[table[a]].append(table)
    made = False
    for player, had in enumerate(counts):
        while had[a] - had[b] >= 2 and _chain(player, a, b, held, counts):
            made = True
    return made


def _chain(start: int, a: int, b: int, held: list[list[list[int]]], counts: list[list[int]]) -> bool:
    """Exchange seats a and b along the shortest chain of tables that ends at somebody short of a."""
    came: dict[int, list[int]] = {start: []}
    waiting = deque([start])
    while waiting:
        player = waiting.popleft()
        for table in held[player]:
            other = table[b]
            if other in came:
                continue
            came[other] = table
            if counts[other][a] < counts[other][b]:
                _exchange(start, other, a, b, came, held)
                counts[start][a] -= 1
                counts[start][b] += 1
                counts[other][a] += 1
                counts[other][b] -= 1
                return True
            waiting.append(other)
    return False


def _exchange(start: int, end: int, a: int, b: int, came: dict[int, list[int]], held: list[list[list[int]]]) -> None:
    while end != start:
        table = came[end]
        before = table[a]
        held[before] = [one for one in held[before] if one is not table]
        table[a], table[b] = end, before
        held[end].append(table)
        end = before


def number_tables(
    rounds: list[Tables],
    visits: list[dict[int, int]],
    rng: Random,
    stage: Stage,
    pinned: frozenset[int] = frozenset(),
) -> None:
    """
    Order the tables of each round, in place, so that people change tables; sizes keep their order.

    `visits[player][number]` holds the past and is brought up to date.
    """
    for tables in rounds:
        for numbers in _same_size(tables, pinned):
            chosen = [tables[number] for number in numbers]
            rng.shuffle(chosen)
            for number, table in zip(numbers, chosen, strict=True):
                tables[number] = table
        for number, table in enumerate(tables):
            for player in table:
                visits[player][number] = visits[player].get(number, 0) + 1
    groups = [_same_size(tables, pinned) for tables in rounds]
    _cool_numbers(
        rounds, [one for player, one in enumerate(visits) if player not in pinned], visits, groups, rng, stage
    )
    tables_in_all = sum(len(tables) for tables in rounds)
    for _ in range(max(2, min(SWEEPS, SWEEP_WORK // (tables_in_all * CANDIDATES)))):
        better = [_renumber(tables, visits, ours, rng) for tables, ours in zip(rounds, groups, strict=True)]
        if not any(better):
            break


def _cool_numbers(
    rounds: list[Tables],
    counted: list[dict[int, int]],
    visits: list[dict[int, int]],
    same: list[list[list[int]]],
    rng: Random,
    stage: Stage,
) -> None:
    """Anneal the numbers when the tables are few; with many, people hardly ever come back to one anyway."""
    total = sum(len(tables) for tables in rounds)
    if total > MOST_COOLED:
        return
    groups = [[numbers for numbers in ours if len(numbers) > 1] for ours in same]
    again = sum(_weight(count) for visited in counted for count in visited.values())
    least = sum(_least_again(sum(visited.values()), max(len(tables) for tables in rounds)) for visited in counted)
    for move in range(COOLING_MOVES):
        if move % 500 == 0:
            stage.step(move / COOLING_MOVES)
        if again <= least:
            return
        at = int(rng.random() * len(rounds))
        if not groups[at]:
            continue
        numbers = groups[at][0] if len(groups[at]) == 1 else rng.choice(groups[at])
        one, other = rng.choice(numbers), rng.choice(numbers)
        gain = _gain(rounds[at], visits, one, other) if one != other else -WORST
        if gain > -WORST and (gain >= 0 or rng.random() < exp(gain / (1.2 - move / COOLING_MOVES))):
            _renumber_two(rounds[at], visits, one, other)
            again -= gain


def _least_again(visits: int, tables: int) -> int:
    each, more = divmod(visits, tables)
    return (tables - more) * _weight(each) + more * _weight(each + 1)


def _weight(visits: int) -> int:
    """Return what so many visits to one table weigh: the third much more than the second."""
    return (visits + 1) * visits * (visits - 1) // 6


def _step(visits: int) -> int:
    """Return what the last of so many visits weighs."""
    return visits * (visits - 1) // 2


def _renumber_two(tables: Tables, visits: list[dict[int, int]], one: int, other: int) -> None:
    for player in tables[one]:
        _move(visits[player], one, other)
    for player in tables[other]:
        _move(visits[player], other, one)
    tables[one], tables[other] = tables[other], tables[one]


def _same_size(tables: Tables, pinned: frozenset[int]) -> list[list[int]]:
    """Return the numbers that may be exchanged: same size, and nobody there who keeps his table."""
    sizes = sorted({len(table) for table in tables})
    free = [number for number, table in enumerate(tables) if not pinned.intersection(table)]
    return [[number for number in free if len(tables[number]) == size] for size in sizes]


def _renumber(tables: Tables, visits: list[dict[int, int]], same: list[list[int]], rng: Random) -> bool:
    """Exchange the numbers of tables where somebody comes back; say whether anything got better."""
    better = False
    for numbers in same:
        for number in numbers:
            if all(visits[player][number] < 2 for player in tables[number]):
                continue
            others = numbers if len(numbers) <= CANDIDATES else rng.sample(numbers, CANDIDATES)
            gains = [(_gain(tables, visits, number, other), rng.random(), other) for other in others if other != number]
            gain, _, other = max(gains, default=(-1, 0.0, number))
            if gain < 0:
                continue
            better = better or gain > 0
            _renumber_two(tables, visits, number, other)
    return better


def _gain(tables: Tables, visits: list[dict[int, int]], number: int, other: int) -> int:
    gain = 0
    for table, here, there in ((tables[number], number, other), (tables[other], other, number)):
        for player in table:
            visited = visits[player]
            gain += _step(visited[here]) - _step(visited.get(there, 0) + 1)
    return gain


def _move(visited: dict[int, int], old: int, new: int) -> None:
    visited[old] -= 1
    visited[new] = visited.get(new, 0) + 1
