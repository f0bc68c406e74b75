"""
Everything that can be wrong with the facts of a donne, found in one pass.

Each check takes what is known: a fact that could not be read is `None` (or left out) and the checks that need it
are skipped, so that a badly written donne still hears about all its other problems at once.
"""

from collections.abc import Iterator
from fractions import Fraction

from .bareme import FFT_2012
from .feasible import TOTAL, TRUMPS, counts
from .nouns import Camp, Chelem, Contract, Poignee, Variant
from .problems import Problem


def problems_in(
    *,
    variant: Variant | None,
    players: tuple[str, ...] | None,
    taker: str | None,
    partner: str | None,
    contract: Contract | None,
    bouts: int | None,
    half_points: int | None,
    petit_au_bout: Camp | None,
    poignees: tuple[Poignee, ...],
    chelem: Chelem | None,
    sits_out: tuple[str, ...],
) -> list[Problem]:
    """Return every problem of these facts, people first; an empty list when the donne is possible."""
    found: list[Problem] = []
    if players is not None:
        found += _names(variant, players)
        found += _absent(players, taker, partner, sits_out, poignees, chelem)
    if variant is not None:
        found += _roles(variant, partner, sits_out)
    if bouts is not None and not 0 <= bouts <= 3:
        found.append(Problem("bouts_range", "bouts", {"value": bouts}))
        bouts = None
    if half_points is not None:
        found += _count(variant, contract, bouts, half_points, chelem)
    if petit_au_bout is not None:
        found += _petit(bouts, petit_au_bout, chelem)
    if poignees:
        found += _poignees(variant, poignees)
    if chelem is not None and chelem.announced_by is not None:
        found += _announced(taker, chelem, chelem.announced_by)
    return found


def oddities(*, chelem: Chelem, poignees: tuple[Poignee, ...], attackers: tuple[str, ...]) -> tuple[Problem, ...]:
    """Return what the rules allow but hardly ever happens: the arbiter should look twice."""
    if chelem.made is None:
        return ()
    found = []
    if chelem.announced and chelem.made is Camp.DEFENSE:
        # No source treats it; both primes apply and someone should confirm [R17].
        found.append(Problem("chelem_inflicted_on_announcer", "chelem"))
    found += [
        Problem("poignee_without_trick", "poignees", {"player": poignee.player, "size": poignee.size})
        for poignee in poignees
        if (poignee.player in attackers) is (chelem.made is Camp.DEFENSE)
    ]
    return tuple(found)


def _names(variant: Variant | None, players: tuple[str, ...]) -> Iterator[Problem]:
    if variant is not None and len(players) != variant.seats:
        yield Problem("players_count", "players", {"count": len(players), "expected": variant.seats})
    if len(set(players)) != len(players):
        twice = {player: None for player in players if players.count(player) > 1}
        yield Problem("players_twice", "players", {"players": tuple(twice)})
    if any(not player.strip() for player in players):
        yield Problem("player_unnamed", "players")


def _absent(
    players: tuple[str, ...],
    taker: str | None,
    partner: str | None,
    sits_out: tuple[str, ...],
    poignees: tuple[Poignee, ...],
    chelem: Chelem | None,
) -> Iterator[Problem]:
    """Yield a problem for every name that is not at the table, or that is there without holding cards."""
    named = [("taker", taker), ("partner", partner), *(("poignees", poignee.player) for poignee in poignees)]
    if chelem is not None:
        named.append(("chelem", chelem.announced_by))
    for field, name in named:
        if name is not None and name not in players:
            yield Problem("player_unknown", field, {"player": name, "players": players})
        elif name is not None and name in sits_out:
            yield Problem("player_sits_out", field, {"player": name})
    for name in sits_out:
        if name not in players:
            yield Problem("player_unknown", "sits_out", {"player": name, "players": players})


def _roles(variant: Variant, partner: str | None, sits_out: tuple[str, ...]) -> Iterator[Problem]:
    # A partner only at five, where the taker calls a king; naming oneself is to be alone [R22, R25].
    if partner is not None and variant is not Variant.FIVE:
        yield Problem("partner_forbidden", "partner", {"player": partner, "hands": variant.hands})
    if variant is Variant.FIVE_MORT:
        if len(sits_out) != 1:
            yield Problem("mort_missing", "sits_out", {"count": len(sits_out)})
    elif sits_out:
        yield Problem("sits_out_forbidden", "sits_out", {"players": sits_out})


def _count(
    variant: Variant | None, contract: Contract | None, bouts: int | None, half_points: int, chelem: Chelem | None
) -> Iterator[Problem]:
    points = Fraction(half_points, 2)
    if not 0 <= half_points <= TOTAL:
        yield Problem("points_range", "points", {"points": points})
        return
    if variant is None or contract is None or bouts is None or chelem is None:
        return
    possible = counts(variant.hands, contract, bouts, chelem.made)
    if half_points in possible:
        return
    values: dict[str, object] = {"points": points, "bouts": bouts, "contract": contract, "hands": variant.hands}
    if not possible:
        yield Problem("chelem_bouts", "bouts", values | {"camp": chelem.made})
        return
    lowest, highest = min(possible), max(possible)
    values["range"] = (Fraction(lowest, 2), Fraction(highest, 2))
    if lowest < half_points < highest:
        # Inside the range only a half can be wrong: the number of cards decides whether there is one [R8].
        below, above = max(c for c in possible if c < half_points), min(c for c in possible if c > half_points)
        yield Problem("points_half", "points", values | {"below": Fraction(below, 2), "above": Fraction(above, 2)})
    elif chelem.made is not None:
        yield Problem("points_chelem", "points", values | {"camp": chelem.made})
    elif camp := _unsaid_chelem(variant, contract, bouts, half_points):
        yield Problem("chelem_unsaid", "chelem", values | {"camp": camp})
    else:
        yield Problem("points_bouts", "points", values)


def _unsaid_chelem(variant: Variant, contract: Contract, bouts: int, half_points: int) -> Camp | None:
    """Return the camp that must have taken every trick for this count, if one did."""
    return next((camp for camp in Camp if half_points in counts(variant.hands, contract, bouts, camp)), None)


def _petit(bouts: int | None, petit_au_bout: Camp, chelem: Chelem | None) -> Iterator[Problem]:
    # The camp that wins the Petit owns it at the end: a bout the attack has, or lacks [R10].
    if bouts == (0 if petit_au_bout is Camp.ATTAQUE else 3):
        yield Problem("petit_bouts", "petit_au_bout", {"camp": petit_au_bout, "bouts": bouts})
    if chelem is not None and chelem.made is not None and chelem.made is not petit_au_bout:
        yield Problem("petit_chelem", "petit_au_bout", {"camp": petit_au_bout, "winner": chelem.made})


def _poignees(variant: Variant | None, poignees: tuple[Poignee, ...]) -> Iterator[Problem]:
    players = [poignee.player for poignee in poignees]
    for player in dict.fromkeys(players):
        if players.count(player) > 1:
            yield Problem("poignee_twice", "poignees", {"player": player})  # each player shows at most one [R13]
    if variant is not None:
        sizes = FFT_2012.poignee_trumps[variant.hands]
        shown = sum(sizes[poignee.size] for poignee in poignees)
        if shown > TRUMPS:  # R13
            yield Problem("poignees_trumps", "poignees", {"shown": shown, "trumps": TRUMPS, "hands": variant.hands})


def _announced(taker: str | None, chelem: Chelem, announced_by: str) -> Iterator[Problem]:
    if not chelem.announced:
        yield Problem("chelem_not_announced", "chelem", {"player": announced_by})
    elif taker is not None and announced_by != taker:  # only the taker announces [R17]
        yield Problem("chelem_announcer", "chelem", {"player": announced_by, "taker": taker})
