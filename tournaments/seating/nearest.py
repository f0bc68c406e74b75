"""One round near a ranking: who sits at odd tables or is exempt; then tables filled from the top, and improved."""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

from tournaments.seating.certificate import certify
from tournaments.seating.demand import Demand
from tournaments.seating.drawing import refuse_if_not_apart
from tournaments.seating.monitor import Monitor, WorkStage
from tournaments.seating.plan import Plan
from tournaments.seating.problem import DrawProblem, Past, fair_rounds
from tournaments.seating.seats import seat

LOOK_AHEAD = 32  # players; with more, a late round without a rematch can always be found near the ranking
SWEEPS = 12
LOTS = 4  # ways to deal the odd tables, while one brings a rematch
REMATCH = 100_000_000  # weighs more than any distance in the ranking
NEAREST = 80  # partners tried for a swap, the nearest in the ranking first
Tables = list[list[int]]


def nearer(demand: Demand, rank: dict[int, int], places: Tables) -> Tables:
    """Exchange players of a last round while that brings tables nearer in the ranking without a new rematch."""
    past = Past(demand)
    problem, _ = past.problem()
    tables = [[past.index[player] for player in table] for table in places]
    _mend(tables, problem.met, [rank[player] for player in past.players], problem.special(0), problem.pinned)
    return [[past.players[p] for p in table] for table in tables]


def in_order(places: Tables, rank: dict[int, int], demand: Demand) -> Tables:
    """Put the tables of each size in the order of the ranking; a table with a player who keeps a table stays."""
    fixed = {player for player, _ in demand.wishes.fixed_tables}
    moving = [number for number, table in enumerate(places) if not fixed.intersection(table)]
    ordered = list(places)
    for size in {len(places[number]) for number in moving}:
        numbers = [number for number in moving if len(places[number]) == size]
        tables = sorted((places[number] for number in numbers), key=lambda table: sum(rank[p] for p in table))
        for number, table in zip(numbers, tables, strict=True):
            ordered[number] = table
    return ordered


def nearest(demand: Demand, rank: dict[int, int], *, avoid_rematches: bool, rounds_left: int = 0) -> Plan:
    """
    Return the round nearest to the ranking, with or without rematches.

    Odd places go by lot to the players with the fewest turns, and neighbours in the ranking share an odd table. If that
    brings a rematch, other lots and then wholly random places are tried, and the best round is taken. When rematches
    must be avoided and everybody gets a turn within the `rounds_left` after this one, places are random from the start:
    else neighbours would be left for the end, and have met.
    """
    past = Past(demand)
    problem, _ = past.problem()
    if not avoid_rematches:
        for (player, other), count in past.met.items():
            a, b = past.index[player], past.index[other]
            problem.met[a][b] = problem.met[b][a] = max(0, problem.met[a][b] - min(count, problem.met[a][b]))
    level = [rank[player] for player in past.players]
    rng = Random(demand.seed)  # noqa: S311 - a draw people can repeat, not a secret
    odd = sum(size for size, special in zip(problem.sizes(0), problem.special(0), strict=True) if special)
    comes_round = odd * (len(demand.past) + 1 + rounds_left) > problem.players
    deals: list[tuple[int, Tables]] = []
    neighbours = odd and not (avoid_rematches and comes_round)
    for deal in (*(LOTS if neighbours else 0) * (_neighbours_at_odd,), _by_lot):
        if not deals or min(deals)[0] >= REMATCH:
            places = _filled(deal(problem, level, rng), problem, level)
            deals.append((_worth(places, problem, level), places))
    places = min(deals)[1]
    count = len(problem.layouts[0].tables)
    named = [[past.players[p] for p in table] for table in places]
    return seated(demand, named[:count], tuple(sorted(p for out in named[count:] for p in out)))


def _neighbours_at_odd(problem: DrawProblem, level: Sequence[int], rng: Random) -> Tables:
    """
    Return places in which the odd ones go to players with the fewest turns.

    At each odd table, one player is drawn by lot; the nearest in the ranking join, if possible without a rematch.
    Exempts are drawn by lot.
    """
    special = problem.special(0)
    places: Tables = [[] for _ in special]
    for player in problem.present[0]:
        if player in problem.pinned:
            places[problem.pinned[player]].append(player)
    waiting = [player for player in problem.present[0] if player not in problem.pinned]
    out = len(problem.layouts[0].tables)
    for number, (place, size) in enumerate(zip(places, problem.sizes(0), strict=True)):
        while special[number] and len(place) < size:
            place.append(_next(place if number < out else [], waiting, problem, level, rng))
            waiting.remove(place[-1])
    for place, size, odd in zip(places, problem.sizes(0), special, strict=True):
        if not odd:
            free = size - len(place)
            place.extend(waiting[:free])
            del waiting[:free]
    return places


def _by_lot(problem: DrawProblem, _level: Sequence[int], rng: Random) -> Tables:
    """Return places in which the odd ones go by lot to players with the fewest turns."""
    return fair_rounds(problem, rng)[0]


def _next(table: Sequence[int], waiting: Sequence[int], problem: DrawProblem, level: Sequence[int], rng: Random) -> int:
    """Return the next player at an odd table: one with the fewest turns, the first one by lot."""

    def turn(player: int) -> tuple[bool, int]:
        return player in problem.regular, problem.turns[player]

    least = min(map(turn, waiting))
    equals = [player for player in waiting if turn(player) == least]
    if not table:
        return rng.choice(equals)
    return min(
        equals,
        key=lambda p: (sum(problem.met[p][mate] for mate in table), max(abs(level[p] - level[mate]) for mate in table)),
    )


def _filled(places: Tables, problem: DrawProblem, level: Sequence[int]) -> Tables:
    """Return the places, exempts last, filled from the top of the ranking and improved, odd places apart."""
    special = problem.special(0)
    shared = sorted(
        (p for place, odd in zip(places, special, strict=True) if odd for p in place), key=level.__getitem__
    )
    regular = sorted(
        (p for place, odd in zip(places, special, strict=True) if not odd for p in place), key=level.__getitem__
    )
    tables: Tables = []
    for place, odd in zip(places, special, strict=True):
        source = shared if odd else regular
        tables.append(_fill(source, len(place), [p for p in place if p in problem.pinned], problem.met, problem.pinned))
    count = len(problem.layouts[0].tables)
    seated_tables = tables[:count]
    _mend(seated_tables, problem.met, level, special, problem.pinned)
    return [*seated_tables, *tables[count:]]


def _worth(places: Tables, problem: DrawProblem, level: Sequence[int]) -> int:
    """Return the cost of the tables: rematches first, then distances in the ranking."""
    return sum(_price(table, problem.met, level) for table in places[: len(problem.layouts[0].tables)])


def _price(table: Sequence[int], met: list[bytearray], level: Sequence[int]) -> int:
    levels = [level[p] for p in table]
    return REMATCH * sum(met[a][b] for a, b in combinations(table, 2)) + (max(levels) - min(levels)) ** 2


def _fill(source: list[int], size: int, table: list[int], met: list[bytearray], pinned: dict[int, int]) -> list[int]:
    """Fill a table from the top of the ranking with the first player who met nobody there, or else the first player."""
    for player in table:
        source.remove(player)
    while len(table) < size:
        free = (p for p in source if p not in pinned)
        chosen = next((p for p in free if not any(met[p][mate] for mate in table)), None)
        if chosen is None:
            chosen = next(p for p in source if p not in pinned)
        table.append(chosen)
        source.remove(chosen)
    return table


def _mend(
    tables: Tables, met: list[bytearray], level: Sequence[int], special: Sequence[bool], pinned: dict[int, int]
) -> None:
    """Exchange players of tables of one kind while that means fewer rematches, or as many and smaller distances."""
    at = {player: number for number, table in enumerate(tables) for player in table}
    movable = sorted((player for player in at if player not in pinned), key=level.__getitem__)
    order = {player: number for number, player in enumerate(movable)}

    def worth(table: Sequence[int]) -> int:
        return _price(table, met, level)

    for _ in range(SWEEPS):
        better = False
        for number, table in enumerate(tables):
            if worth(table) < REMATCH and len(movable) > LOOK_AHEAD:
                continue
            for player in [p for p in table if p in order]:
                near = movable[max(0, order[player] - NEAREST) : order[player] + NEAREST]
                candidates = [p for p in near if at[p] != number and special[at[p]] == special[number]]
                better = _exchange(player, candidates, tables, at, worth) or better
        if not better:
            return


def _exchange(
    player: int, candidates: Sequence[int], tables: Tables, at: dict[int, int], worth: Callable[[Sequence[int]], int]
) -> bool:
    """Exchange the player with the candidate who improves `worth` most; return True when one does."""
    table = tables[at[player]]
    mates = [p for p in table if p != player]
    now = worth(table)
    best, partner = 0, -1
    for other in candidates:
        exchanged = [player if p == other else p for p in tables[at[other]]]
        gain = now + worth(tables[at[other]]) - worth([*mates, other]) - worth(exchanged)
        if gain > best:
            best, partner = gain, other
    if partner < 0:
        return False
    other_table = tables[at[partner]]
    table[table.index(player)] = partner
    other_table[other_table.index(partner)] = player
    at[player], at[partner] = at[partner], at[player]
    return True


def seated(demand: Demand, places: Tables, out: tuple[int, ...]) -> Plan:
    """Return the plan of this round: players ordered at each table, with a certificate."""
    past = Past(demand)
    tables = [[past.index[player] for player in table] for table in places]
    chairs = {past.index[player]: chair for player, chair in demand.wishes.fixed_seats}
    seat([tables], demand.table_size, past.seats, WorkStage(Monitor()), chairs)
    rounds = (tuple(tuple(past.players[p] for p in table) for table in tables),)
    refuse_if_not_apart(demand, rounds)
    return Plan(rounds, (out,), certify(demand, past, rounds, (out,), "standings"))
