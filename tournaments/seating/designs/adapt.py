"""Designs adapted to what is asked: to any number of players, to turns at odd tables, and to who avoids whom."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from tournaments.seating.designs import Design, Round, known_rotation, longest
from tournaments.seating.problem import DrawProblem

PHANTOM_TRIES = 3000
ORDERS = 500
OUT_OF_TURN = 10
EXEMPT_TRIES = 60
ORDERS_KEPT = 400
NAMING_SWEEPS = 30
NAMED_ONE_BY_ONE = 250


def design_for(problem: DrawProblem, rng: Random, *, by_rule: bool) -> Design:
    """Return a design of all the rounds, without a repeat, or of a part of them to search from, or an empty one."""
    layout = problem.layouts[0]
    size, tables = problem.table_size, layout.tables
    known = known_rotation(layout, size, problem.rounds)
    if known is not None:
        return known
    odd = [table for table in tables if table != size]
    if any(table > size for table in odd):
        return Design()
    if not odd and not layout.exempts:
        return longest(len(tables), size, problem.rounds, by_rule=by_rule)
    design = longest(len(tables), size, problem.rounds)
    if len(design.rounds) < problem.rounds:
        return Design()
    rounds = list(design.rounds)
    if odd:
        adapted = without_phantoms(rounds, len(odd), rng, in_any_order=problem.repeats_first)
        adapted = in_turn(adapted, problem) if adapted and problem.repeats_first else adapted
    else:
        adapted = with_exempts(rounds, layout.exempts, rng)
    way = "short tables" if odd else "exempts"
    return Design(f"{design.name} with {way}", tuple(adapted)) if adapted else Design()


def without_phantoms(rounds: list[Round], count: int, rng: Random, *, in_any_order: bool = False) -> list[Round] | None:
    """
    Drop `count` players who never meet, so that `count` tables of each round lose one chair.

    Visits to the short tables differ by one at most, and the rounds are ordered so that nobody sits there twice before
    everybody has sat there once, or, where possible, a third time before everybody has twice. When no such order was
    found, None, or the rounds `in_any_order`.
    """
    players = sum(len(table) for table in rounds[0])
    met = [0] * players
    for tables in rounds:
        for table in tables:
            mask = sum(1 << player for player in table)
            for player in table:
                met[player] |= mask & ~(1 << player)
    once: list[Round] | None = None
    unordered: list[Round] | None = None
    tried = 0
    for _ in range(PHANTOM_TRIES):
        chosen = _strangers(met, count, rng)
        if len(chosen) < count or not _even(met, chosen, players):
            continue
        mixed = rng.sample(rounds, len(rounds))
        short, everybody = _at_short(mixed, chosen), _all_but(chosen, players)
        order = taking_turns(short, everybody)
        if order is not None:
            return _dropped([mixed[number] for number in order], chosen, players)
        order = None if once else taking_turns(short, everybody, always=False)
        if order is not None:
            once = _dropped([mixed[number] for number in order], chosen, players)
        tried += 1
        unordered = unordered or (_dropped(mixed, chosen, players) if in_any_order else None)
        if (once or unordered) and tried >= OUT_OF_TURN:
            break
    return once or unordered


def _all_but(chosen: tuple[int, ...], players: int) -> int:
    return ((1 << players) - 1) & ~sum(1 << player for player in chosen)


def _at_short(rounds: list[Round], chosen: tuple[int, ...]) -> list[int]:
    """Return for each round those who share a table with one of the chosen, as a set of bits."""
    gone = frozenset(chosen)
    return [
        sum(1 << player for table in tables if not gone.isdisjoint(table) for player in table if player not in gone)
        for tables in rounds
    ]


def taking_turns(short: list[int], everybody: int, *, always: bool = True) -> list[int] | None:
    """
    Return an order of rounds in which nobody has a turn again before everybody has had one.

    `short` has the turns of each round, as bits. Without `always`, only the first turns count. None when no order was
    found in a bounded search.
    """
    tried = 0

    def longer(order: list[int], had: int) -> list[int] | None:
        nonlocal tried
        tried += 1
        waiting = [number for number in range(len(short)) if number not in order]
        if not waiting or (had == everybody and not always):
            return order + waiting
        had = 0 if had == everybody else had
        for number in waiting if tried < ORDERS else ():
            again, then = had & short[number], had | short[number]
            if again and then != everybody:
                continue
            whole = longer([*order, number], again if again and always else then)
            if whole is not None:
                return whole
        return None

    return longer([], 0)


def _strangers(met: list[int], count: int, rng: Random) -> tuple[int, ...]:
    """Draw players who never meet, as many as are wanted when it goes well."""
    chosen: list[int] = []
    free = list(range(len(met)))
    while free and len(chosen) < count:
        player = rng.choice(free)
        chosen.append(player)
        free = [other for other in free if other != player and not met[player] >> other & 1]
    return tuple(chosen)


def _even(met: list[int], chosen: tuple[int, ...], players: int) -> bool:
    """Say whether all others meet equally many of the chosen ones, within one."""
    real = _all_but(chosen, players)
    at_least = [real] + [0] * len(chosen)  # at_least[k]: who meets k or more of them
    for player in chosen:
        for k in range(len(chosen), 0, -1):
            at_least[k] |= at_least[k - 1] & met[player]
    some = [k for k in range(1, len(chosen) + 1) if at_least[k]]
    return not some or at_least[max(some) - 1] == real


def _dropped(rounds: list[Round], chosen: tuple[int, ...], players: int) -> list[Round]:
    names = {player: index for index, player in enumerate(p for p in range(players) if p not in chosen)}
    remaining = [[[names[player] for player in table if player in names] for table in tables] for tables in rounds]
    return [sorted(tables, key=len, reverse=True) for tables in remaining]  # stable: odd tables last


def with_exempts(rounds: list[Round], count: int, rng: Random) -> list[Round] | None:
    """
    Let `count` more players in: out in the first round, then each in the chair of somebody never out before.

    The exempts of a round come as its last list. None when somebody would have to be out twice, or meet again.
    """
    players = sum(len(table) for table in rounds[0])
    if len(rounds) * count > players + count:
        return None
    for _ in range(EXEMPT_TRIES):
        with_extras = _let_in(rounds, count, players, rng)
        if with_extras is not None:
            return with_extras
    return None


def _let_in(rounds: list[Round], count: int, players: int, rng: Random) -> list[Round] | None:
    extras = list(range(players, players + count))
    seen: dict[int, set[int]] = {extra: set() for extra in extras}
    been_out = set(extras)
    with_extras = [[*([*table] for table in rounds[0]), list(extras)]]
    for tables in rounds[1:]:
        free = [list(table) for table in tables]
        out = []
        used: set[int] = set()
        for extra in extras:
            options = [
                (index, player)
                for index, table in enumerate(tables)
                if index not in used
                for player in table
                if player not in been_out and not (seen[extra] & (set(table) - {player}))
            ]
            if not options:
                return None
            index, player = rng.choice(options)
            used.add(index)
            been_out.add(player)
            out.append(player)
            free[index][free[index].index(player)] = extra
            seen[extra].update(mate for mate in tables[index] if mate != player)
        with_extras.append([*free, out])
    return with_extras


def in_turn(rounds: list[Round], problem: DrawProblem, firm: int = 0) -> list[Round]:
    """
    Order the rounds so that turns are shared as well as can be after each of them; all must be alike for that.

    The `firm` first ones stay where they are.
    """
    if len(set(problem.layouts)) > 1 or len(set(map(tuple, problem.present))) > 1:
        return rounds
    special = problem.special(0)
    at_odd = [[p for table, odd in zip(tables, special, strict=True) if odd for p in table] for tables in rounds]
    already = [turns + sum(player in had for had in at_odd[:firm]) for player, turns in enumerate(problem.turns)]
    best: list[tuple[int, int, list[int], list[int]]] = [(0, 0, list(range(firm)), already)]  # worst, sum of spreads
    for _ in rounds[firm:]:
        longer = []
        for worst, total, order, turns in best:
            for number in set(range(len(rounds))).difference(order):
                after = list(turns)
                for player in at_odd[number]:
                    after[player] += 1
                spread = max(after) - min(after)
                longer.append((max(worst, spread), total + spread, [*order, number], after))
        best = sorted(longer)[: 1 + ORDERS_KEPT // len(rounds)]
    return [rounds[number] for number in best[0][2]]


def named(rounds: Sequence[Round], problem: DrawProblem, groups: Sequence[Sequence[int]], rng: Random) -> list[Round]:
    """
    Draw who is which point of a design; the order of the rounds stays, because it may share the special places.

    Groups to keep apart fill the points in order, hence the classes of a movement, and then change points while it
    helps them meet less.
    """
    names = list(range(problem.players))
    rng.shuffle(names)
    if groups:
        _fill(names, groups, rng)
        if problem.players <= NAMED_ONE_BY_ONE:
            _exchange_names(names, rounds, problem)
    return [[[names[point] for point in table] for table in tables] for tables in rounds]


def named_points(players: Sequence[int], groups: Sequence[Sequence[int]], rng: Random) -> list[int]:
    """Draw who is which point of classes; groups to keep apart fill the points in order, hence the classes."""
    names = rng.sample(players, len(players))
    _fill(names, groups, rng)
    return names


def _fill(names: list[int], groups: Sequence[Sequence[int]], rng: Random) -> None:
    order = sorted(groups, key=lambda group: (-len(group), rng.random()))
    placed: dict[int, None] = {}
    for group in order:
        members = [player for player in group if player not in placed]
        rng.shuffle(members)
        placed.update(dict.fromkeys(members))
    names[:] = [*placed, *(player for player in names if player not in placed)]


def _exchange_names(names: list[int], rounds: Sequence[Round], problem: DrawProblem) -> None:
    """Exchange two names while fewer of those to keep apart meet."""
    mates = _mates(rounds, len(names), len(problem.layouts[0].tables))

    def weight(point: int, player: int, but: int = -1) -> int:
        row = problem.met[player]
        return sum(row[names[mate]] for mate in mates[point] if mate != but)

    def helps(point: int, other: int) -> bool:
        first, second = names[point], names[other]
        now = weight(point, first, other) + weight(other, second, point)
        return weight(point, second, other) + weight(other, first, point) < now

    for _ in range(NAMING_SWEEPS):
        better = False
        for point in range(len(names)):
            if not weight(point, names[point]):
                continue
            partner = next((other for other in range(len(names)) if other != point and helps(point, other)), None)
            if partner is not None:
                names[point], names[partner] = names[partner], names[point]
                better = True
        if not better:
            return


def _mates(rounds: Sequence[Round], players: int, tables: int) -> list[set[int]]:
    """Return for each point those it meets; the places after so many tables are the exempts'."""
    mates: list[set[int]] = [set() for _ in range(players)]
    for places in rounds:
        for point, mate in (pair for table in places[:tables] for pair in combinations(table, 2)):
            mates[point].add(mate)
            mates[mate].add(point)
    return mates
