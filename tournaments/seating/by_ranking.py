"""
Rounds drawn one at a time from the ranking: players next to each other in the ranking share a table.

Without rematches (système suisse) a table gets the nearest players who have not met; with rematches (danois), the
nearest players.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.seating import cost
from tournaments.seating.demand import Demand, Turns
from tournaments.seating.drawing import draw
from tournaments.seating.monitor import Monitor
from tournaments.seating.nearest import LOOK_AHEAD, in_order, nearer, nearest, seated
from tournaments.seating.plan import Plan
from tournaments.seating.problem import turns_before
from tournaments.seating.refusals import ImpossibleDemand

MOST_SEARCHED = 130  # players; with rematches left, a search of everything is tried up to here
TRIES = 3


@dataclass(frozen=True)
class RoundByStandings:
    """
    A round drawn by the standings, and its price.

    `plan` has one round. `rematches` are the pairs of this round that met before. Inside a table, `rank_spread` is the
    largest distance in the ranking, `mean_spread` the mean distance in tenths; `free_spread` is that mean if rematches
    were allowed. `repeats_ahead` are the repeats after the future rounds that were searched, None when none was
    searched.
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
    monitor: Monitor | None = None,
) -> RoundByStandings:
    """
    Return the next round, the first table for the top of the ranking; `demand` asks for one round and holds the past.

    `ranking` names every player, the best first. With few players the `rounds_left` after this one are searched too:
    this round moves away from the ranking when they would otherwise need a rematch. Wishes are kept; sectors are not
    allowed here, and turns at odd tables always come first. The monitor is that of `draw`: it gets the repeats after
    the searched rounds. Raises ImpossibleDemand when the ranking does not hold exactly the players.
    """
    if demand.rounds != 1 or demand.wishes.sectors:
        raise ImpossibleDemand("one_round", {"rounds": demand.rounds})
    if sorted(ranking) != sorted(demand.players):
        strange = sorted(set(ranking) ^ set(demand.players)) or sorted(ranking)
        raise ImpossibleDemand("ranking", {"player": strange[0]})
    monitor = monitor or Monitor()
    monitor.report(0)
    demand = replace(demand, turns=Turns.FIRST)
    rank = {player: number for number, player in enumerate(ranking)}
    free = nearest(demand, rank, avoid_rematches=False)
    chosen = free if rematches else nearest(demand, rank, avoid_rematches=True, rounds_left=rounds_left)
    ahead = None
    few = len(ranking) <= LOOK_AHEAD
    if not rematches and ((few and rounds_left) or (len(ranking) <= MOST_SEARCHED and _rematches(chosen, demand))):
        chosen, ahead = _looking_ahead(demand, rank, chosen, rounds_left if few else 0, _LookAhead(monitor))
    worst, mean = _spreads(chosen, rank)
    return RoundByStandings(chosen, _rematches(chosen, demand), worst, mean, _spreads(free, rank)[1], ahead)


def _rematches(plan: Plan, demand: Demand) -> int:
    met = cost.meetings(demand.past)
    return sum(1 for table in plan.rounds[0] for pair in combinations(sorted(table), 2) if met[pair])


def _spreads(plan: Plan, rank: dict[int, int]) -> tuple[int, int]:
    spreads = [max(rank[p] for p in table) - min(rank[p] for p in table) for table in plan.rounds[0]]
    return max(spreads), 10 * sum(spreads) // len(spreads)


class _LookAhead(Monitor):
    """The monitor shared by all draws of a search of future rounds: one percentage, and one early stop for all."""

    def __init__(self, monitor: Monitor) -> None:
        self.monitor = monitor
        self.begin, self.drawn = 0, 0
        self.is_answer = True
        self.least: int | None = None

    def draw(self, demand: Demand, *, is_answer: bool = True) -> Plan:
        """Return the plan of a demand; the monitor gets its repeats when the plan `is_answer`, a possible result."""
        self.begin = 100 * self.drawn // (TRIES + 1)
        self.drawn += 1
        self.is_answer = is_answer
        return draw(demand, monitor=self)

    def report(self, percent: int) -> None:
        self.monitor.report(self.begin + percent // (TRIES + 1))

    def found(self, repeats: int, bound: int) -> None:
        if self.is_answer and (self.least is None or repeats < self.least):
            self.least = repeats
            self.monitor.found(repeats, bound)

    def should_stop(self) -> bool:
        if not self.stopped_early and self.monitor.should_stop():
            self.stopped_early = self.monitor.stopped_early = True
        return self.stopped_early


def _looking_ahead(
    demand: Demand, rank: dict[int, int], close: Plan, rounds_left: int, draws: _LookAhead
) -> tuple[Plan, int]:
    """Return the nearest round, or the first round of a plan for all rounds left: fewest repeats, then nearest."""
    tries = (
        draws.draw(replace(demand, rounds=rounds_left + 1, seed=demand.seed + more))
        for more in range(TRIES)
        if not (more and draws.stopped_early)
    )
    everything = best_of(tries)
    best = everything.certificate.repeats
    if close.certificate.repeats <= best and (after := _repeats_at_the_end(demand, close, rounds_left, draws)) <= best:
        return close, after
    single = [
        Plan((tables,), (out,), everything.certificate)
        for tables, out in zip(everything.rounds, everything.exempts, strict=True)
    ]
    # Any of its rounds may come next, but one whose odd places go to somebody again before their turn: the nearest
    # round gives them to those who had the fewest.
    had = turns_before(demand)
    in_turn = [plan for plan in single if _turns(plan, demand, had) <= _turns(close, demand, had)]
    if not in_turn:
        return close, _repeats_at_the_end(demand, close, rounds_left, draws)
    chosen = min(in_turn, key=lambda plan: _spreads(plan, rank)[1])
    places = in_order([[*table] for table in chosen.rounds[0]], rank, demand)
    if not rounds_left:
        places = nearer(demand, rank, places)
    return seated(demand, places, chosen.exempts[0]), best


def _repeats_at_the_end(demand: Demand, plan: Plan, rounds_left: int, draws: _LookAhead) -> int:
    """Return the repeats after the round of this plan and the rounds left."""
    if not rounds_left:
        return plan.certificate.repeats
    outs = demand.past_exempts or ((),) * len(demand.past)
    then = replace(demand, rounds=rounds_left, past=(*demand.past, *plan.rounds), past_exempts=(*outs, *plan.exempts))
    return draws.draw(then, is_answer=False).certificate.repeats


def _turns(plan: Plan, demand: Demand, had: dict[int, int]) -> int:
    """Return how many turns (`had`) the players had before whom this plan puts at an odd table or exempts."""
    odd = [player for table in plan.rounds[0] if len(table) != demand.table_size for player in table]
    return sum(had[player] for player in (*odd, *plan.exempts[0]))


def best_of(plans: Iterable[Plan]) -> Plan:
    """Return the first plan without a repeat, or else the plan with the fewest."""
    best: Plan | None = None
    for plan in plans:
        if best is None or plan.certificate.repeats < best.certificate.repeats:
            best = plan
        if not best.certificate.repeats:
            break
    assert best is not None
    return best
