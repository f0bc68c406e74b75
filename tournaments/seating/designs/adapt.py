"""Designs bent to numbers that are no multiple of the table size, still without any repeat."""

from random import Random

Round = list[list[int]]
PHANTOM_TRIES = 3000
ORDERS = 500
OUT_OF_TURN = 10
EXEMPT_TRIES = 60


def without_phantoms(rounds: list[Round], count: int, rng: Random, *, in_any_order: bool = False) -> list[Round] | None:
    """
    Drop `count` players who never meet, so that `count` tables of each round lose one chair.

    Visits to the short tables differ by one at most, and the rounds are ordered so that nobody sits there twice before
    everybody has sat there once, nor, where it can be, a third time before everybody has twice. When no such order was
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
        left = [number for number in range(len(short)) if number not in order]
        if not left or (had == everybody and not always):
            return order + left
        had = 0 if had == everybody else had
        for number in left if tried < ORDERS else ():
            again, then = had & short[number], had | short[number]
            if again and then != everybody:
                continue
            found = longer([*order, number], again if again and always else then)
            if found is not None:
                return found
        return None

    return longer([], 0)


def _strangers(met: list[int], count: int, rng: Random) -> tuple[int, ...]:
    """Draw players who never meet, as many as are wanted when it goes well."""
    chosen: list[int] = []
    free = list(range(len(met)))
    while free and len(chosen) < count:
        one = rng.choice(free)
        chosen.append(one)
        free = [other for other in free if other != one and not met[one] >> other & 1]
    return tuple(chosen)


def _even(met: list[int], chosen: tuple[int, ...], players: int) -> bool:
    """Say whether the others meet as many of the chosen ones, within one."""
    real = _all_but(chosen, players)
    at_least = [real] + [0] * len(chosen)  # at_least[k]: who meets k or more of them
    for player in chosen:
        for k in range(len(chosen), 0, -1):
            at_least[k] |= at_least[k - 1] & met[player]
    some = [k for k in range(1, len(chosen) + 1) if at_least[k]]
    return not some or at_least[max(some) - 1] == real


def _dropped(rounds: list[Round], chosen: tuple[int, ...], players: int) -> list[Round]:
    names = {player: index for index, player in enumerate(p for p in range(players) if p not in chosen)}
    made = [[[names[player] for player in table if player in names] for table in tables] for tables in rounds]
    return [sorted(tables, key=len, reverse=True) for tables in made]  # stable: odd tables last


def with_exempts(rounds: list[Round], count: int, rng: Random) -> list[Round] | None:
    """
    Let `count` more players in: out in the first round, then each in the chair of somebody never out before.

    The exempts of a round come as its last list. None when somebody would have to be out twice, or meet again.
    """
    players = sum(len(table) for table in rounds[0])
    if len(rounds) * count > players + count:
        return None
    for _ in range(EXEMPT_TRIES):
        made = _let_in(rounds, count, players, rng)
        if made is not None:
            return made
    return None


def _let_in(rounds: list[Round], count: int, players: int, rng: Random) -> list[Round] | None:
    extras = list(range(players, players + count))
    seen: dict[int, set[int]] = {extra: set() for extra in extras}
    been_out = set(extras)
    made = [[*([*table] for table in rounds[0]), list(extras)]]
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
        made.append([*free, out])
    return made
