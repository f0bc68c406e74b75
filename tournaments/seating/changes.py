"""Changes of a plan during the evening: two players exchanged by hand, and the price of the exchange."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating import cost
from tournaments.seating.certificate import certify, judged_wishes, seats_spread, table_visits, turns_shared
from tournaments.seating.demand import Demand, Tables
from tournaments.seating.neighbours import most_alike
from tournaments.seating.plan import Plan
from tournaments.seating.problem import Past
from tournaments.seating.refusals import ImpossibleDemand


@dataclass(frozen=True)
class Change:
    """One count before and after an exchange; `reason` names it: repeats, excess, apart, exempts, odd_tables, …"""

    reason: str
    before: int
    after: int

    @property
    def worse(self) -> bool:
        return self.after > self.before


def swapped(plan: Plan, demand: Demand, number: int, one: int, other: int) -> Plan:
    """
    Return the plan in which two players of a round (from 0) have exchanged places, with a new certificate.

    Raises ImpossibleDemand when one of the players has no place in that round.
    """
    playing = {player for table in plan.rounds[number] for player in table} | set(plan.exempts[number])
    for player in (one, other):
        if player not in playing:
            raise ImpossibleDemand("not_in_round", {"player": player, "round": number + 1})
    names = {one: other, other: one}
    rounds = list(plan.rounds)
    exempts = list(plan.exempts)
    rounds[number] = tuple(tuple(names.get(player, player) for player in table) for table in rounds[number])
    exempts[number] = tuple(sorted(names.get(player, player) for player in exempts[number]))
    return _certified(demand, rounds, exempts, plan)


def price_of_swap(plan: Plan, demand: Demand, number: int, one: int, other: int) -> tuple[Change, ...]:
    """Return what exchanging two players of a round (from 0) would change, the most serious change first."""
    after = swapped(plan, demand, number, one, other)
    before, then = _reasons(plan, demand), _reasons(after, demand)
    return tuple(Change(reason, before[reason], then[reason]) for reason in before if before[reason] != then[reason])


def _certified(demand: Demand, rounds: Sequence[Tables], exempts: Sequence[tuple[int, ...]], plan: Plan) -> Plan:
    certificate = certify(demand, Past(demand), rounds, exempts, plan.certificate.method)
    return Plan(tuple(rounds), tuple(exempts), certificate)


def _reasons(plan: Plan, demand: Demand) -> dict[str, int]:
    """Return every count that an exchange may change, the most serious first."""
    whole = (*demand.past, *plan.rounds)
    met = cost.meetings(whole)
    wishes = judged_wishes(demand, plan.rounds, Past(demand))
    by_kind: Counter[str] = Counter()
    for wish in wishes:
        by_kind[wish.kind] += wish.broken
    alike = most_alike(whole)
    turns = turns_shared(demand, plan.rounds, plan.exempts)
    running = [
        sum(1 for pair in combinations(sorted(table), 2) if met[pair] > 1) for tables in plan.rounds for table in tables
    ]
    return {
        "fixed_table": by_kind["fixed_table"],
        "fixed_seat": by_kind["fixed_seat"],
        "line": by_kind["line"],
        "team": by_kind["team"],
        "apart": by_kind["apart"],
        "most_meetings": cost.most_meetings(met),
        "excess": cost.excess(met),
        "repeats": cost.repeats(met),
        "tables_with_a_repeat": sum(map(bool, running)),
        "exempts": turns.exempts,
        "odd_tables": turns.odd_tables,
        "seats": seats_spread(demand, whole, demand.players),
        "table_numbers": table_visits(demand, plan.rounds, demand.players)[2],
        "same_right": alike[0],
        "same_facing": alike[1],
    }
