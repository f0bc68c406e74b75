"""
Rounds drawn one at a time from the ranking: neighbours in the ranking share a table.

Without rematches (système suisse) the nearest strangers come together; with them (danois), the nearest.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from tournaments.seating import cost
from tournaments.seating.board import fair_rounds
from tournaments.seating.certificate import certify
from tournaments.seating.demand import Demand
from tournaments.seating.messages import Cancelled, ImpossibleDemand
from tournaments.seating.past import Past
from tournaments.seating.plan import Plan, draw, refuse_if_not_apart
from tournaments.seating.seats import seat

LOOK_AHEAD = 32  # players; with more, a late round without a rematch can always be found near the ranking
MOST_SEARCHED = 130  # players; with rematches left, a search of everything is tried up to here
TRIES = 3
SWEEPS = 12
REMATCH = 100_000_000  # weighs more than any distance in the ranking
NEAREST = 80  # partners tried for a swap, the nearest in the ranking first
Tables = list[list[int]]


@dataclass(frozen=True)
class Standing:
    """
    A round by standings and its price.

    `plan` has one round. `rematches` are the pairs of this round that met before; `rank_spread` is the worst distance
    in the ranking inside a table, `mean_spread` the mean in tenths; `free_spread` what the mean would be if rematches
    were allowed. `repeats_ahead` are those the rounds left will bring at least as far as was looked, or None when
    nobody looked.
    """

    plan: Plan
    rematches: int
    rank_spread: int
    mean_spread: int
    free_spread: int
    repeats_ahead: int | None = None


def by_standings(
    demand: Demand,
    ranking: Sequence[int],
    *,
    rematches: bool = False,
    rounds_left: int = 0,
    progress: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
    enough: Callable[[], bool] | None = None,
) -> Standing:
    """
    Return the next round, the first table for the top of the ranking; `demand` asks for one round and holds the past.

    `ranking` names every player, the best first. With few players the `rounds_left` after this one are looked at too,
    and this one moves away from the ranking when it must so that they need no rematch either. Wishes are kept; lines
    are not for this. `progress`, `stop` and `enough` are those of `draw`: with enough, what is found is taken.
    Raises ImpossibleDemand when the ranking is not that of the players.
    """
    if demand.rounds != 1 or demand.wishes.lines:
        raise ImpossibleDemand("one_round", {"rounds": demand.rounds})
    if sorted(ranking) != sorted(demand.players):
        strange = sorted(set(ranking) ^ set(demand.players)) or sorted(ranking)
        raise ImpossibleDemand("ranking", {"player": strange[0]})
    if stop is not None and stop():
        raise Cancelled
    rank = {player: number for number, player in enumerate(ranking)}
    free = _ranked(demand, rank, mind=False)
    chosen = free if rematches else _ranked(demand, rank, mind=True)
    ahead = None
    few = len(ranking) <= LOOK_AHEAD
    if not rematches and ((few and rounds_left) or (len(ranking) <= MOST_SEARCHED and _rematches(chosen, demand))):
        ears = _Ears(progress, stop, enough)
        chosen, ahead = _looking_ahead(demand, rank, chosen, rounds_left if few else 0, ears)
    worst, mean = _spreads(chosen, rank)
    return Standing(chosen, _rematches(chosen, demand), worst, mean, _spreads(free, rank)[1], ahead)


def _rematches(plan: Plan, demand: Demand) -> int:
    met = cost.meetings(demand.past)
    return sum(1 for table in plan.rounds[0] for pair in combinations(sorted(table), 2) if met[pair])


def _spreads(plan: Plan, rank: dict[int, int]) -> tuple[int, int]:
    found = [max(rank[p] for p in table) - min(rank[p] for p in table) for table in plan.rounds[0]]
    return max(found), 10 * sum(found) // len(found)


class _Ears:
    """Shares the percentage out between the draws of one look ahead; once somebody has enough, there are no more."""

    def __init__(
        self,
        progress: Callable[[int], None] | None,
        stop: Callable[[], bool] | None,
        enough: Callable[[], bool] | None,
    ) -> None:
        self.tell, self.stop, self.ask = progress, stop, enough
        self.drawn, self.had = 0, False

    def draw(self, demand: Demand) -> Plan:
        low = 100 * self.drawn // (TRIES + 1)
        self.drawn += 1
        return draw(
            demand,
            progress=lambda percent: self.tell(low + percent // (TRIES + 1)) if self.tell is not None else None,
            stop=self.stop,
            enough=self.enough,
        )

    def enough(self) -> bool:
        self.had = self.had or (self.ask is not None and self.ask())
        return self.had


def _looking_ahead(demand: Demand, rank: dict[int, int], nearest: Plan, left: int, ears: _Ears) -> tuple[Plan, int]:
    """Choose between the nearest round and those of a plan for all the rounds left: fewest repeats, then nearest."""
    tries = (
        ears.draw(replace(demand, rounds=left + 1, seed=demand.seed + more))
        for more in range(TRIES)
        if not (more and ears.had)
    )
    everything = best_of(tries)
    best = everything.certificate.repeats
    if nearest.certificate.repeats <= best:
        if not left:
            return nearest, nearest.certificate.repeats
        outs = demand.past_exempts or ((),) * len(demand.past)
        then = replace(
            demand, rounds=left, past=(*demand.past, *nearest.rounds), past_exempts=(*outs, *nearest.exempts)
        )
        after = ears.draw(then).certificate.repeats
        if after <= best:
            return nearest, after
    single = [
        Plan((tables,), (out,), everything.certificate)
        for tables, out in zip(everything.rounds, everything.exempts, strict=True)
    ]
    chosen = min(single, key=lambda plan: _spreads(plan, rank)[1])
    places = _in_order([[*table] for table in chosen.rounds[0]], rank, demand)
    if not left:
        places = _nearer(demand, rank, places)
    return _seated(demand, places, chosen.exempts[0]), best


def best_of(plans: Iterable[Plan]) -> Plan:
    """Return the first plan without a repeat, or else that with the fewest."""
    found: Plan | None = None
    for plan in plans:
        if found is None or plan.certificate.repeats < found.certificate.repeats:
            found = plan
        if not found.certificate.repeats:
            break
    assert found is not None
    return found


def _nearer(demand: Demand, rank: dict[int, int], places: Tables) -> Tables:
    """Exchange players while it brings a last round nearer to the ranking without another rematch."""
    past = Past(demand)
    problem, _ = past.problem()
    tables = [[past.index[player] for player in table] for table in places]
    _mend(tables, problem.met, [rank[player] for player in past.players], problem.special(0), problem.pinned)
    return [[past.players[p] for p in table] for table in tables]


def _in_order(places: Tables, rank: dict[int, int], demand: Demand) -> Tables:
    """Put the tables of each size in the order of the ranking, those with somebody who keeps his table staying."""
    kept = {player for player, _ in demand.wishes.fixed_tables}
    moving = [number for number, table in enumerate(places) if not kept.intersection(table)]
    ordered = list(places)
    for size in {len(places[number]) for number in moving}:
        numbers = [number for number in moving if len(places[number]) == size]
        tables = sorted((places[number] for number in numbers), key=lambda table: sum(rank[p] for p in table))
        for number, table in zip(numbers, tables, strict=True):
            ordered[number] = table
    return ordered


def _ranked(demand: Demand, rank: dict[int, int], *, mind: bool) -> Plan:
    """Return the round nearest to the ranking; `mind` rematches or not. Odd places go to whoever had them least."""
    past = Past(demand)
    problem, _ = past.problem()
    if not mind:
        for (one, other), count in past.met.items():
            a, b = past.index[one], past.index[other]
            problem.met[a][b] = problem.met[b][a] = max(0, problem.met[a][b] - min(count, problem.met[a][b]))
    places = fair_rounds(problem, Random(demand.seed))[0]  # noqa: S311 - a draw people can repeat, not a secret
    special = problem.special(0)
    level = [rank[player] for player in past.players]
    shared = sorted(
        (p for place, odd in zip(places, special, strict=True) if odd for p in place), key=level.__getitem__
    )
    others = sorted(
        (p for place, odd in zip(places, special, strict=True) if not odd for p in place), key=level.__getitem__
    )
    tables: Tables = []
    for place, odd in zip(places, special, strict=True):
        source = shared if odd else others
        tables.append(_fill(source, len(place), [p for p in place if p in problem.pinned], problem.met, problem.pinned))
    count = len(problem.layouts[0].tables)
    _mend(tables[:count], problem.met, level, special, problem.pinned)
    named = [[past.players[p] for p in table] for table in tables]
    return _seated(demand, named[:count], tuple(sorted(p for out in named[count:] for p in out)))


def _fill(source: list[int], size: int, table: list[int], met: list[bytearray], pinned: dict[int, int]) -> list[int]:
    """Take the best left, then the best that none at the table met; when there is none, the best."""
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
    """Exchange players of tables of one kind while fewer meet again, or as many and nearer in the ranking."""
    at = {player: number for number, table in enumerate(tables) for player in table}
    movable = sorted((player for player in at if player not in pinned), key=level.__getitem__)
    order = {player: number for number, player in enumerate(movable)}

    def worth(table: Sequence[int]) -> int:
        levels = [level[p] for p in table]
        return REMATCH * sum(met[a][b] for a, b in combinations(table, 2)) + (max(levels) - min(levels)) ** 2

    for _ in range(SWEEPS):
        better = False
        for number, table in enumerate(tables):
            if worth(table) < REMATCH and len(movable) > LOOK_AHEAD:
                continue
            for player in [p for p in table if p in order]:
                near = movable[max(0, order[player] - NEAREST) : order[player] + NEAREST]
                others = [p for p in near if at[p] != number and special[at[p]] == special[number]]
                better = _exchange(player, others, tables, at, worth) or better
        if not better:
            return


def _exchange(
    player: int, others: Sequence[int], tables: Tables, at: dict[int, int], worth: Callable[[Sequence[int]], int]
) -> bool:
    """Exchange the player with the one it helps most, if it helps at all; say whether it was done."""
    here = at[player]
    mates = [p for p in tables[here] if p != player]
    now = worth(tables[here])
    best, partner = 0, -1
    for other in others:
        there = tables[at[other]]
        rest = [player if p == other else p for p in there]
        gain = now + worth(there) - worth([*mates, other]) - worth(rest)
        if gain > best:
            best, partner = gain, other
    if partner < 0:
        return False
    there = tables[at[partner]]
    tables[here][tables[here].index(player)] = partner
    there[there.index(partner)] = player
    at[player], at[partner] = at[partner], here
    return True


def _seated(demand: Demand, places: Tables, out: tuple[int, ...]) -> Plan:
    """Put each table in playing order and certify the round."""
    past = Past(demand)
    tables = [[past.index[player] for player in table] for table in places]
    chairs = {past.index[player]: chair for player, chair in demand.wishes.fixed_seats}
    seat([tables], demand.table_size, past.seats, lambda _share: None, chairs)
    rounds = (tuple(tuple(past.players[p] for p in table) for table in tables),)
    refuse_if_not_apart(demand, rounds)
    return Plan(rounds, (out,), certify(demand, past, rounds, (out,), "standings"))
