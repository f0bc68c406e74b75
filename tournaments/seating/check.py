"""
An independent check of a plan against its demand: everything is counted again.

The module imports only the types of a plan and a demand, and none of the code that it checks.
"""

from collections import Counter
from collections.abc import Iterator

from tournaments.seating.demand import Demand, Tables, Turns
from tournaments.seating.plan import Plan


def problems(plan: Plan, demand: Demand) -> list[str]:
    """Return everything that is wrong, in English for the log; an empty list means the plan may be played."""
    parts = (_shape, _players, _wishes, _claims, _details, _turns, _movement, _trios)
    return [problem for part in parts for problem in part(plan, demand)]


def _present(demand: Demand, number: int) -> set[int]:
    """Return the players who are there in a new round (from 0)."""
    away = {player for player, first, last in demand.wishes.active if not first <= number <= last}
    return set(demand.players) - away


def _shape(plan: Plan, demand: Demand) -> Iterator[str]:
    if len(plan.rounds) != demand.rounds or len(plan.exempts) != demand.rounds:
        yield f"{len(plan.rounds)} rounds and {len(plan.exempts)} lists of exempts for {demand.rounds} rounds asked"
    for number, (tables, out, layout) in enumerate(zip(plan.rounds, plan.exempts, demand.layouts, strict=False), 1):
        sizes = tuple(len(table) for table in tables)
        is_as_asked = sizes == layout.tables
        if plan.certificate.method == "fewest changes":  # there an odd table stands where somebody left
            is_as_asked = sorted(sizes) == sorted(layout.tables)
        if not is_as_asked:
            yield f"round {number}: tables of {sizes}, expected {layout.tables}"
        if len(out) != layout.exempts:
            yield f"round {number}: {len(out)} exempts, expected {layout.exempts}"


def _players(plan: Plan, demand: Demand) -> Iterator[str]:
    for number, (tables, out) in enumerate(zip(plan.rounds, plan.exempts, strict=False), 1):
        seen = Counter(out)
        for table in tables:
            seen.update(table)
        present = _present(demand, number - 1)
        for player in sorted(present):
            if seen[player] == 0:
                yield f"round {number}: player {player} is missing"
            elif seen[player] > 1:
                yield f"round {number}: player {player} appears {seen[player]} times"
        for player in sorted(seen.keys() - present):
            yield f"round {number}: player {player} is not among the players"


def _wishes(plan: Plan, demand: Demand) -> Iterator[str]:
    wishes = demand.wishes
    never = [set(group.players) for group in wishes.apart if group.hard] + [set(team) for team in wishes.teams]
    sector_of = {player: number for number, sector in enumerate(wishes.sectors) for player in sector}
    own_table, own_chair = dict(wishes.fixed_tables), dict(wishes.fixed_seats)
    for number, tables in enumerate(plan.rounds, 1):
        for at, table in enumerate(tables):
            for group in never:
                if len(group.intersection(table)) > 1:
                    yield f"round {number}: players {sorted(group.intersection(table))} meet and never must"
            if wishes.sectors and len({sector_of.get(player) for player in table}) > 1:
                yield f"round {number}: players of two lines meet at table {at + 1}"
            for chair, player in enumerate(table):
                if own_table.get(player, at) != at:
                    yield f"round {number}: player {player} is at table {at + 1}, not at his own"
                if own_chair.get(player, chair) != chair:
                    yield f"round {number}: player {player} has chair {chair}, not his own"


def _claims(plan: Plan, demand: Demand) -> Iterator[str]:
    """Yield the claims of the certificate that a new count does not confirm: repeats, bounds, wishes."""
    met: Counter[frozenset[int]] = Counter()
    for tables in (*demand.past, *plan.rounds):
        for table in tables:
            for place, player in enumerate(table):
                for other in table[place + 1 :]:
                    met[frozenset((player, other))] += 1
    again = sum(met.values()) - len(met)
    certificate = plan.certificate
    if again != certificate.repeats:
        yield f"{again} repeats, where the certificate says {certificate.repeats}"
    most = max(met.values(), default=0)
    if most != certificate.most_meetings:
        yield f"a pair meets {most} times, where the certificate says {certificate.most_meetings}"
    if certificate.lower_bound > again:
        yield f"the certificate's bound {certificate.lower_bound} is above the {again} repeats there are"
    if certificate.proven_optimal != (again == certificate.lower_bound):
        yield "the certificate claims a proof its own numbers do not give"


def _details(plan: Plan, demand: Demand) -> Iterator[str]:
    """Yield the other claims of the certificate that a new count does not confirm."""
    certificate = plan.certificate
    right: Counter[tuple[int, int]] = Counter()
    visits: Counter[tuple[int, int]] = Counter()
    free = set(demand.players) - {player for player, _ in demand.wishes.fixed_tables}
    for tables in (*demand.past, *plan.rounds):
        for at, table in enumerate(tables):
            right.update(zip(table, (*table[1:], table[0]), strict=True))
            visits.update((player, at) for player in table if player in free)
    most_right, most_visits = max(right.values(), default=0), max(visits.values(), default=0)
    if most_right != certificate.same_right_most:
        yield f"a right-hand neighbour comes {most_right} times, not {certificate.same_right_most} as certified"
    if most_visits != certificate.tables_most:
        yield f"somebody comes {most_visits} times to a table, not {certificate.tables_most} as certified"
    for wish in certificate.wishes:
        if wish.kind in ("apart", "team"):
            together = [len(set(wish.players).intersection(table)) for tables in plan.rounds for table in tables]
            met = sum(count * (count - 1) // 2 for count in together)
            if met != wish.broken:
                yield f"{met} meetings against a wish, not {wish.broken} as certified"


def _turns(plan: Plan, demand: Demand) -> Iterator[str]:
    """
    Yield what is wrong with turns: without a past or such wishes, exemptions and turns at odd tables differ by at most
    one, and nobody has a second turn before everybody has had one. Odd tables are not checked where repeats came first,
    nor exemptions of a duplicate with more rounds than tables.
    """
    if (
        (demand.sets and demand.rounds > len(demand.layout.tables))
        or demand.past
        or demand.wishes.active
        or demand.wishes.fixed_tables
        or demand.wishes.fixed_seats
        or demand.wishes.sectors
    ):
        return
    places = {"exempt": plan.exempts}
    if demand.turns is Turns.FIRST:
        places["at an odd table"] = tuple(_odd(tables, demand) for tables in plan.rounds)
    for word, rounds in places.items():
        had: Counter[int] = Counter()
        for number, players in enumerate(rounds, 1):
            had.update(players)
            if max(had.values(), default=0) > 1 and len(had) < len(demand.players):
                yield f"round {number}: somebody is {word} again before everybody was once"
                break
        had = Counter(player for players in rounds for player in players)
        counts = [had[player] for player in demand.players]
        if max(counts) - min(counts) > 1:
            yield f"some players are {word} {max(counts)} times and others {min(counts)}"


def _odd(tables: Tables, demand: Demand) -> tuple[int, ...]:
    return tuple(player for table in tables if len(table) != demand.table_size for player in table)


def _movement(plan: Plan, _demand: Demand) -> Iterator[str]:
    """Yield each round to which the movement rule, followed from the first round, does not lead."""
    rule = plan.movement
    if rule is None:
        return
    places = {player: (at, chair) for at, table in enumerate(plan.rounds[0]) for chair, player in enumerate(table)}
    began = {player: chair for player, (_, chair) in places.items()}
    for number, tables in enumerate(plan.rounds[1:]):
        for player, (at, chair) in places.items():
            move = rule.moves[number][began[player]]
            places[player] = (at + move) % len(tables), (chair + rule.turns) % len(rule.moves[number])
        wrong = [player for player, (at, chair) in sorted(places.items()) if tables[at][chair] != player]
        if wrong:
            yield f"round {number + 2}: the movement leads player {wrong[0]} elsewhere"


LEAST_RESULTS = 3  # of different teams: fewer compare nobody


def _trios(plan: Plan, demand: Demand) -> Iterator[str]:
    """Yield what is wrong with teams of three: at a table one takes in Sud, and another whole team defends."""
    if not demand.trios:
        return
    team_of = {player: number for number, trio in enumerate(demand.trios) for player in trio}
    taken, defended, took = Counter[tuple[int, int]](), Counter[tuple[int, int]](), Counter[int]()
    for number, (tables, sets) in enumerate(zip(plan.rounds, plan.sets, strict=True), 1):
        roles: dict[int, set[str]] = {}
        for (taker, *defence), held in zip(tables, sets, strict=True):
            against = {team_of[player] for player in defence}
            if len(set(defence)) != len(demand.trios[0]) or len(against) != 1 or team_of[taker] in against:
                yield f"round {number}: {defence} are not one whole team against another one, that of {taker}"
                continue
            taken[team_of[taker], held] += 1
            defended[against.pop(), held] += 1
            took[taker] += 1
            roles.setdefault(team_of[taker], set()).add("takes")
            roles.setdefault(team_of[defence[0]], set()).add("defends")
        yield from (f"round {number}: team {team} takes and defends" for team, both in roles.items() if len(both) > 1)
    yield from _trios_compared(taken, defended, len(demand.trios))
    if len({took[player] for player in demand.players}) != 1:
        yield f"players take from {min(took[p] for p in demand.players)} to {max(took.values())} times"
    yield from _claims_of_trios(plan, team_of, min(Counter(held for _team, held in taken).values(), default=0))


def _trios_compared(taken: Counter[tuple[int, int]], defended: Counter[tuple[int, int]], teams: int) -> Iterator[str]:
    """Yield each set that a team meets twice, or that fewer than three teams take on, or defend."""
    for team, held in sorted((taken + defended).keys()):
        if (taken + defended)[team, held] > 1:
            yield f"team {team} meets set {held} {(taken + defended)[team, held]} times"
    for word, by_set in (("takers", taken), ("defences", defended)):
        results = Counter(held for _team, held in by_set)
        for held in sorted({held for _team, held in taken + defended}):
            if results[held] < LEAST_RESULTS:
                yield f"set {held} has {results[held]} results of {word}, of different teams"
    for word, by_set in (("takes", taken), ("defends", defended)):
        turns = Counter[int]()
        for (team, _held), times in by_set.items():
            turns[team] += times
        if len({turns[team] for team in range(teams)}) != 1:
            yield f"a team {word} more often than another one: {sorted(turns.items())}"


def _claims_of_trios(plan: Plan, team_of: dict[int, int], results: int) -> Iterator[str]:
    """Yield the claims of the certificate about teams of three that a new count does not confirm."""
    met = Counter(frozenset((team_of[table[0]], team_of[table[1]])) for tables in plan.rounds for table in tables)
    certificate = plan.certificate
    if max(met.values()) != certificate.trio_meetings:
        yield f"two teams meet {max(met.values())} times, not {certificate.trio_meetings} as certified"
    if results != certificate.trio_results:
        yield f"a set has {results} results, not {certificate.trio_results} as certified"
    if len(set(team_of.values())) != certificate.trios:
        yield f"there are {len(set(team_of.values()))} teams of three, not {certificate.trios} as certified"
