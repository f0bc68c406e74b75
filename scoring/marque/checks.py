"""
Finds everything that can be wrong with the facts of a donne.

A fact that could not be read is None (or left out). Checks that need it are skipped, so that all other problems of a
badly written donne are found at once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from .facts import Facts
from .feasible import TOTAL, beaten, counts, holdings
from .nouns import NO_HOUSE_RULES, Camp, Contract, HouseRules, Misere, MisereKind, PetitChelem, Poignee, Variant
from .problems import Problem

_NEEDED = ("variant", "taker", "contract", "bouts", "points")
_PACK = range(TOTAL + 1)
MOST_PLAYERS = max(variant.seats for variant in Variant)


def problems_in(facts: Facts, house: HouseRules = NO_HOUSE_RULES) -> list[Problem]:
    """
    Return every problem of these facts under these house rules, people first; empty when the donne is possible.

    Problems name people by their chairs: see `Problem.named`. Problems noted while reading come first; a fact that they
    explain is not also reported as missing.
    """
    problems = [
        *_missing(facts),
        *_people(facts),
        *_out_of_force(facts, house),
        *_count(facts),
        *_petit(facts),
        *_shown_primes(facts),
        *_petit_and_chelem(facts),
        *_announced(facts),
    ]
    return [*facts.noted, *_unexplained(problems, facts.noted)]


def _unexplained(problems: Iterable[Problem], noted: Iterable[Problem]) -> Iterator[Problem]:
    explained = {problem.field for problem in noted}
    for problem in problems:
        if not (problem.code.endswith("_missing") and problem.field in explained):
            yield problem


def naming(variant: Variant | None, players: Sequence[str]) -> list[Problem]:
    """Return a problem for names that are too many, too few, equal or empty."""
    problems: list[Problem] = []
    if variant is not None and len(players) != variant.seats:
        problems.append(Problem("players_count", "players", {"count": len(players), "expected": variant.seats}))
    if len({*players}) != len(players):
        twice = tuple(player for player, times in Counter(players).items() if times > 1)
        problems.append(Problem("players_twice", "players", {"players": twice}))
    if not all(map(str.strip, players)):
        problems.append(Problem("player_unnamed", "players"))
    return problems


def _missing(facts: Facts) -> Iterator[Problem]:
    needed = (facts.variant, facts.taker, facts.contract, facts.bouts, facts.half_points)
    for key, value in zip(_NEEDED, needed, strict=True):
        if value is None:
            yield Problem("key_missing", key, {"key": key})


def _people(facts: Facts) -> Iterator[Problem]:
    """Yield every problem of the chairs: people who are absent or hold no cards, then wrong roles."""
    if facts.players is not None and facts.players <= MOST_PLAYERS:  # with more, it is unclear who was meant
        named: list[tuple[str, int | None]] = [("taker", facts.taker), ("partner", facts.partner)]
        named += [("poignees", poignee.player) for poignee in facts.poignees]
        named += [] if facts.chelem is None else [("chelem", facts.chelem.announced_by)]
        named += [("options", misere.player) for misere in facts.miseres]
        yield from _absent(named, facts.players, facts.sits_out)
    if facts.variant is not None:
        yield from _roles(facts.variant, facts.taker, facts.partner, facts.sits_out)


def _absent(chairs: Iterable[tuple[str, int | None]], players: int, sits_out: tuple[int, ...]) -> list[Problem]:
    """Return a problem for each chair that is not a player's, or whose player holds no cards."""
    problems = []
    everyone = tuple(range(players))
    for field, chair in chairs:
        if chair is None:
            continue
        if chair not in everyone:
            problems.append(Problem("player_unknown", field, {"player": chair, "players": everyone}))
        elif chair in sits_out:
            problems.append(Problem("player_sits_out", field, {"player": chair}))
    unknown = [chair for chair in sits_out if chair not in everyone]
    problems += [Problem("player_unknown", "sits_out", {"player": chair, "players": everyone}) for chair in unknown]
    return problems


def _roles(variant: Variant, taker: int | None, partner: int | None, sits_out: tuple[int, ...]) -> list[Problem]:
    # A partner only where the taker calls a king (naming oneself is to be alone), or has a team-mate [R22, R25, R28].
    problems = []
    resting = variant.resting
    if variant.teams:
        if partner is None or partner == taker:
            problems.append(Problem("team_mate_missing", "partner", {"playing": variant.playing}))
    elif partner is not None and variant is not Variant.FIVE:
        problems.append(Problem("partner_forbidden", "partner", {"player": partner, "playing": variant.playing}))
    if sits_out and not resting:
        problems.append(Problem("sits_out_forbidden", "sits_out", {"players": sits_out}))
    elif len(sits_out) != resting:
        code = {1: "dealer_missing", 2: "team_missing"}[resting] if variant.teams else "mort_missing"
        problems.append(Problem(code, "sits_out", {"count": len(sits_out)}))
    elif resting > 1 and len(set(sits_out)) != resting:
        problems.append(Problem("sits_out_twice", "sits_out", {"player": sits_out[0]}))
    return problems


def _out_of_force(facts: Facts, house: HouseRules) -> Iterator[Problem]:
    """Yield a problem for each rule hors règlement that the facts use and that is not in force [R29, R30, R31]."""
    if facts.contract is not None and not facts.contract.official and house.pousse is None:
        yield Problem("pousse_not_in_force", "contract")
    if (facts.petit_chelem.announced or facts.petit_chelem.made) and not house.petit_chelem:
        yield Problem("petit_chelem_not_in_force", "options")
    if facts.miseres and not house.miseres:
        yield Problem("miseres_not_in_force", "options")


def _count(facts: Facts) -> Iterator[Problem]:
    """
    Yield what is wrong with the bouts and the count. While another fact is unknown, only the pack limits the count.
    """
    variant, contract, bouts, chelem = facts.variant, facts.contract, facts.bouts, facts.chelem
    if bouts is not None and not 0 <= bouts <= 3:
        yield Problem("bouts_range", "bouts", {"value": bouts})
        bouts = None
    if facts.half_points is None:
        return
    if facts.half_points not in _PACK:
        yield Problem("points_range", "points", {"points": Fraction(facts.half_points, 2)})
    elif variant is not None and contract is not None and bouts is not None and chelem is not None:
        yield from _impossible_count(variant, contract, bouts, facts.half_points, chelem.made, facts.petit_chelem)


def _impossible_count(
    variant: Variant,
    contract: Contract,
    bouts: int,
    half_points: int,
    made: Camp | None,
    petit_chelem: PetitChelem,
) -> Iterator[Problem]:
    """Yield why these facts do not allow a count that the pack allows."""
    but_one = petit_chelem.made and made is None
    possible = counts(variant, contract, bouts, made, but_one)
    if half_points in possible:
        return
    values: dict[str, object] = {
        "points": Fraction(half_points, 2),
        "bouts": bouts,
        "contract": contract,
        "playing": variant.playing,
    }
    if not possible:
        code = "petit_chelem_bouts" if but_one else "chelem_bouts"
        yield Problem(code, "bouts", values if but_one else values | {"camp": made})
        return
    lowest, highest = min(possible), max(possible)
    values["range"] = (Fraction(lowest, 2), Fraction(highest, 2))
    if lowest < half_points < highest:
        # Inside the range only a half can be wrong: the number of cards decides whether there is one [R8].
        below, above = max(c for c in possible if c < half_points), min(c for c in possible if c > half_points)
        yield Problem("points_half", "points", values | {"below": Fraction(below, 2), "above": Fraction(above, 2)})
    elif made is not None:
        yield Problem("points_chelem", "points", values | {"camp": made})
    elif not but_one and (camp := _unsaid_chelem(variant, contract, bouts, half_points)):
        yield Problem("chelem_unsaid", "chelem", values | {"camp": camp})
    else:
        yield Problem("points_petit_chelem" if but_one else "points_bouts", "points", values)


def _unsaid_chelem(variant: Variant, contract: Contract, bouts: int, half_points: int) -> Camp | None:
    """Return the camp that must have taken every trick to make this count, None when there is none."""
    return next((camp for camp in Camp if half_points in counts(variant, contract, bouts, camp)), None)


def _petit(facts: Facts) -> Iterator[Problem]:
    # The camp that wins the Petit owns it at the end: a bout the attack has, or lacks [R10].
    camp, made = facts.petit_au_bout, facts.chelem and facts.chelem.made
    if camp is not None and facts.bouts == (0 if camp is Camp.ATTAQUE else 3):
        yield Problem("petit_bouts", "petit_au_bout", {"camp": camp, "bouts": facts.bouts})
    if camp is not None and made is not None and made is not camp:
        yield Problem("petit_chelem", "petit_au_bout", {"camp": camp, "winner": made})


def _shown_primes(facts: Facts) -> Iterator[Problem]:
    """Yield a problem for poignées and misères that these chairs cannot show: twice, together, or with 78 cards."""
    yield from _shown_together(facts.poignees, facts.miseres)
    if facts.variant is not None:
        yield from holdings(facts.variant, facts.poignees, facts.miseres)
        yield from _against_slam(facts.variant, facts)


def _shown_together(poignees: tuple[Poignee[int], ...], miseres: tuple[Misere[int], ...]) -> Iterator[Problem]:
    """Yield a problem for what one player cannot show twice, or together with something else [R13, R31]."""
    with_poignee = Counter(poignee.player for poignee in poignees)
    for player, times in with_poignee.items():
        if times > 1:
            yield Problem("poignee_twice", "poignees", {"player": player})
    for misere, times in Counter(miseres).items():
        values = {"player": misere.player, "misere": misere.kind}
        if times > 1:
            yield Problem("misere_twice", "options", values)
        if misere.kind is MisereKind.ATOUT and misere.player in with_poignee:
            yield Problem("misere_poignee", "options", values)


def _against_slam(variant: Variant, facts: Facts) -> Iterator[Problem]:
    """Yield a problem for poignées that cannot all lose, although their camp won no trick, or only one."""
    if facts.taker is None:
        return  # without a taker nobody knows whose they are
    attackers = (facts.taker, facts.partner)
    if facts.chelem is not None and facts.chelem.made is not None:
        yield from beaten(variant, attackers, facts.poignees, facts.chelem.made, but_one=False)
    elif facts.petit_chelem.made:
        yield from beaten(variant, attackers, facts.poignees, Camp.ATTAQUE, but_one=True)


def _petit_and_chelem(facts: Facts) -> Iterator[Problem]:
    """Yield a problem for a chelem beside a petit chelem: they exclude each other [R30]."""
    petit_chelem, chelem = facts.petit_chelem, facts.chelem
    if chelem is None:
        return
    if petit_chelem.made and chelem.made is not None:
        yield Problem("petit_chelem_made", "options", {"camp": chelem.made})
    elif (petit_chelem.announced and (chelem.announced or chelem.made is Camp.ATTAQUE)) or (
        petit_chelem.made and chelem.announced
    ):
        yield Problem("petit_chelem_and_chelem", "options")


def _announced(facts: Facts) -> Iterator[Problem]:
    chelem, taker = facts.chelem, facts.taker
    if chelem is None or chelem.announced_by is None:
        return
    if not chelem.announced:
        yield Problem("chelem_not_announced", "chelem", {"player": chelem.announced_by})
    elif taker is not None and chelem.announced_by != taker:  # only the taker announces [R17]
        yield Problem("chelem_announcer", "chelem", {"player": chelem.announced_by, "taker": taker})
