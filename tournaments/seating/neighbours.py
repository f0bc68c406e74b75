"""
Neighbours at a table: players who meet again should not sit beside or opposite each other as before.

`vary` exchanges two seats of a table for that, `most_alike` counts what still repeats.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.seating.seats import counts_for

SWEEPS = 8

Way = tuple[str, int, int]  # right or facing, and the two players


def ways_to_sit(table: Sequence[int]) -> Iterator[Way]:
    """Yield how pairs sit: who has whom on the right, and who faces whom at a table of four."""
    for chair, player in enumerate(table):
        yield "right", player, table[(chair + 1) % len(table)]
    if len(table) == 4:
        for one, other in ((table[0], table[2]), (table[1], table[3])):
            yield "facing", min(one, other), max(one, other)


def most_alike(rounds: Iterable[Iterable[Sequence[int]]]) -> tuple[int, int]:
    """Return (the most often a player has one right-hand neighbour, the most often one pair faces each other)."""
    most = {"right": 0, "facing": 0}
    for (kind, _player, _other), count in _ways_counted(rounds).items():
        most[kind] = max(most[kind], count)
    return most["right"], most["facing"]


def _ways_counted(rounds: Iterable[Iterable[Sequence[int]]]) -> Counter[Way]:
    return Counter(way for tables in rounds for table in tables for way in ways_to_sit(table))


def vary(
    rounds: Sequence[list[list[int]]],
    past: Sequence[Sequence[Sequence[int]]],
    table_size: int,
    counts: list[list[int]],
    fixed_chairs: Mapping[int, int],
) -> None:
    """
    Exchange two seats of a table, in place, so that players who meet again sit in another way.

    An exchange is made only if everybody's seats stay as equal; `counts[player][seat]` is brought up to date.
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
    ways = _ways_counted((*past, *rounds))
    for _ in range(SWEEPS):
        better = False
        for table in again:
            ways.subtract(ways_to_sit(table))
            better = _exchange_two(table, ways, table_size, counts, fixed_chairs) or better
            ways.update(ways_to_sit(table))
        if not better:
            return


def _exchange_two(
    table: list[int], ways: Counter[Way], table_size: int, counts: list[list[int]], fixed_chairs: Mapping[int, int]
) -> bool:
    """
    Make the best exchange of two seats that keeps both players' seats equal; return True when one was made.

    The cost of a table is how often its ways to sit are seen elsewhere.
    """
    is_counted = counts_for(table, table_size)
    best = sum(ways[way] for way in ways_to_sit(table))
    chosen = None
    for a, b in combinations(range(len(table)), 2):
        one, other = table[a], table[b]
        is_even = counts[one][a] > counts[one][b] and counts[other][b] > counts[other][a]
        if one in fixed_chairs or other in fixed_chairs or (is_counted and not is_even):
            continue
        table[a], table[b] = other, one
        cost = sum(ways[way] for way in ways_to_sit(table))
        table[a], table[b] = one, other
        if cost < best:
            best, chosen = cost, (a, b)
    if chosen is None:
        return False
    a, b = chosen
    if is_counted:
        for old, new in ((a, b), (b, a)):
            counts[table[old]][old] -= 1
            counts[table[old]][new] += 1
    table[a], table[b] = table[b], table[a]
    return True
