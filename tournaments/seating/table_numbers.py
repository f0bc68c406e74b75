"""The number of each table of a round, chosen so that people come back to a table number as little as possible."""

from math import exp
from random import Random

from tournaments.seating.monitor import WorkStage

Tables = list[list[int]]
SWEEPS = 40
SWEEP_WORK = 200_000
CANDIDATES = 40
MOST_ANNEALED = 1500  # tables in all rounds
ANNEALING_MOVES = 150_000
WORST = 12


def number_tables(
    rounds: list[Tables],
    visits: list[dict[int, int]],
    rng: Random,
    stage: WorkStage,
    pinned: frozenset[int] = frozenset(),
) -> None:
    """
    Order the tables of each round, in place, so that people change tables; the sequence of sizes does not change.

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
    counted = [visited for player, visited in enumerate(visits) if player not in pinned]
    _anneal_numbers(rounds, counted, visits, groups, rng, stage)
    tables_in_all = sum(len(tables) for tables in rounds)
    for _ in range(max(2, min(SWEEPS, SWEEP_WORK // (tables_in_all * CANDIDATES)))):
        better = [_renumber(tables, visits, same, rng) for tables, same in zip(rounds, groups, strict=True)]
        if not any(better):
            break


def _anneal_numbers(
    rounds: list[Tables],
    counted: list[dict[int, int]],
    visits: list[dict[int, int]],
    same: list[list[list[int]]],
    rng: Random,
    stage: WorkStage,
) -> None:
    """Anneal the numbers when the tables are few; with many tables people hardly ever come back to one."""
    total = sum(len(tables) for tables in rounds)
    if total > MOST_ANNEALED:
        return
    groups = [[numbers for numbers in of_round if len(numbers) > 1] for of_round in same]
    again = sum(_weight(count) for visited in counted for count in visited.values())
    least = sum(_least_again(sum(visited.values()), max(len(tables) for tables in rounds)) for visited in counted)
    for move in range(ANNEALING_MOVES):
        if move % 500 == 0:
            stage.step(move / ANNEALING_MOVES)
        if again <= least:
            return
        at = int(rng.random() * len(rounds))
        if not groups[at]:
            continue
        numbers = groups[at][0] if len(groups[at]) == 1 else rng.choice(groups[at])
        number, other = rng.choice(numbers), rng.choice(numbers)
        gain = _gain(rounds[at], visits, number, other) if number != other else -WORST
        if gain > -WORST and (gain >= 0 or rng.random() < exp(gain / (1.2 - move / ANNEALING_MOVES))):
            _renumber_two(rounds[at], visits, number, other)
            again -= gain


def _least_again(visits: int, tables: int) -> int:
    at_each, more = divmod(visits, tables)
    return (tables - more) * _weight(at_each) + more * _weight(at_each + 1)


def _weight(visits: int) -> int:
    """Return the cost of so many visits to one table: the third visit costs much more than the second."""
    return (visits + 1) * visits * (visits - 1) // 6


def _step(visits: int) -> int:
    """Return the cost of the last of so many visits."""
    return visits * (visits - 1) // 2


def _renumber_two(tables: Tables, visits: list[dict[int, int]], number: int, other: int) -> None:
    for player in tables[number]:
        _move(visits[player], number, other)
    for player in tables[other]:
        _move(visits[player], other, number)
    tables[number], tables[other] = tables[other], tables[number]


def _same_size(tables: Tables, pinned: frozenset[int]) -> list[list[int]]:
    """Return groups of table numbers that may be exchanged: same size, and no player who keeps a table."""
    sizes = sorted({len(table) for table in tables})
    free = [number for number, table in enumerate(tables) if not pinned.intersection(table)]
    return [[number for number in free if len(tables[number]) == size] for size in sizes]


def _renumber(tables: Tables, visits: list[dict[int, int]], same: list[list[int]], rng: Random) -> bool:
    """Exchange the numbers of tables to which a player comes back; return True when the cost fell."""
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
    for table, old, new in ((tables[number], number, other), (tables[other], other, number)):
        for player in table:
            visited = visits[player]
            gain += _step(visited[old]) - _step(visited.get(new, 0) + 1)
    return gain


def _move(visited: dict[int, int], old: int, new: int) -> None:
    visited[old] -= 1
    visited[new] = visited.get(new, 0) + 1
