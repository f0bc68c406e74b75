"""The one door of the package: a demand in, a plan and its certificate out."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any, Self

from tournaments.seating import cost
from tournaments.seating.bounds import bound_of
from tournaments.seating.certificate import Certificate, certify
from tournaments.seating.demand import Demand, Tables
from tournaments.seating.drawing import Drawn, draw_rounds
from tournaments.seating.levelling import level
from tournaments.seating.messages import Cancelled, ImpossibleDemand
from tournaments.seating.movements import Movement, movement
from tournaments.seating.neighbours import vary
from tournaments.seating.past import Past
from tournaments.seating.search import Enough, Watch
from tournaments.seating.seats import number_tables, seat
from tournaments.seating.wishes import Wishes


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
            "certificate": asdict(self.certificate),
            "movement": self.movement
            and {"tables": self.movement.tables, "moves": [list(move) for move in self.movement.moves]},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        rule = data.get("movement")
        return cls(
            rounds=tuple(tuple(tuple(table) for table in tables) for tables in data["rounds"]),
            exempts=tuple(tuple(out) for out in data["exempts"]),
            certificate=Certificate.from_json(data["certificate"]),
            movement=Movement(rule["tables"], tuple(map(tuple, rule["moves"]))) if rule else None,
        )


def draw(
    demand: Demand,
    *,
    progress: Callable[[int], None] | None = None,
    better: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
    enough: Callable[[], bool] | None = None,
) -> Plan:
    """
    Return the plan of a demand: the same demand always gives the same plan, on any machine.

    `progress` hears a rising percentage up to 100. While it searches, `better` hears the repeats of the best rotation
    yet, past included, and the number that no rotation goes below, each time a better one is found. Raises Cancelled
    as soon as `stop` answers True. As soon as `enough` does, the best found so far is seated and returned: a valid
    plan, its certificate as true as any.
    Raises ImpossibleDemand when no plan was found that keeps apart everybody who must be.
    """
    watch = _Watch(progress, stop, enough)
    if demand.wishes.lines:
        plan = _draw_lines(demand, watch, better)
    else:
        plan = _draw_hall(demand, 0, watch.between, _Better(demand, better))
    watch.between(98, 100)(1)
    return plan


def _draw_hall(demand: Demand, first: int, within: Callable[[float, float], Watch], told: "_Better") -> Plan:
    rng = Random(demand.seed)  # noqa: S311 - a draw people can repeat, not a secret
    past = Past(demand, first)
    problem, target = past.problem()
    drawn = draw_rounds(
        problem,
        rng,
        target=target,
        by_rule=demand.by_rule,
        groups=past.groups,
        watch=lambda low, high: within(1 + 79 * low, 1 + 79 * high),
        told=told,
    )
    tables = [places[: len(layout.tables)] for places, layout in zip(drawn.rounds, demand.layouts, strict=True)]
    out = [places[len(layout.tables) :] for places, layout in zip(drawn.rounds, demand.layouts, strict=True)]
    rule = _seat(demand, past, drawn, tables, rng, within)
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
    within: Callable[[float, float], Watch],
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
        with suppress(Enough):  # the numbers are valid at every moment
            number_tables(tables, past.visits, rng, within(80, 88), pinned)
    seat(tables, demand.table_size, past.seats, _patient(within(88, 97)), chairs)
    level(tables, demand.table_size, past.seats, chairs, demand.seed)
    played = [[[past.index.get(player, -1 - player) for player in table] for table in one] for one in demand.past]
    vary(tables, played, demand.table_size, past.seats, chairs)
    return None


def _patient(watch: Watch) -> Watch:
    """Let nobody have enough before everybody is seated."""

    def tell(share: float) -> None:
        with suppress(Enough):
            watch(share)

    return tell


def _turn(rounds: Sequence[list[list[int]]]) -> None:
    """Seat the classes of a movement one chair further in each round, so that each chair comes to everybody in turn."""
    for number, tables in enumerate(rounds):
        for table in tables:
            by = number % len(table)
            table[:] = table[len(table) - by :] + table[: len(table) - by]


def _draw_lines(demand: Demand, watch: "_Watch", better: Callable[[int, int], None] | None) -> Plan:
    """
    Draw each line by itself, and put their tables one after the other.

    `better` hears nothing before the last line: until then there is no rotation of everybody.
    """
    parts: list[Plan] = []
    first = 0
    count = len(demand.lines)
    for number, (line, layout) in enumerate(zip(demand.lines, demand.line_layouts, strict=True)):
        low, high = 98 * number / count, 98 * (number + 1) / count

        def within(begin: float, end: float, low: float = low, high: float = high) -> Watch:
            return watch.between(low + (high - low) * begin / 100, low + (high - low) * end / 100)

        asked = _of_line(demand, line, first)
        ours = _Better(asked, better if number + 1 == count else None, parts)
        parts.append(_draw_hall(asked, first, within, ours))
        first += len(layout.tables)
    rounds = tuple(sum((part.rounds[number] for part in parts), ()) for number in range(demand.rounds))
    exempts = tuple(
        tuple(sorted(player for part in parts for player in part.exempts[number])) for number in range(demand.rounds)
    )
    methods = sorted({part.certificate.method for part in parts})
    method = methods[0] if len(methods) == 1 else "line by line"
    return Plan(rounds, exempts, certify(demand, Past(demand), rounds, exempts, method))


def _of_line(demand: Demand, line: tuple[int, ...], first: int) -> Demand:
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


class _Better:
    """Passes the repeats of the best rotation on, each time it is better; `parts` are the lines that are drawn."""

    def __init__(self, demand: Demand, tell: Callable[[int, int], None] | None, parts: Sequence[Plan] = ()) -> None:
        self.tell, self.least = tell, -1
        if tell is not None:
            before = cost.repeats(cost.meetings(demand.past))
            self.before = before + sum(part.certificate.repeats - before for part in parts)
            self.bound = bound_of(demand).repeats + sum(part.certificate.lower_bound - before for part in parts)

    def __call__(self, worth: int, repeats: int) -> None:
        if self.tell is not None and (self.least < 0 or worth < self.least):
            self.least = worth
            self.tell(self.before + repeats, self.bound)


class _Watch:
    """Passes rising percentages on, and asks whether to stop, or whether the best so far will do."""

    def __init__(
        self,
        progress: Callable[[int], None] | None,
        stop: Callable[[], bool] | None,
        enough: Callable[[], bool] | None,
    ) -> None:
        self.progress, self.stop, self.enough, self.last = progress, stop, enough, -1

    def between(self, low: float, high: float) -> Watch:
        def tell(share: float) -> None:
            if self.stop is not None and self.stop():
                raise Cancelled
            percent = int(low + (high - low) * share)
            if percent > self.last:
                self.last = percent
                if self.progress is not None:
                    self.progress(percent)
            if 0 < share < 1 and self.enough is not None and self.enough():
                raise Enough

        tell(0)
        return tell
