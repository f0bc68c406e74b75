"""
Draws: a demand becomes a certified plan; and the price of equal turns or of few repeats.

A draw finds the rounds (by a design or by search), numbers their tables, orders the players at each table, and
certifies the plan.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from tournaments.seating import cost
from tournaments.seating.certificate import certify
from tournaments.seating.demand import Demand, Tables, Turns
from tournaments.seating.duplicate import least_set_repeats, rounds_with_sets, set_repeats
from tournaments.seating.monitor import Best, Monitor, StopEarly, WorkStage
from tournaments.seating.neighbours import vary
from tournaments.seating.plan import Movement, Plan
from tournaments.seating.problem import Past
from tournaments.seating.refusals import ImpossibleDemand
from tournaments.seating.search import Drawn, draw_rounds, short_search
from tournaments.seating.seats import level, seat
from tournaments.seating.table_numbers import number_tables
from tournaments.seating.trios import most_meetings, rounds_of_trios
from tournaments.seating.wishes import Wishes

MOST_PRICED = 45  # players: with more, few repeats and equal turns nearly always go together
PRICE_MOVES = 20_000  # a draw makes some two million: a price is told in tenths of a second


def draw(demand: Demand, *, monitor: Monitor | None = None) -> Plan:
    """
    Return the plan of a demand: the same demand always gives the same plan, on any machine.

    When the monitor asks for an early stop, the best rounds found so far become the plan: valid, with a true
    certificate. Raises Cancelled when the monitor does, ImpossibleDemand when every plan found lets a pair meet that
    must not.
    """
    stage = WorkStage(monitor or Monitor())
    stage.report(0)
    if demand.trios:
        plan = _draw_trios(demand)
    elif demand.sets:
        plan = _draw_with_sets(demand)
    elif demand.wishes.sectors:
        plan = _draw_sectors(demand, stage.part(0, 0.98))
    else:
        plan = _draw_hall(demand, 0, stage.part(0, 1, _best(demand, stage.monitor)))
    stage.report(1)
    return replace(plan, certificate=replace(plan.certificate, turns_last_reached=_turns_last_reached(demand, plan)))


def _draw_with_sets(demand: Demand) -> Plan:
    """Draw a duplicate: nobody meets a set of boards twice where that can be, then nobody anybody."""
    rng = Random(demand.seed)  # noqa: S311 - a draw people can repeat, not a secret
    drawn = rounds_with_sets(demand, rng)
    certificate = replace(
        certify(demand, Past(demand), drawn.tables, drawn.exempts, drawn.method),
        chairs=0,  # each keeps his own
        set_repeats=set_repeats(drawn.tables, drawn.sets),
        set_repeats_bound=least_set_repeats(demand),
    )
    tables = len(drawn.tables[0])
    is_rule = bool(drawn.offsets) and demand.rounds > 1 and len(set(drawn.sets)) == 1
    movement = Movement.from_offsets(drawn.offsets, tables, turns=False) if is_rule else None
    return Plan(tuple(drawn.tables), tuple(drawn.exempts), certificate, movement, drawn.sets)


def _draw_trios(demand: Demand) -> Plan:
    """Draw teams of three: by lot the places of a plan in which no team meets a set twice."""
    drawn = rounds_of_trios(demand.trios, demand.seed)
    certificate = replace(
        certify(demand, Past(demand), drawn.tables, drawn.exempts, "trios"),
        chairs=0,
        trios=len(demand.trios),
        trio_meetings=most_meetings(demand.trios, drawn.tables),
        trio_results=min(Counter(held for of_round in drawn.sets for held in of_round).values()),
        set_repeats=set_repeats(drawn.tables, drawn.sets),
    )
    return Plan(drawn.tables, drawn.exempts, certificate, None, drawn.sets)


def _turns_last_reached(demand: Demand, plan: Plan) -> int | None:
    """Return the repeats of a short search with few repeats before turns; None where equal turns cost no repeat."""
    last = replace(demand, turns=Turns.LAST)
    found = plan.certificate
    if demand.repeats_first or not last.repeats_first or not found.has_odd_tables:
        return None
    if found.repeats == cost.bound_of(last).repeats or len(demand.players) > MOST_PRICED:
        return None
    reached = _short_repeats(last)
    return reached if found.for_turns or reached < found.repeats else None


def _draw_hall(demand: Demand, first: int, stage: WorkStage) -> Plan:
    """Draw a demand without sectors; `first` is the index of its first table in the hall."""
    rng = Random(demand.seed)  # noqa: S311 - a draw people can repeat, not a secret
    past = Past(demand, first)
    problem, target = past.problem()
    drawn = draw_rounds(
        problem,
        rng,
        target=target,
        fewest=cost.bound_of(demand).repeats - cost.repeats(past.met),
        by_rule=demand.by_rule,
        groups=past.groups,
        stage=stage.part(0.01, 0.8),
    )
    places = list(zip(drawn.rounds, demand.layouts, strict=True))
    rounds = [tables[: len(layout.tables)] for tables, layout in places]
    exempts = [[player for out in tables[len(layout.tables) :] for player in out] for tables, layout in places]
    movement = _seat(demand, past, drawn, rounds, rng, stage)
    named = tuple(tuple(tuple(past.players[p] for p in table) for table in tables) for tables in rounds)
    out = tuple(tuple(sorted(past.players[p] for p in players)) for players in exempts)
    refuse_if_not_apart(demand, named)
    return Plan(named, out, certify(demand, past, named, out, drawn.method), movement)


def _seat(
    demand: Demand, past: Past, drawn: Drawn, rounds: list[list[list[int]]], rng: Random, stage: WorkStage
) -> Movement | None:
    """Number the tables and order the players at each, in place; return the movement rule when there is one."""
    design = drawn.design
    chairs = {past.index[player]: chair for player, chair in demand.wishes.fixed_seats if player in past.index}
    numbered = design is not None and design.numbered
    if design is not None and design.offsets and not chairs and (numbered or demand.by_rule):
        _turn(rounds)
        return Movement.from_offsets(design.offsets, len(rounds[0])) if demand.rounds > 1 else None
    if not numbered:
        pinned = frozenset(past.index[player] for player, _table in demand.wishes.fixed_tables if player in past.index)
        with suppress(StopEarly):  # the numbers are valid at every moment
            number_tables(rounds, past.visits, rng, stage.part(0.8, 0.88), pinned)
    seat(rounds, demand.table_size, past.seats, stage.part(0.88, 0.97), chairs)
    level(rounds, demand.table_size, past.seats, chairs, demand.seed)
    # A player who has left since gets a number below 0, which nobody sits with.
    played = [[[past.index.get(p, -1 - p) for p in table] for table in tables] for tables in demand.past]
    vary(rounds, played, demand.table_size, past.seats, chairs)
    return None


def _turn(rounds: Sequence[list[list[int]]]) -> None:
    """Move the players of each class one chair on in each round, so that each chair comes to everybody."""
    for number, tables in enumerate(rounds):
        for table in tables:
            by = number % len(table)
            table[:] = table[len(table) - by :] + table[: len(table) - by]


def _draw_sectors(demand: Demand, stage: WorkStage) -> Plan:
    """
    Draw each sector alone, and put their tables one after the other.

    The monitor gets no rotation before the last sector: until then there is none of all players.
    """
    plans: list[Plan] = []
    count = len(demand.sectors)
    for number, (sector, first) in enumerate(_sectors(demand)):
        best = _best(sector, stage.monitor, plans) if number + 1 == count else None
        plans.append(_draw_hall(sector, first, stage.part(number / count, (number + 1) / count, best)))
    numbers = range(demand.rounds)
    rounds = tuple(sum((plan.rounds[number] for plan in plans), ()) for number in numbers)
    exempts = tuple(tuple(sorted(player for plan in plans for player in plan.exempts[number])) for number in numbers)
    methods = {plan.certificate.method for plan in plans}
    method = methods.pop() if len(methods) == 1 else "line by line"
    return Plan(rounds, exempts, certify(demand, Past(demand), rounds, exempts, method))


def _best(demand: Demand, monitor: Monitor, drawn: Sequence[Plan] = ()) -> Best:
    """Return the object that reports a better rotation to the monitor; `drawn` are the plans of earlier sectors."""
    past = cost.repeats(cost.meetings(demand.past))
    return Best(
        monitor,
        before=past + sum(plan.certificate.repeats - past for plan in drawn),
        bound=cost.bound_of(demand).repeats + sum(plan.certificate.lower_bound - past for plan in drawn),
    )


def _sectors(demand: Demand) -> Iterator[tuple[Demand, int]]:
    """Yield the demand of each sector, or of the whole hall, with the index of its first table."""
    if not demand.wishes.sectors:
        yield demand, 0
        return
    first = 0
    for sector, layout in zip(demand.sectors, demand.sector_layouts, strict=True):
        yield _demand_of_sector(demand, sector, first), first
        first += len(layout.tables)


def _demand_of_sector(demand: Demand, players: tuple[int, ...], first: int) -> Demand:
    """Return the demand of one sector, with the wishes of its players; its tables are counted from `first`."""
    wishes = demand.wishes

    def inside(group: Sequence[int]) -> tuple[int, ...]:
        return tuple(player for player in group if player in members)

    members = frozenset(players)
    apart = (replace(group, players=inside(group.players)) for group in wishes.apart)
    own = Wishes(
        apart=tuple(group for group in apart if len(group.players) > 1),
        teams=tuple(team for team in map(inside, wishes.teams) if len(team) > 1),
        fixed_tables=tuple((player, table - first) for player, table in wishes.fixed_tables if player in members),
        fixed_seats=tuple((player, chair) for player, chair in wishes.fixed_seats if player in members),
    )
    return replace(demand, players=players, wishes=own)


def refuse_if_not_apart(demand: Demand, rounds: Sequence[Tables]) -> None:
    """Raise ImpossibleDemand when two players meet who must never meet."""
    met = cost.meetings(rounds)
    groups = [group.players for group in demand.wishes.groups if group.hard]
    broken = sorted({pair for players in groups for pair in combinations(sorted(players), 2) if met[pair]})
    if broken:
        player, other = broken[0]
        values = {"count": sum(met[pair] for pair in broken), "player": player, "other": other}
        raise ImpossibleDemand("no_way_apart", values)


@dataclass(frozen=True)
class RepeatBounds:
    """Repeats, past included: no plan has fewer than `least`, a short search found a plan with `reached`."""

    least: int
    reached: int


def prices(demand: Demand) -> dict[Turns, RepeatBounds]:
    """
    Return the price of equal turns first and of few repeats first; `demand.turns` is not used.

    The same demand always has the same prices. Both are equal where the choice makes no difference.
    """
    first, last = (replace(demand, turns=turns) for turns in Turns)
    equal = RepeatBounds(cost.bound_of(first).repeats, _short_repeats(first))
    least = cost.bound_of(last).repeats
    few = (
        equal.reached if equal.reached == least or not last.repeats_first else min(equal.reached, _short_repeats(last))
    )
    return {Turns.FIRST: equal, Turns.LAST: RepeatBounds(least, few)}


def _short_repeats(demand: Demand) -> int:
    """Return the repeats that a short search finds, past included."""
    repeats = cost.repeats(cost.meetings(demand.past))
    for sector, first in _sectors(demand):
        problem, target = Past(sector, first).problem()
        rng = Random(demand.seed)  # noqa: S311 - a figure people can repeat, not a secret
        repeats += short_search(problem, rng, target=target, moves=PRICE_MOVES)
    return repeats
