"""The one door of the package: a demand in, a plan and its certificate out; what turns would cost, before."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self

from tournaments.seating import cost
from tournaments.seating.certificate import Certificate, certify
from tournaments.seating.demand import Demand, Tables, Turns
from tournaments.seating.drawing import Drawn, draw_rounds, short_search
from tournaments.seating.monitor import Best, Monitor, Stage, StopEarly
from tournaments.seating.movements import Movement, movement
from tournaments.seating.past import Past
from tournaments.seating.refusals import ImpossibleDemand
from tournaments.seating.seat_exchanges import level, vary
from tournaments.seating.seats import number_tables, seat
from tournaments.seating.wishes import Wishes

PRICE_MOVES = 20_000  # a draw makes some two million: a price is told in tenths of a second


@dataclass(frozen=True)
class Plan:
    """
    The NEW rounds only: tables by number, each in playing order Sud, Est, Nord, Ouest; and the exempts of each.

    `movement` is the rule that leads from each round to the next, when there is one.
    """

    rounds: tuple[Tables, ...]
    exempts: tuple[tuple[int, ...], ...]
    certificate: Certificate
    movement: Movement | None = None

    def as_json(self) -> dict[str, Any]:
        """Return dicts, lists, numbers and strings only."""
        return {
            "rounds": [[list(table) for table in tables] for tables in self.rounds],
            "exempts": [list(out) for out in self.exempts],
            "certificate": self.certificate.as_json(),
            "movement": self.movement
            and {"tables": self.movement.tables, "moves": [list(move) for move in self.movement.moves]},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(
            rounds=tuple(tuple(tuple(table) for table in tables) for tables in data["rounds"]),
            exempts=tuple(tuple(out) for out in data["exempts"]),
            certificate=Certificate.from_json(data["certificate"]),
            movement=Movement.from_json(data.get("movement")),
        )


def draw(demand: Demand, *, monitor: Monitor | None = None) -> Plan:
    """
    Return the plan of a demand: the same demand always gives the same plan, on any machine.

    When the monitor answers that it should stop, the best found so far is seated and returned: a valid plan, its
    certificate as true as any. Raises Cancelled when the monitor does, ImpossibleDemand when no plan was found that
    keeps apart everybody who must be.
    """
    stage = Stage(monitor or Monitor())
    stage.report(0)
    if demand.wishes.lines:
        plan = _draw_lines(demand, stage.part(0, 0.98))
    else:
        plan = _draw_hall(demand, 0, stage.part(0, 1, _best(demand, stage.monitor)))
    stage.report(1)
    return plan


def _draw_hall(demand: Demand, first: int, stage: Stage) -> Plan:
    rng = Random(demand.seed)  # noqa: S311 - a draw people can repeat, not a secret
    past = Past(demand, first)
    problem, target = past.problem()
    drawn = draw_rounds(
        problem,
        rng,
        target=target,
        by_rule=demand.by_rule,
        groups=past.groups,
        stage=stage.part(0.01, 0.8),
    )
    tables = [places[: len(layout.tables)] for places, layout in zip(drawn.rounds, demand.layouts, strict=True)]
    out = [places[len(layout.tables) :] for places, layout in zip(drawn.rounds, demand.layouts, strict=True)]
    rule = _seat(demand, past, drawn, tables, rng, stage)
    rounds = tuple(tuple(tuple(past.players[p] for p in table) for table in one) for one in tables)
    exempts = tuple(tuple(sorted(past.players[p] for one in each for p in one)) for each in out)
    refuse_if_not_apart(demand, rounds)
    return Plan(rounds, exempts, certify(demand, past, rounds, exempts, drawn.method), rule)


def _seat(
    demand: Demand,
    past: Past,
    drawn: Drawn,
    tables: list[list[list[int]]],
    rng: Random,
    stage: Stage,
) -> Movement | None:
    """Number the tables and put each in playing order, in place; return the rule to follow when there is one."""
    design = drawn.design
    chairs = {past.index[player]: chair for player, chair in demand.wishes.fixed_seats if player in past.index}
    numbered = design is not None and design.numbered
    if design is not None and design.offsets and not chairs and (numbered or demand.by_rule):
        _turn(tables)
        return movement(design.offsets, len(tables[0])) if demand.rounds > 1 else None
    if not numbered:
        pinned = frozenset(past.index[player] for player, _ in demand.wishes.fixed_tables if player in past.index)
        with suppress(StopEarly):  # the numbers are valid at every moment
            number_tables(tables, past.visits, rng, stage.part(0.8, 0.88), pinned)
    seat(tables, demand.table_size, past.seats, stage.part(0.88, 0.97), chairs)
    level(tables, demand.table_size, past.seats, chairs, demand.seed)
    played = [[[past.index.get(player, -1 - player) for player in table] for table in one] for one in demand.past]
    vary(tables, played, demand.table_size, past.seats, chairs)
    return None


def _turn(rounds: Sequence[list[list[int]]]) -> None:
    """Seat the classes of a movement one chair further in each round, so that each chair comes to everybody in turn."""
    for number, tables in enumerate(rounds):
        for table in tables:
            by = number % len(table)
            table[:] = table[len(table) - by :] + table[: len(table) - by]


def _draw_lines(demand: Demand, stage: Stage) -> Plan:
    """
    Draw each line by itself, and put their tables one after the other.

    The monitor hears of no rotation before the last line: until then there is none of everybody.
    """
    parts: list[Plan] = []
    first = 0
    count = len(demand.lines)
    for number, (line, layout) in enumerate(zip(demand.lines, demand.line_layouts, strict=True)):
        asked = demand_of_line(demand, line, first)
        best = _best(asked, stage.monitor, parts) if number + 1 == count else None
        parts.append(_draw_hall(asked, first, stage.part(number / count, (number + 1) / count, best)))
        first += len(layout.tables)
    rounds = tuple(sum((part.rounds[number] for part in parts), ()) for number in range(demand.rounds))
    exempts = tuple(
        tuple(sorted(player for part in parts for player in part.exempts[number])) for number in range(demand.rounds)
    )
    methods = sorted({part.certificate.method for part in parts})
    method = methods[0] if len(methods) == 1 else "line by line"
    return Plan(rounds, exempts, certify(demand, Past(demand), rounds, exempts, method))


def _best(demand: Demand, monitor: Monitor, parts: Sequence[Plan] = ()) -> Best:
    """Return what tells the monitor of the best rotation yet; `parts` are the lines that are drawn already."""
    past = cost.repeats(cost.meetings(demand.past))
    return Best(
        monitor,
        before=past + sum(part.certificate.repeats - past for part in parts),
        bound=cost.bound_of(demand).repeats + sum(part.certificate.lower_bound - past for part in parts),
    )


def demand_of_line(demand: Demand, line: tuple[int, ...], first: int) -> Demand:
    """Return what the line asks for, with the wishes of its own players."""
    ours = frozenset(line)
    wishes = demand.wishes
    mine = Wishes(
        apart=tuple(
            replace(one, players=tuple(filter(ours.__contains__, one.players)))
            for one in wishes.apart
            if len(ours.intersection(one.players)) > 1
        ),
        teams=tuple(
            tuple(filter(ours.__contains__, team)) for team in wishes.teams if len(ours.intersection(team)) > 1
        ),
        fixed_tables=tuple((player, table - first) for player, table in wishes.fixed_tables if player in ours),
        fixed_seats=tuple((player, chair) for player, chair in wishes.fixed_seats if player in ours),
    )
    return replace(demand, players=line, wishes=mine)


def refuse_if_not_apart(demand: Demand, rounds: Sequence[Tables]) -> None:
    """Raise ImpossibleDemand when two who must never meet do."""
    met = cost.meetings(rounds)
    hard = {pair for one in demand.wishes.groups if one.hard for pair in _pairs(one.players)}
    broken = sorted(pair for pair in hard if met[pair])
    if broken:
        one, other = broken[0]
        values = {"count": sum(met[pair] for pair in broken), "player": one, "other": other}
        raise ImpossibleDemand("no_way_apart", values)


def _pairs(players: Sequence[int]) -> list[tuple[int, int]]:
    return [(one, other) for one in players for other in players if one < other]


@dataclass(frozen=True)
class Price:
    """Repeats, those of the past included: no plan has fewer than `least`, a short search `found` one with so many."""

    least: int
    found: int


def prices(demand: Demand) -> dict[Turns, Price]:
    """
    Return what equal turns first and what few repeats first would cost; the `turns` of the demand change nothing.

    The same demand always has the same prices. They are equal where the choice makes no difference.
    """
    first, last = (replace(demand, turns=turns) for turns in Turns)
    equal = Price(cost.bound_of(first).repeats, _found(first))
    least = cost.bound_of(last).repeats
    few = equal.found if equal.found == least or not last.repeats_first else min(equal.found, _found(last))
    return {Turns.FIRST: equal, Turns.LAST: Price(least, few)}


def _found(demand: Demand) -> int:
    before = cost.repeats(cost.meetings(demand.past))
    return before + sum(_new_repeats(part, first) for part, first in _parts(demand))


def _new_repeats(demand: Demand, first: int) -> int:
    problem, target = Past(demand, first).problem()
    rng = Random(demand.seed)  # noqa: S311 - a figure people can repeat, not a secret
    return short_search(problem, rng, target=target, moves=PRICE_MOVES)


def _parts(demand: Demand) -> Iterator[tuple[Demand, int]]:
    """Yield the demand, or that of each section, with the index of its first table."""
    if not demand.wishes.lines:
        yield demand, 0
        return
    first = 0
    for line, layout in zip(demand.lines, demand.line_layouts, strict=True):
        yield demand_of_line(demand, line, first), first
        first += len(layout.tables)
