"""The one door of the package: a demand in, a plan and its certificate out."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Self

from tournaments.seating import cost
from tournaments.seating.board import MOST_COUNTED, Problem
from tournaments.seating.demand import MOST_ROUNDS, Demand, Table, Tables
from tournaments.seating.drawing import draw_rounds
from tournaments.seating.layouts import MOST_PLAYERS, Layout, Remainder, layout, possible_layouts
from tournaments.seating.messages import Cancelled, ImpossibleDemand
from tournaments.seating.search import Watch
from tournaments.seating.seats import counts_for, number_tables, seat

__all__ = [
    "MOST_PLAYERS",
    "MOST_ROUNDS",
    "Cancelled",
    "Certificate",
    "Demand",
    "ImpossibleDemand",
    "Layout",
    "Plan",
    "Remainder",
    "Table",
    "Tables",
    "draw",
    "layout",
    "possible_layouts",
]

MOST_CHAIRS = 5


@dataclass(frozen=True)
class Certificate:
    """
    What a plan gave up, past included, and what nobody could have avoided.

    `proven_optimal` is said of the repeats alone, and only when they equal `lower_bound`. Spreads are the most less
    the least among the players present; `exempts_spread` and `odd_tables_spread` leave out who joined after the past.
    """

    repeats: int
    lower_bound: int
    proven_optimal: bool
    excess: int
    excess_bound: int
    most_meetings: int
    exempts_spread: int
    odd_tables_spread: int
    seats_spread: int
    method: str
    seed: int

    def words(self, language: str = "fr") -> str:
        """Return the verdict in words, never « optimal » unless it is proved."""
        french = language != "en"
        word = ("répétition" if french else "repeat") + "s" * (self.repeats > 1 or (self.repeats == 0 and not french))
        if self.proven_optimal:
            return f"{self.repeats} {word}, " + ("prouvé optimal" if french else "proved optimal")
        if self.lower_bound:
            known = f"au moins {self.lower_bound} inévitables" if french else f"at least {self.lower_bound} unavoidable"
        else:
            known = "borne non atteinte" if french else "bound not reached"
        return f"{self.repeats} {word}, {known}"


@dataclass(frozen=True)
class Plan:
    """The NEW rounds only: tables by number, each in playing order Sud, Est, Nord, Ouest; and the exempts of each."""

    rounds: tuple[Tables, ...]
    exempts: tuple[tuple[int, ...], ...]
    certificate: Certificate

    def as_json(self) -> dict[str, Any]:
        """Return dicts, lists, numbers and strings only."""
        return {
            "rounds": [[list(table) for table in tables] for tables in self.rounds],
            "exempts": [list(out) for out in self.exempts],
            "certificate": asdict(self.certificate),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(
            rounds=tuple(tuple(tuple(table) for table in tables) for tables in data["rounds"]),
            exempts=tuple(tuple(out) for out in data["exempts"]),
            certificate=Certificate(**data["certificate"]),
        )


def draw(
    demand: Demand, *, progress: Callable[[int], None] | None = None, stop: Callable[[], bool] | None = None
) -> Plan:
    """
    Return the plan of a demand: the same demand always gives the same plan, on any machine.

    `progress` hears a rising percentage up to 100. Raises Cancelled as soon as `stop` answers True.
    """
    watch = _Watch(progress, stop)
    rng = Random(demand.seed)  # noqa: S311 - a draw people can repeat, not a secret
    players = sorted(demand.players)
    past = _Past(demand, players)
    target = cost.least_excess(past.met, players, demand.layout.tables, demand.layout.exempts, demand.rounds)
    drawn = draw_rounds(
        past.problem(), rng, target=target, watch=lambda low, high: watch.between(1 + 79 * low, 1 + 79 * high)
    )
    tables = [places[: len(demand.layout.tables)] for places in drawn.rounds]
    out = [places[len(demand.layout.tables) :] for places in drawn.rounds]
    number_tables(tables, past.visits, rng, watch.between(80, 88))
    seat(tables, demand.table_size, past.seats, watch.between(88, 98))
    rounds = tuple(tuple(tuple(players[p] for p in table) for table in one) for one in tables)
    exempts = tuple(tuple(sorted(players[p] for one in each for p in one)) for each in out)
    certificate = _certify(demand, rounds, exempts, drawn.method)
    watch.between(98, 100)(1)
    return Plan(rounds, exempts, certificate)


class _Watch:
    """Passes rising percentages on, and asks whether to stop."""

    def __init__(self, progress: Callable[[int], None] | None, stop: Callable[[], bool] | None) -> None:
        self.progress, self.stop, self.last = progress, stop, -1

    def between(self, low: float, high: float) -> Watch:
        def tell(share: float) -> None:
            if self.stop is not None and self.stop():
                raise Cancelled
            percent = int(low + (high - low) * share)
            if percent > self.last:
                self.last = percent
                if self.progress is not None:
                    self.progress(percent)

        tell(0)
        return tell


class _Past:
    """The past as the draw counts it, on the players present numbered 0..n-1."""

    def __init__(self, demand: Demand, players: list[int]) -> None:
        self.demand = demand
        index = {player: number for number, player in enumerate(players)}
        self.present = len(players)
        self.seats = [[0] * MOST_CHAIRS for _ in players]
        self.visits: list[dict[int, int]] = [{} for _ in players]
        present = set(players)
        everyone = cost.meetings(demand.past)
        self.met = Counter({pair: met for pair, met in everyone.items() if pair[0] in present and pair[1] in present})
        self.index = index
        for tables in demand.past:
            for number, table in enumerate(tables):
                for chair, player in enumerate(table):
                    if player in index:
                        visits = self.visits[index[player]]
                        visits[number] = visits.get(number, 0) + 1
                        if counts_for(table, demand.table_size):
                            self.seats[index[player]][chair] += 1

    def problem(self) -> Problem:
        met = [bytearray(self.present) for _ in range(self.present)]
        for (one, other), count in self.met.items():
            a, b = self.index[one], self.index[other]
            met[a][b] = met[b][a] = min(count, MOST_COUNTED)
        return Problem(self.demand.layout, self.demand.rounds, self.demand.table_size, met, self._turns())

    def _turns(self) -> list[int]:
        """Return past turns; who joins now starts level with the luckiest, or he would sit out round after round."""
        demand = self.demand
        had = _exempted(demand.past_exempts) if demand.layout.exempts else _at_odd(demand.past, demand.table_size)
        known = _known(demand)
        least = min((had[player] for player in known), default=0)
        return [had[player] if player in known else least for player in self.index]


def _known(demand: Demand) -> set[int]:
    """Return the players present who were there in the past."""
    seen = {player for tables in demand.past for table in tables for player in table}
    return (seen | {player for out in demand.past_exempts for player in out}) & set(demand.players)


def _exempted(exempts: Iterable[tuple[int, ...]]) -> Counter[int]:
    return Counter(player for out in exempts for player in out)


def _at_odd(rounds: Iterable[Tables], size: int) -> Counter[int]:
    return Counter(player for tables in rounds for table in tables if len(table) != size for player in table)


def _certify(
    demand: Demand, rounds: tuple[Tables, ...], exempts: tuple[tuple[int, ...], ...], method: str
) -> Certificate:
    whole = (*demand.past, *rounds)
    before, met = cost.meetings(demand.past), cost.meetings(whole)
    asked = (demand.players, demand.layout.tables, demand.layout.exempts, demand.rounds)
    repeats, bound = cost.repeats(met), cost.least_repeats(before, *asked)
    shared = _known(demand) or set(demand.players)
    out, odd = _exempted((*demand.past_exempts, *exempts)), _at_odd(whole, demand.table_size)
    chairs = demand.table_size if set(demand.layout.tables) == {demand.table_size} else min(4, demand.table_size)
    seats: dict[int, list[int]] = {player: [0] * chairs for player in demand.players}
    for tables in whole:
        for table in tables:
            if counts_for(table, demand.table_size):
                for chair, player in enumerate(table[:chairs]):
                    if player in seats:
                        seats[player][chair] += 1
    return Certificate(
        repeats=repeats,
        lower_bound=bound,
        proven_optimal=repeats == bound,
        excess=cost.excess(met),
        excess_bound=cost.least_excess(before, *asked),
        most_meetings=cost.most_meetings(met),
        exempts_spread=cost.spread(out[player] for player in shared),
        odd_tables_spread=cost.spread(odd[player] for player in shared),
        seats_spread=max(cost.spread(counts) for counts in seats.values()),
        method=method,
        seed=demand.seed,
    )
