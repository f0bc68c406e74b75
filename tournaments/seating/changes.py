"""What happens to a plan during the evening: a swap by hand and its price, a replacement, and who must be told."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.seating import cost
from tournaments.seating.certificate import certify, kept_wishes, seats_spread, table_visits, turns_shared
from tournaments.seating.demand import Demand, Tables
from tournaments.seating.neighbours import most_alike
from tournaments.seating.plan import Plan
from tournaments.seating.problem import Past
from tournaments.seating.refusals import ImpossibleDemand


@dataclass(frozen=True)
class Change:
    """One reason, counted before and after; `reason` names it: repeats, excess, apart, exempts, odd_tables, …"""

    reason: str
    before: int
    after: int

    @property
    def worse(self) -> bool:
        return self.after > self.before


@dataclass(frozen=True)
class Move:
    """What a player must be told: in a round of the plan (from 0), his table and chair before and now; None is out."""

    player: int
    round: int
    before: tuple[int, int] | None
    now: tuple[int, int] | None


def swapped(plan: Plan, demand: Demand, number: int, one: int, other: int) -> Plan:
    """
    Return the plan where two players of a round, from 0, have exchanged their places; its certificate is new.

    Raises ImpossibleDemand when one of them has no place in that round.
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
    """Return what exchanging two players of a round, from 0, would change, the gravest reason first."""
    after = swapped(plan, demand, number, one, other)
    before, then = _reasons(plan, demand), _reasons(after, demand)
    return tuple(Change(reason, before[reason], then[reason]) for reason in before if before[reason] != then[reason])


def substituted(plan: Plan, demand: Demand, leaver: int, comer: int) -> tuple[Plan, Demand]:
    """
    Return the plan where `comer` takes every place of `leaver` in the new rounds, and the demand it answers.

    The wishes that were the leaver's own, a table or a chair or somebody to avoid, go with him; his team, his sector
    and his rounds pass on. Raises ImpossibleDemand when `comer` plays already.
    """
    if leaver not in demand.players:
        raise ImpossibleDemand("unknown_player", {"player": leaver})
    if comer in demand.players:
        raise ImpossibleDemand("duplicate", {"player": comer})
    wishes = demand.wishes
    gone = replace(
        wishes,
        apart=tuple(replace(group, players=tuple(p for p in group.players if p != leaver)) for group in wishes.apart),
        teams=tuple(tuple(comer if p == leaver else p for p in team) for team in wishes.teams),
        fixed_tables=tuple(pair for pair in wishes.fixed_tables if pair[0] != leaver),
        fixed_seats=tuple(pair for pair in wishes.fixed_seats if pair[0] != leaver),
        sectors=tuple(tuple(comer if p == leaver else p for p in sector) for sector in wishes.sectors),
        active=tuple((comer if p == leaver else p, begin, end) for p, begin, end in wishes.active),
    )
    players = tuple(comer if player == leaver else player for player in demand.players)
    changed = replace(demand, players=players, wishes=gone)
    rounds = [tuple(tuple(comer if p == leaver else p for p in table) for table in tables) for tables in plan.rounds]
    exempts = [tuple(sorted(comer if p == leaver else p for p in out)) for out in plan.exempts]
    return _certified(changed, rounds, exempts, plan), changed


def moves(before: Plan, after: Plan) -> tuple[Move, ...]:
    """Return every player and round where two plans of the same rounds differ, round by round."""
    changed = []
    for number, (old, new) in enumerate(zip(before.rounds, after.rounds, strict=False)):
        was, now = _places(old), _places(new)
        everybody = sorted({*was, *now, *before.exempts[number], *after.exempts[number]})
        changed += [Move(p, number, was.get(p), now.get(p)) for p in everybody if was.get(p) != now.get(p)]
    return tuple(changed)


def _places(tables: Tables) -> dict[int, tuple[int, int]]:
    return {player: (number, chair) for number, table in enumerate(tables) for chair, player in enumerate(table)}


def _certified(demand: Demand, rounds: Sequence[Tables], exempts: Sequence[tuple[int, ...]], plan: Plan) -> Plan:
    certificate = certify(demand, Past(demand), rounds, exempts, plan.certificate.method)
    return Plan(tuple(rounds), tuple(exempts), certificate)


def _reasons(plan: Plan, demand: Demand) -> dict[str, int]:
    """Return everything a swap may change, the gravest first."""
    whole = (*demand.past, *plan.rounds)
    met = cost.meetings(whole)
    kept = kept_wishes(demand, plan.rounds, Past(demand))
    by_kind: Counter[str] = Counter()
    for wish in kept:
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
