"""
Everything that can be wrong with the facts of a donne, found in one pass.

Each check takes what is known: a fact that could not be read is `None` (or left out) and the checks that need it
are skipped, so that a badly written donne still hears about all its other problems at once.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from .feasible import TOTAL, counts
from .holdings import beaten, holdings
from .house import HouseRules
from .nouns import Camp, Chelem, Contract, Misere, MisereKind, PetitChelem, Poignee, Variant
from .problems import Problem

MOST_PLAYERS = max(variant.seats for variant in Variant)


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
    petit_chelem: PetitChelem | None,
    miseres: tuple[Misere, ...],
    house: HouseRules,
) -> list[Problem]:
    """Return every problem of these facts, people first; an empty list when the donne is possible."""
    found: list[Problem] = []
    if players is not None:
        found += _names(variant, players)
        found += _absent(players, taker, partner, sits_out, poignees, chelem, miseres)
    if variant is not None:
        found += _roles(variant, taker, partner, sits_out)
    found += _out_of_force(contract, petit_chelem, miseres, house)
    if bouts is not None and not 0 <= bouts <= 3:
        found.append(Problem("bouts_range", "bouts", {"value": bouts}))
        bouts = None
    if half_points is not None:
        found += _count(variant, contract, bouts, half_points, chelem, petit_chelem)
    if petit_au_bout is not None:
        found += _petit(bouts, petit_au_bout, chelem)
    if poignees or miseres:
        found += shown_together(poignees, miseres)
        if variant is not None:
            found += holdings(variant, poignees, miseres)
            found += against_slam(variant, (taker, partner), poignees, chelem, petit_chelem)
    if chelem is not None and petit_chelem is not None:
        found += petit_and_chelem(chelem, petit_chelem)
    if chelem is not None and chelem.announced_by is not None:
        found += _announced(taker, chelem, chelem.announced_by)
    return found


def _names(variant: Variant | None, players: tuple[str, ...]) -> Iterator[Problem]:
    if variant is not None and len(players) != variant.seats:
        yield Problem("players_count", "players", {"count": len(players), "expected": variant.seats})
    if len(set(players)) != len(players):
        twice = tuple(player for player, times in Counter(players).items() if times > 1)
        yield Problem("players_twice", "players", {"players": twice})
    if any(not player.strip() for player in players):
        yield Problem("player_unnamed", "players")


def _absent(
    players: tuple[str, ...],
    taker: str | None,
    partner: str | None,
    sits_out: tuple[str, ...],
    poignees: tuple[Poignee, ...],
    chelem: Chelem | None,
    miseres: tuple[Misere, ...],
) -> Iterator[Problem]:
    """Yield a problem for every name that is not at the table, or that is there without holding cards."""
    if len(players) > MOST_PLAYERS:
        return  # nobody knows who was meant, and each would be told with all the others
    named = [("taker", taker), ("partner", partner), *(("poignees", poignee.player) for poignee in poignees)]
    if chelem is not None:
        named.append(("chelem", chelem.announced_by))
    named += [("options", misere.player) for misere in miseres]
    for field, name in named:
        if name is not None and name not in players:
            yield Problem("player_unknown", field, {"player": name, "players": players})
        elif name is not None and name in sits_out:
            yield Problem("player_sits_out", field, {"player": name})
    for name in sits_out:
        if name not in players:
            yield Problem("player_unknown", "sits_out", {"player": name, "players": players})


def _roles(variant: Variant, taker: str | None, partner: str | None, sits_out: tuple[str, ...]) -> Iterator[Problem]:
    # A partner only where the taker calls a king (naming oneself is to be alone), or has a team-mate [R22, R25, R28].
    if variant.teams:
        if partner is None or partner == taker:
            yield Problem("team_mate_missing", "partner", {"playing": variant.playing})
    elif partner is not None and variant is not Variant.FIVE:
        yield Problem("partner_forbidden", "partner", {"player": partner, "playing": variant.playing})
    if sits_out and not variant.resting:
        yield Problem("sits_out_forbidden", "sits_out", {"players": sits_out})
    elif len(sits_out) != variant.resting:
        code = {1: "dealer_missing", 2: "team_missing"}[variant.resting] if variant.teams else "mort_missing"
        yield Problem(code, "sits_out", {"count": len(sits_out)})
    elif len(set(sits_out)) != len(sits_out):
        yield Problem("sits_out_twice", "sits_out", {"player": sits_out[0]})


def _out_of_force(
    contract: Contract | None, petit_chelem: PetitChelem | None, miseres: tuple[Misere, ...], house: HouseRules
) -> Iterator[Problem]:
    """Yield a problem for every rule hors règlement that is used without being in force [R29-R31]."""
    if contract is Contract.POUSSE and house.pousse is None:
        yield Problem("pousse_not_in_force", "contract")
    if petit_chelem is not None and (petit_chelem.announced or petit_chelem.made) and not house.petit_chelem:
        yield Problem("petit_chelem_not_in_force", "options")
    if miseres and not house.miseres:
        yield Problem("miseres_not_in_force", "options")


def _count(
    variant: Variant | None,
    contract: Contract | None,
    bouts: int | None,
    half_points: int,
    chelem: Chelem | None,
    petit_chelem: PetitChelem | None,
) -> Iterator[Problem]:
    points = Fraction(half_points, 2)
    if not 0 <= half_points <= TOTAL:
        yield Problem("points_range", "points", {"points": points})
        return
    if variant is None or contract is None or bouts is None or chelem is None:
        return
    but_one = petit_chelem is not None and petit_chelem.made and chelem.made is None
    possible = counts(variant, contract, bouts, chelem.made, petit_chelem=but_one)
    if half_points in possible:
        return
    values: dict[str, object] = {"points": points, "bouts": bouts, "contract": contract, "playing": variant.playing}
    if not possible:
        if but_one:
            yield Problem("petit_chelem_bouts", "bouts", values)
        else:
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
    elif but_one:
        yield Problem("points_petit_chelem", "points", values)
    elif camp := _unsaid_chelem(variant, contract, bouts, half_points):
        yield Problem("chelem_unsaid", "chelem", values | {"camp": camp})
    else:
        yield Problem("points_bouts", "points", values)


def _unsaid_chelem(variant: Variant, contract: Contract, bouts: int, half_points: int) -> Camp | None:
    """Return the camp that must have taken every trick for this count, if one did."""
    return next((camp for camp in Camp if half_points in counts(variant, contract, bouts, camp)), None)


def _petit(bouts: int | None, petit_au_bout: Camp, chelem: Chelem | None) -> Iterator[Problem]:
    # The camp that wins the Petit owns it at the end: a bout the attack has, or lacks [R10].
    if bouts == (0 if petit_au_bout is Camp.ATTAQUE else 3):
        yield Problem("petit_bouts", "petit_au_bout", {"camp": petit_au_bout, "bouts": bouts})
    if chelem is not None and chelem.made is not None and chelem.made is not petit_au_bout:
        yield Problem("petit_chelem", "petit_au_bout", {"camp": petit_au_bout, "winner": chelem.made})


def shown_together(poignees: tuple[Poignee, ...], miseres: tuple[Misere, ...]) -> Iterator[Problem]:
    """Yield a problem for what one player cannot show twice, or together [R13, R31]."""
    shown = Counter(poignee.player for poignee in poignees)
    for player, times in shown.items():
        if times > 1:
            yield Problem("poignee_twice", "poignees", {"player": player})
    for misere, times in Counter(miseres).items():
        values = {"player": misere.player, "misere": misere.kind}
        if times > 1:
            yield Problem("misere_twice", "options", values)
        if misere.kind is MisereKind.ATOUT and misere.player in shown:
            yield Problem("misere_poignee", "options", values)


def against_slam(
    variant: Variant,
    attackers: tuple[str | None, ...],
    poignees: tuple[Poignee, ...],
    chelem: Chelem | None,
    petit_chelem: PetitChelem | None,
) -> Iterator[Problem]:
    """Yield a problem for poignées that nobody could have beaten in every trick, or in every trick but one."""
    if attackers[0] is None:
        return  # without a taker nobody knows whose they are
    if chelem is not None and chelem.made is not None:
        yield from beaten(variant, attackers, poignees, chelem.made, but_one=False)
    elif petit_chelem is not None and petit_chelem.made:
        yield from beaten(variant, attackers, poignees, Camp.ATTAQUE, but_one=True)


def petit_and_chelem(chelem: Chelem, petit_chelem: PetitChelem) -> Iterator[Problem]:
    """Yield a problem for all the tricks but one beside all the tricks: they exclude each other [R30]."""
    if petit_chelem.made and chelem.made is not None:
        yield Problem("petit_chelem_made", "options", {"camp": chelem.made})
    elif (petit_chelem.announced and (chelem.announced or chelem.made is Camp.ATTAQUE)) or (
        petit_chelem.made and chelem.announced
    ):
        yield Problem("petit_chelem_and_chelem", "options")


def _announced(taker: str | None, chelem: Chelem, announced_by: str) -> Iterator[Problem]:
    if not chelem.announced:
        yield Problem("chelem_not_announced", "chelem", {"player": announced_by})
    elif taker is not None and announced_by != taker:  # only the taker announces [R17]
        yield Problem("chelem_announcer", "chelem", {"player": announced_by, "taker": taker})
