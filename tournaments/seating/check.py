"""
An independent check: a plan against its demand, recounted from nothing.

It imports only what a plan and a demand are: none of the counting or sharing code it judges.
"""

from collections import Counter
from collections.abc import Iterator

from tournaments.seating.plan import Demand, Plan, Tables


def problems(plan: Plan, demand: Demand) -> list[str]:
    """Return everything that is wrong, in English for the log; an empty list means the plan may be played."""
    return [*_shape(plan, demand), *_players(plan, demand), *_claims(plan, demand), *_turns(plan, demand)]


def _shape(plan: Plan, demand: Demand) -> Iterator[str]:
    if len(plan.rounds) != demand.rounds or len(plan.exempts) != demand.rounds:
        yield f"{len(plan.rounds)} rounds and {len(plan.exempts)} lists of exempts for {demand.rounds} rounds asked"
    for number, tables in enumerate(plan.rounds, 1):
        sizes = tuple(len(table) for table in tables)
        if sizes != demand.layout.tables:
            yield f"round {number}: tables of {sizes}, expected {demand.layout.tables}"
    for number, out in enumerate(plan.exempts, 1):
        if len(out) != demand.layout.exempts:
            yield f"round {number}: {len(out)} exempts, expected {demand.layout.exempts}"


def _players(plan: Plan, demand: Demand) -> Iterator[str]:
    for number, (tables, out) in enumerate(zip(plan.rounds, plan.exempts, strict=False), 1):
        seen = Counter(out)
        for table in tables:
            seen.update(table)
        for player in demand.players:
            if seen[player] == 0:
                yield f"round {number}: player {player} is missing"
            elif seen[player] > 1:
                yield f"round {number}: player {player} appears {seen[player]} times"
        for player in seen.keys() - set(demand.players):
            yield f"round {number}: player {player} is not among the players"


def _claims(plan: Plan, demand: Demand) -> Iterator[str]:
    """Recount what the certificate says."""
    met: Counter[frozenset[int]] = Counter()
    for tables in (*demand.past, *plan.rounds):
        for table in tables:
            for place, one in enumerate(table):
                for other in table[place + 1 :]:
                    met[frozenset((one, other))] += 1
    again = sum(met.values()) - len(met)
    said = plan.certificate
    if again != said.repeats:
        yield f"{again} repeats, where the certificate says {said.repeats}"
    if max(met.values(), default=0) != said.most_meetings:
        yield f"a pair meets {max(met.values(), default=0)} times, where the certificate says {said.most_meetings}"
    if said.lower_bound > again:
        yield f"the certificate's bound {said.lower_bound} is above the {again} repeats there are"
    if said.proven_optimal != (again == said.lower_bound):
        yield "the certificate claims a proof its own numbers do not give"


def _turns(plan: Plan, demand: Demand) -> Iterator[str]:
    """Without a past, exempts and odd tables must be shared within one."""
    if demand.past:
        return
    places = {"exempt": plan.exempts, "at an odd table": tuple(_odd(tables, demand) for tables in plan.rounds)}
    for word, rounds in places.items():
        had = Counter(player for one in rounds for player in one)
        counts = [had[player] for player in demand.players]
        if max(counts) - min(counts) > 1:
            yield f"some players are {word} {max(counts)} times and others {min(counts)}"


def _odd(tables: Tables, demand: Demand) -> tuple[int, ...]:
    return tuple(player for table in tables if len(table) != demand.table_size for player in table)
