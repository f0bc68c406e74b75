"""
Rounds drawn one at a time from the ranking: neighbours in the ranking share a table.

Without rematches (système suisse) the nearest strangers come together; with them (danois), the nearest.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.seating import cost
from tournaments.seating.demand import Demand
from tournaments.seating.messages import Cancelled, ImpossibleDemand
from tournaments.seating.nearest import LOOK_AHEAD, in_order, nearer, nearest, seated
from tournaments.seating.plan import Plan, draw

MOST_SEARCHED = 130  # players; with rematches left, a search of everything is tried up to here
TRIES = 3


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
    better: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
    enough: Callable[[], bool] | None = None,
) -> Standing:
    """
    Return the next round, the first table for the top of the ranking; `demand` asks for one round and holds the past.

    `ranking` names every player, the best first. With few players the `rounds_left` after this one are looked at too,
    and this one moves away from the ranking when it must so that they need no rematch either. Wishes are kept; lines
    are not for this. `progress`, `better`, `stop` and `enough` are those of `draw`: `better` hears the repeats at the
    end of the rounds looked at; with enough, what is found is taken.
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
    free = nearest(demand, rank, mind=False)
    chosen = free if rematches else nearest(demand, rank, mind=True, left=rounds_left)
    ahead = None
    few = len(ranking) <= LOOK_AHEAD
    if not rematches and ((few and rounds_left) or (len(ranking) <= MOST_SEARCHED and _rematches(chosen, demand))):
        ears = _Ears(progress, better, stop, enough)
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
        better: Callable[[int, int], None] | None,
        stop: Callable[[], bool] | None,
        enough: Callable[[], bool] | None,
    ) -> None:
        self.tell, self.better, self.stop, self.ask = progress, better, stop, enough
        self.drawn, self.had = 0, False
        self.least: int | None = None

    def draw(self, demand: Demand, *, is_answer: bool = True) -> Plan:
        """Return the plan of a demand; when it `is_answer` to what was asked, its repeats are told."""
        low = 100 * self.drawn // (TRIES + 1)
        self.drawn += 1
        return draw(
            demand,
            progress=lambda percent: self.tell(low + percent // (TRIES + 1)) if self.tell is not None else None,
            better=self._hear if is_answer else None,
            stop=self.stop,
            enough=self.enough,
        )

    def _hear(self, repeats: int, bound: int) -> None:
        if self.better is not None and (self.least is None or repeats < self.least):
            self.least = repeats
            self.better(repeats, bound)

    def enough(self) -> bool:
        self.had = self.had or (self.ask is not None and self.ask())
        return self.had


def _looking_ahead(demand: Demand, rank: dict[int, int], close: Plan, left: int, ears: _Ears) -> tuple[Plan, int]:
    """Choose between the nearest round and those of a plan for all the rounds left: fewest repeats, then nearest."""
    tries = (
        ears.draw(replace(demand, rounds=left + 1, seed=demand.seed + more))
        for more in range(TRIES)
        if not (more and ears.had)
    )
    everything = best_of(tries)
    best = everything.certificate.repeats
    if close.certificate.repeats <= best:
        if not left:
            return close, close.certificate.repeats
        outs = demand.past_exempts or ((),) * len(demand.past)
        then = replace(demand, rounds=left, past=(*demand.past, *close.rounds), past_exempts=(*outs, *close.exempts))
        after = ears.draw(then, is_answer=False).certificate.repeats
        if after <= best:
            return close, after
    single = [
        Plan((tables,), (out,), everything.certificate)
        for tables, out in zip(everything.rounds, everything.exempts, strict=True)
    ]
    chosen = min(single, key=lambda plan: _spreads(plan, rank)[1])
    places = in_order([[*table] for table in chosen.rounds[0]], rank, demand)
    if not left:
        places = nearer(demand, rank, places)
    return seated(demand, places, chosen.exempts[0]), best


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
