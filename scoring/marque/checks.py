"""
Everything that can be wrong with the facts of a donne.

Each check takes what is known: a fact that could not be read is `None` (or left out) and the checks that need it
are skipped, so that all the other problems of a badly written donne are found at once.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from .facts import Facts
from .feasible import TOTAL, beaten, counts, holdings
from .nouns import NO_HOUSE_RULES, Camp, Chelem, Contract, HouseRules, Misere, MisereKind, PetitChelem, Poignee, Variant
from .problems import Problem

_NEEDED = ("variant", "taker", "contract", "bouts", "points")
_PACK = range(TOTAL + 1)
MOST_PLAYERS = max(variant.seats for variant in Variant)


def problems_in(facts: Facts, house: HouseRules = NO_HOUSE_RULES) -> list[Problem]:
    """
    Return every problem of these facts under these house rules, people first; nothing when the donne is possible.

    Their people are chairs: see `Problem.named`.

    Problems noted when the facts were read come first: a fact that they explain is not also reported as missing.
    """
    (
        variant,
        taker,
        partner,
        contract,
        bouts,
        half_points,
        petit_au_bout,
        poignees,
        chelem,
        sits_out,
        petit_chelem,
        miseres,
        players,
        noted,
    ) = facts  # unpacked together: reading each fact by name takes twice as long
    problems: list[Problem] = []
    if variant is None or taker is None or contract is None or bouts is None or half_points is None:
        problems += _missing(facts)
    in_primes: tuple[tuple[str, int], ...] = ()
    if poignees or miseres or (chelem is not None and chelem.announced_by is not None):
        in_primes = _people_of_primes(poignees, chelem, miseres)
    problems += _people(variant, players, taker, partner, sits_out, in_primes)
    if contract is not None and not contract.official and house.pousse is None:  # R29
        problems.append(Problem("pousse_not_in_force", "contract"))
    if petit_chelem.announced or petit_chelem.made or miseres:
        problems += _out_of_force(facts, house)
    if bouts is not None and not 0 <= bouts <= 3:
        problems.append(Problem("bouts_range", "bouts", {"value": bouts}))
    if half_points is not None and half_points not in _possible(variant, contract, bouts, chelem, petit_chelem):
        problems.append(_impossible_count(facts, half_points))
    if petit_au_bout is not None:
        problems += _petit(bouts, petit_au_bout, chelem)
    if poignees or miseres:
        problems += _shown_primes(facts)
    if chelem is not None and (chelem.announced_by is not None or petit_chelem.announced or petit_chelem.made):
        problems += _petit_and_chelem(chelem, petit_chelem)
        problems += _announced(taker, chelem)
    return problems if not noted else [*noted, *_unexplained(problems, noted)]


def _unexplained(problems: list[Problem], noted: tuple[Problem, ...]) -> Iterator[Problem]:
    explained = {problem.field for problem in noted}
    for problem in problems:
        if not (problem.code.endswith("_missing") and problem.field in explained):
            yield problem


def naming(variant: Variant | None, players: Sequence[str]) -> list[Problem]:
    """Return a problem for names that are too many, too few, twice the same, or nothing at all."""
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


def _people_of_primes(
    poignees: tuple[Poignee[int], ...], chelem: Chelem[int] | None, miseres: tuple[Misere[int], ...]
) -> tuple[tuple[str, int], ...]:
    """Return the chairs that the primes name, each with its field."""
    return (
        *(("poignees", poignee.player) for poignee in poignees),
        *(() if chelem is None or chelem.announced_by is None else (("chelem", chelem.announced_by),)),
        *(("options", misere.player) for misere in miseres),
    )


# There are few combinations of chairs: each is checked once, not for every donne.
@lru_cache(maxsize=1 << 12)
def _people(
    variant: Variant | None,
    players: int | None,
    taker: int | None,
    partner: int | None,
    sits_out: tuple[int, ...],
    in_primes: tuple[tuple[str, int], ...],
) -> tuple[Problem, ...]:
    """Return every problem of the chairs: people who are absent or hold no cards, then wrong roles."""
    absent: Iterable[Problem] = ()
    if players is not None and players <= MOST_PLAYERS:  # with more, it is unclear who was meant
        absent = _absent((("taker", taker), ("partner", partner), *in_primes), players, sits_out)
    return (*absent, *(() if variant is None else _roles(variant, taker, partner, sits_out)))


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
    """Yield a problem for every prime hors règlement that is used without being in force [R30, R31]."""
    if (facts.petit_chelem.announced or facts.petit_chelem.made) and not house.petit_chelem:
        yield Problem("petit_chelem_not_in_force", "options")
    if facts.miseres and not house.miseres:
        yield Problem("miseres_not_in_force", "options")


def _possible(
    variant: Variant | None,
    contract: Contract | None,
    bouts: int | None,
    chelem: Chelem[int] | None,
    petit_chelem: PetitChelem,
) -> Collection[int]:
    """Return the possible counts: all those of the pack while a fact that they depend on is unknown."""
    if variant is None or contract is None or bouts is None or not 0 <= bouts <= 3 or chelem is None:
        return _PACK
    return counts(variant, contract, bouts, chelem.made, petit_chelem.made and chelem.made is None)


def _impossible_count(facts: Facts, half_points: int) -> Problem:
    """Return what is wrong with a count that is not among those `_possible`."""
    variant, contract, bouts, chelem = facts.variant, facts.contract, facts.bouts, facts.chelem
    points = Fraction(half_points, 2)
    if half_points not in _PACK or variant is None or contract is None or bouts is None or chelem is None:
        return Problem("points_range", "points", {"points": points})
    values: dict[str, object] = {"points": points, "bouts": bouts, "contract": contract, "playing": variant.playing}
    made, but_one = chelem.made, facts.petit_chelem.made and chelem.made is None
    possible = _possible(variant, contract, bouts, chelem, facts.petit_chelem)
    if not possible:
        code = "petit_chelem_bouts" if but_one else "chelem_bouts"
        return Problem(code, "bouts", values if but_one else values | {"camp": made})
    lowest, highest = min(possible), max(possible)
    values["range"] = (Fraction(lowest, 2), Fraction(highest, 2))
    if lowest < half_points < highest:
        # Inside the range only a half can be wrong: the number of cards decides whether there is one [R8].
        below, above = max(c for c in possible if c < half_points), min(c for c in possible if c > half_points)
        return Problem("points_half", "points", values | {"below": Fraction(below, 2), "above": Fraction(above, 2)})
    if made is None and not but_one and (camp := _unsaid_chelem(variant, contract, bouts, half_points)):
        return Problem("chelem_unsaid", "chelem", values | {"camp": camp})
    if made is not None:
        return Problem("points_chelem", "points", values | {"camp": made})
    return Problem("points_petit_chelem" if but_one else "points_bouts", "points", values)


def _unsaid_chelem(variant: Variant, contract: Contract, bouts: int, half_points: int) -> Camp | None:
    """Return the camp that must have taken every trick for this count, if one did."""
    return next((camp for camp in Camp if half_points in counts(variant, contract, bouts, camp)), None)


def _petit(bouts: int | None, petit_au_bout: Camp, chelem: Chelem[int] | None) -> Iterator[Problem]:
    # The camp that wins the Petit owns it at the end: a bout the attack has, or lacks [R10].
    if bouts == (0 if petit_au_bout is Camp.ATTAQUE else 3):
        yield Problem("petit_bouts", "petit_au_bout", {"camp": petit_au_bout, "bouts": bouts})
    if chelem is not None and chelem.made is not None and chelem.made is not petit_au_bout:
        yield Problem("petit_chelem", "petit_au_bout", {"camp": petit_au_bout, "winner": chelem.made})


def _shown_primes(facts: Facts) -> Iterator[Problem]:
    yield from _shown_by(facts.variant, facts.poignees, facts.miseres)
    if facts.variant is not None:
        yield from _against_slam(facts.variant, facts)


# There are few combinations of chairs and sizes: each is checked once, not for every donne of an event.
@lru_cache(maxsize=1 << 12)
def _shown_by(
    variant: Variant | None, poignees: tuple[Poignee[int], ...], miseres: tuple[Misere[int], ...]
) -> tuple[Problem, ...]:
    """Return a problem for what these chairs cannot show: twice, together, or with the cards of the pack."""
    return (
        *_shown_together(poignees, miseres),
        *(() if variant is None else holdings(variant, poignees, miseres)),
    )


def _shown_together(poignees: tuple[Poignee[int], ...], miseres: tuple[Misere[int], ...]) -> Iterator[Problem]:
    """Yield a problem for what one player cannot show twice, or together [R13, R31]."""
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
    """Yield a problem for poignées that nobody could have beaten in every trick, or in every trick but one."""
    if facts.taker is None:
        return  # without a taker nobody knows whose they are
    attackers = (facts.taker, facts.partner)
    if facts.chelem is not None and facts.chelem.made is not None:
        yield from beaten(variant, attackers, facts.poignees, facts.chelem.made, but_one=False)
    elif facts.petit_chelem.made:
        yield from beaten(variant, attackers, facts.poignees, Camp.ATTAQUE, but_one=True)


def _petit_and_chelem(chelem: Chelem[int], petit_chelem: PetitChelem) -> Iterator[Problem]:
    """Yield a problem for all the tricks but one beside all the tricks: they exclude each other [R30]."""
    if petit_chelem.made and chelem.made is not None:
        yield Problem("petit_chelem_made", "options", {"camp": chelem.made})
    elif (petit_chelem.announced and (chelem.announced or chelem.made is Camp.ATTAQUE)) or (
        petit_chelem.made and chelem.announced
    ):
        yield Problem("petit_chelem_and_chelem", "options")


def _announced(taker: int | None, chelem: Chelem[int]) -> Iterator[Problem]:
    announced_by = chelem.announced_by
    if announced_by is None:
        return
    if not chelem.announced:
        yield Problem("chelem_not_announced", "chelem", {"player": announced_by})
    elif taker is not None and announced_by != taker:  # only the taker announces [R17]
        yield Problem("chelem_announcer", "chelem", {"player": announced_by, "taker": taker})
