"""Who sits where at the table, and which number the table has: shared as evenly as can be."""

from collections import deque
from collections.abc import Sequence
from itertools import permutations
from math import exp
from random import Random

from tournaments.seating.search import Watch

Tables = list[list[int]]
MAIN_SEATS = 4
SWEEPS = 40
SWEEP_WORK = 200_000
CANDIDATES = 40
MOST_COOLED = 1500
COOLING_MOVES = 40_000
WORST = 12


def counts_for(table: Sequence[int], table_size: int) -> bool:
    """Say whether the seats of that table count: a table of three has no compass, unless all are of three."""
    return len(table) >= MAIN_SEATS or table_size < MAIN_SEATS


def seat(rounds: list[Tables], table_size: int, counts: list[list[int]], watch: Watch) -> None:
    """
    Put every table in playing order, in place; `counts[player][seat]` holds the past and is brought up to date.

    First round by round, each table as well as it can; then chains of exchanges until no two seats of a player
    differ by more than one, which can always be reached when there is no past (a bipartite multigraph splits evenly).
    """
    base = min(table_size, MAIN_SEATS)
    for number, tables in enumerate(rounds):
        watch(0.8 * number / len(rounds))
        for table in tables:
            if counts_for(table, table_size):
                _settle(table, base, counts)
    colours = [(a, b) for a in range(table_size) for b in range(table_size) if a != b]
    changed = True
    while changed:
        changed = False
        for a, b in colours:
            watch(0.9)
            while _exchange_all(rounds, a, b, table_size, counts):
                changed = True


def _settle(table: list[int], base: int, counts: list[list[int]]) -> None:
    """Give the chairs beyond the base to those who had them least, then choose the best order of the others."""
    extra: list[int] = []
    while len(table) > base:
        chair = base + len(extra)
        player = min(table, key=lambda one: (counts[one][chair], -sum(counts[one][:base])))
        table.remove(player)
        extra.append(player)
    best = min(permutations(table), key=lambda order: sum(counts[p][chair] for chair, p in enumerate(order)))
    table[:] = [*best, *extra]
    for chair, player in enumerate(table):
        counts[player][chair] += 1


def _exchange_all(rounds: list[Tables], a: int, b: int, table_size: int, counts: list[list[int]]) -> bool:
    """Look for chains from each player who had seat a two times more than seat b; say whether any was made."""
    held: list[list[list[int]]] = [[] for _ in counts]  # player -> the tables where he sits at a
    for tables in rounds:
        for table in tables:
            if len(table) > max(a, b) and counts_for(table, table_size):
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


def number_tables(rounds: list[Tables], visits: list[dict[int, int]], rng: Random, watch: Watch) -> None:
    """
    Order the tables of each round, in place, so that people change tables; sizes keep their order.

    `visits[player][number]` holds the past and is brought up to date.
    """
    for tables in rounds:
        for numbers in _same_size(tables):
            chosen = [tables[number] for number in numbers]
            rng.shuffle(chosen)
            for number, table in zip(numbers, chosen, strict=True):
                tables[number] = table
        for number, table in enumerate(tables):
            for player in table:
                visits[player][number] = visits[player].get(number, 0) + 1
    _cool_numbers(rounds, visits, rng, watch)
    tables_in_all = sum(len(tables) for tables in rounds)
    for _ in range(max(2, min(SWEEPS, SWEEP_WORK // (tables_in_all * CANDIDATES)))):
        better = [_renumber(tables, visits, rng) for tables in rounds]
        if not any(better):
            break


def _cool_numbers(rounds: list[Tables], visits: list[dict[int, int]], rng: Random, watch: Watch) -> None:
    """Anneal the numbers when the tables are few; with many, people hardly ever come back to one anyway."""
    total = sum(len(tables) for tables in rounds)
    if total > MOST_COOLED:
        return
    groups = [[numbers for numbers in _same_size(tables) if len(numbers) > 1] for tables in rounds]
    again = sum(count * (count - 1) // 2 for visited in visits for count in visited.values())
    least = sum(_least_again(sum(visited.values()), max(len(tables) for tables in rounds)) for visited in visits)
    for move in range(COOLING_MOVES):
        if move % 500 == 0:
            watch(move / COOLING_MOVES)
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
    return tables * (each * (each - 1) // 2) + more * each


def _renumber_two(tables: Tables, visits: list[dict[int, int]], one: int, other: int) -> None:
    for player in tables[one]:
        _move(visits[player], one, other)
    for player in tables[other]:
        _move(visits[player], other, one)
    tables[one], tables[other] = tables[other], tables[one]


def _same_size(tables: Tables) -> list[list[int]]:
    sizes = sorted({len(table) for table in tables})
    return [[number for number, table in enumerate(tables) if len(table) == size] for size in sizes]


def _renumber(tables: Tables, visits: list[dict[int, int]], rng: Random) -> bool:
    """Exchange the numbers of tables where somebody comes back; say whether anything got better."""
    better = False
    for numbers in _same_size(tables):
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
    gain = sum(visits[player][number] - 1 - visits[player].get(other, 0) for player in tables[number])
    return gain + sum(visits[player][other] - 1 - visits[player].get(number, 0) for player in tables[other])


def _move(visited: dict[int, int], old: int, new: int) -> None:
    visited[old] -= 1
    visited[new] = visited.get(new, 0) + 1
