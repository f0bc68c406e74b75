"""Designs bent to numbers that are no multiple of the table size, still without any repeat."""

from random import Random

Round = list[list[int]]
PHANTOM_TRIES = 3000
ORDERS = 20
OUT_OF_TURN = 10
EXEMPT_TRIES = 60


def without_phantoms(rounds: list[Round], count: int, rng: Random) -> list[Round] | None:
    """
    Drop `count` players who never meet, so that `count` tables of each round lose one chair.

    Visits to the short tables differ by one at most, or the answer is None. Where it can be, the rounds are ordered
    so that nobody sits there twice before everybody has sat there once.
    """
    players = sum(len(table) for table in rounds[0])
    met = [0] * players
    for tables in rounds:
        for table in tables:
            mask = sum(1 << player for player in table)
            for player in table:
                met[player] |= mask & ~(1 << player)
    out_of_turn: list[tuple[int, ...]] = []
    for _ in range(PHANTOM_TRIES):
        chosen = _strangers(met, count, rng)
        if len(chosen) < count or not _even(met, chosen, players):
            continue
        for _ in range(ORDERS):
            order = rng.sample(rounds, len(rounds))
            if _in_turn(order, chosen, players):
                return _dropped(order, chosen, players)
        out_of_turn.append(chosen)
        if len(out_of_turn) == OUT_OF_TURN:
            break
    return _dropped(rounds, out_of_turn[0], players) if out_of_turn else None


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
    real = ((1 << players) - 1) & ~sum(1 << player for player in chosen)
    at_least = [real] + [0] * len(chosen)  # at_least[k]: who meets k or more of them
    for player in chosen:
        for k in range(len(chosen), 0, -1):
            at_least[k] |= at_least[k - 1] & met[player]
    some = [k for k in range(1, len(chosen) + 1) if at_least[k]]
    return not some or at_least[max(some) - 1] == real


def _in_turn(order: list[Round], chosen: tuple[int, ...], players: int) -> bool:
    visits = [0] * players
    floor_of = [player for player in range(players) if player not in chosen]
    for tables in order:
        for table in tables:
            if any(player in chosen for player in table):
                for player in table:
                    visits[player] += 1
        counts = [visits[player] for player in floor_of]
        if max(counts) - min(counts) > 1:
            return False
    return True


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
