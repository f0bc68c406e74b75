"""
Movements of duplicate: everybody keeps his chair, and sets of boards are met once.

A set stays on its table, and nobody comes back to a table: a numbered design is the movement as it is. Where there are
fewer sets than tables the hall is divided, and tables of the same place in two parts share a set as neighbours. Where
there are more, each round is matched with sets that nobody at a table has met.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tournaments.seating import cost
from tournaments.seating.demand import Demand, Tables
from tournaments.seating.designs import Design, Offsets, Round, numbered, unnumbered
from tournaments.seating.designs.adapt import named_points
from tournaments.seating.relief import let_in

CLASSES = 4  # one a chair
SHIFTS = 80_000  # moves of the search for rows that nothing else gives
MATCHINGS = 60
NAMINGS = 20  # orders of the players to choose from, where some have met before

Sets = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class DuplicateRounds:
    """
    The tables and the exempts of each round, and the set (from 1) that each table plays.

    `offsets` are how far each class has come in each round, where that is a rule that people can follow.
    """

    tables: list[Tables]
    exempts: list[tuple[int, ...]]
    sets: Sets
    method: str
    offsets: tuple[Offsets, ...] = ()


def rounds_with_sets(demand: Demand, rng: Random) -> DuplicateRounds:
    """Return, of several ways, the one where the fewest meet a set twice, then where people meet least again."""
    players, count, sets = sorted(demand.players), len(demand.layout.tables), demand.sets
    groups = [group.players for group in demand.wishes.apart]
    namings = [named_points(players, groups, rng) for _ in range(NAMINGS if demand.past else 1)]
    designs: dict[tuple[int, ...], Design] = {}  # found once for all namings
    ways = (_way(parts, demand, points, rng, designs) for points in namings for parts in _partitions(count, sets))

    def cost_of(way: DuplicateRounds) -> tuple[int, int]:
        return set_repeats(way.tables, way.sets), cost.repeats(cost.meetings((*demand.past, *way.tables)))

    return min(ways, key=cost_of)


def _partitions(tables: int, sets: int) -> Iterator[list[int]]:
    """Yield how many tables each part of the hall has: none larger than the sets, and the hall whole."""
    parts = -(-tables // sets)
    yield [(tables + part) // parts for part in range(parts)]
    if parts > 1:
        yield [tables]


def _way(
    parts: Sequence[int],
    demand: Demand,
    players: Sequence[int],
    rng: Random,
    known: dict[tuple[int, ...], Design],
) -> DuplicateRounds:
    """
    Draw each part of the hall by itself, then put together the tables that share a set.

    `known` are the designs by part, and those that are found here.
    """
    count, sets, rounds = sum(parts), demand.sets, demand.rounds
    extras = players[CLASSES * count :]
    halls, designs = [], []
    begin = 0
    for number, tables in enumerate(parts):
        members = players[begin : begin + CLASSES * tables]
        begin += CLASSES * tables
        part = (number, *parts)
        if part not in known:
            known[part] = _design(tables, rounds, rng, more_sets=sets > count)
        design = known[part]
        seated = [[[members[point] for point in table] for table in a_round] for a_round in design.rounds]
        halls.append((seated, let_in(seated, extras[number :: len(parts)], rng)))
        designs.append(design)
    places = [(part, table) for part, size in enumerate(parts) for table in range(size)]
    places.sort(key=lambda place: (_set_of(place[0], place[1], parts, sets), place))
    seated_rounds = [tuple(tuple(halls[part][0][number][table]) for part, table in places) for number in range(rounds)]
    held: Sets = (tuple(_set_of(part, table, parts, sets) for part, table in places),) * rounds
    if sets > count and set_repeats(seated_rounds, held):
        held = _matched(seated_rounds, sets, rng)
    return DuplicateRounds(
        seated_rounds,
        [tuple(sorted(player for _seated, out in halls for player in out[number])) for number in range(rounds)],
        held,
        designs[0].name + " with exempts" * bool(extras),
        () if extras or len(parts) > 1 else designs[0].offsets,
    )


def _set_of(part: int, table: int, parts: Sequence[int], sets: int) -> int:
    """Return the set of a table: the first part begins with the first, the last part ends with the last."""
    if len(parts) == 1:
        return 1 + (table * sets // parts[0] if sets < parts[0] else table)
    return 1 + table + part * (sets - parts[part]) // (len(parts) - 1)


def _design(tables: int, rounds: int, rng: Random, *, more_sets: bool) -> Design:
    """Return rounds whose tables list their classes in order, so that chairs are kept."""
    for make in (numbered, unnumbered) if more_sets else (numbered,):
        design = make(tables, CLASSES, rounds)
        if len(design.rounds) >= rounds:
            return design
    return Design("shifts", tuple(_shifted(tables, rounds, rng)))


def _shifted(tables: int, rounds: int, rng: Random) -> list[Round]:
    """
    Return rounds in which each class moves on round the tables, nobody to a table twice while there are others.

    Two classes meet again where the difference of their offsets comes back: a search makes that rare.
    """
    columns = []
    for _ in range(CLASSES):
        offsets = [offset for _lap in range(-(-rounds // tables)) for offset in rng.sample(range(tables), tables)]
        columns.append(offsets)  # those beyond the last round wait
    differences = {
        (one, other): Counter((columns[one][number] - columns[other][number]) % tables for number in range(rounds))
        for one, other in combinations(range(CLASSES), 2)
    }
    repeated = sum(count * (count - 1) // 2 for counts in differences.values() for count in counts.values())
    for move in range(SHIFTS):
        if not repeated:
            break
        chosen, number = rng.randrange(CLASSES), rng.randrange(rounds)
        lap = number // tables * tables
        other = lap + rng.randrange(min(tables, len(columns[chosen]) - lap))
        gain = _exchange(columns, differences, chosen, number, other, rounds, tables)
        if gain > 0 and rng.random() >= 2.0 ** (-gain * 12 * (move + 1) / SHIFTS):
            _exchange(columns, differences, chosen, number, other, rounds, tables)
        else:
            repeated += gain
    return [
        [
            [chair * tables + (table - columns[chair][number]) % tables for chair in range(CLASSES)]
            for table in range(tables)
        ]
        for number in range(rounds)
    ]


def _exchange(
    columns: list[list[int]],
    differences: dict[tuple[int, int], Counter[int]],
    chosen: int,
    number: int,
    other: int,
    rounds: int,
    tables: int,
) -> int:
    """Exchange two offsets of a class; return what that adds to the pairs of equal differences."""
    column = columns[chosen]
    gain = 0
    changed = [at for at in {number, other} if at < rounds]
    for after in (False, True):
        if after:
            column[number], column[other] = column[other], column[number]
        for pair, counts in differences.items():
            if chosen not in pair:
                continue
            for at in changed:
                difference = (columns[pair[0]][at] - columns[pair[1]][at]) % tables
                if after:
                    gain += counts[difference]
                    counts[difference] += 1
                else:
                    counts[difference] -= 1
                    gain -= counts[difference]
    return gain


def _matched(rounds: Sequence[Tables], sets: int, rng: Random) -> Sets:
    """Return the set of each table by round, where there are more sets than tables: the best of some matchings."""
    best: tuple[int, Sets] | None = None
    for _ in range(MATCHINGS):
        met: dict[int, set[int]] = {player: set() for tables in rounds for table in tables for player in table}
        held = []
        for tables in rounds:
            chosen = _match(tables, met, sets, rng)
            held.append(tuple(chosen))
            for table, of_table in zip(tables, chosen, strict=True):
                for player in table:
                    met[player].add(of_table)
        again = set_repeats(rounds, held)
        if best is None or again < best[0]:
            best = again, tuple(held)
        if not again:
            break
    assert best is not None
    return best[1]


def _match(tables: Tables, met: dict[int, set[int]], sets: int, rng: Random) -> list[int]:
    """Return a set for each table, none twice; as many tables as can be get one that nobody there has met."""
    numbers = list(range(1, sets + 1))
    wanted = [
        [number for number in rng.sample(numbers, sets) if all(number not in met[player] for player in table)]
        for table in tables
    ]
    holder: dict[int, int] = {}

    def give(table: int, asked: set[int]) -> bool:
        for number in wanted[table]:
            if number in asked:
                continue
            asked.add(number)
            if number not in holder or give(holder[number], asked):
                holder[number] = table
                return True
        return False

    for table in range(len(tables)):
        give(table, set())
    held = {table: number for number, table in holder.items()}
    left = [number for number in rng.sample(numbers, sets) if number not in holder]
    return [held[table] if table in held else left.pop() for table in range(len(tables))]


def set_repeats(rounds: Sequence[Tables], sets: Sequence[Sequence[int]]) -> int:
    """Return how often a player meets a set that he has met, beyond the first time, all players together."""
    met = Counter(
        (player, held)
        for tables, of_round in zip(rounds, sets, strict=True)
        for table, held in zip(tables, of_round, strict=True)
        for player in table
    )
    return sum(met.values()) - len(met)


def least_set_repeats(demand: Demand) -> int:
    """Return the set repeats that nobody can avoid: of so many chairs to fill, each player meets each set once."""
    chairs = demand.rounds * CLASSES * len(demand.layout.tables)
    return max(0, chairs - len(demand.players) * demand.sets)
