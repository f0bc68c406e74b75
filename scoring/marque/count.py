"""Counts what each defender owes the attack, part by part with the reason, and what each player scores."""

from functools import lru_cache
from typing import NamedTuple

from tournaments.kit.translation import gettext_noop as _

from .bareme import FFT_2012, Bareme
from .donne import Donne
from .nouns import Camp, Contract, HouseRules, MisereKind, PoigneeSize, PousseReading, Reason
from .words import DEFAULT_LANGUAGE, say


class Part(NamedTuple):
    """
    One term of the marque: signed points that each defender gives the attack.

    A misère belongs to one player and no camp: `player` showed it, and every other player who plays gives him `points`
    [R31]. `words` is the code of the sentence; `values` are the figures in it, by name.
    """

    reason: Reason
    points: int
    words: str
    values: tuple[tuple[str, object], ...] = ()
    player: str | None = None

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the part in words: « (25 + 5) × 2 », « poignée simple »."""
        return _part_text(self.words, self.values, language)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        """Return the part in the exchange format; it has `player` only for a part of one player."""
        answer: dict[str, object] = {"reason": self.reason.value, "points": self.points, "text": self.text(language)}
        if self.player is not None:
            answer["player"] = self.player
        return answer


@lru_cache(maxsize=1 << 13)
def _part_text(words: str, values: tuple[tuple[str, object], ...], language: str) -> str:
    """Return one part of the marque in words; cached, because the same few parts come back."""
    return say(PARTS[words], dict(values), language)


class Marque(NamedTuple):
    """
    The parts of a donne's marque, whether the contract was made, and what each defender pays (negative: receives).

    `distance` is by how many whole points the contract was made or failed, after the half point is given away [R8].
    """

    parts: tuple[Part, ...]
    won: bool
    per_defender: int
    distance: int


def count(donne: Donne, bareme: Bareme = FFT_2012) -> Marque:
    """
    Return what each defender gives the attack, part by part.

    The petit au bout follows the camp that wins it and is multiplied by the contract; a poignée follows the camp that
    wins the contract and is not; the chelem stands apart from both. House rules are the donne's own. [rules R7-R16,
    R29-R31]
    """
    margin = donne.half_points - bareme.required[donne.bouts]  # R4
    if donne.house.pousse is None:
        base, multiplier, added = bareme.base, bareme.multipliers[donne.contract], False  # R6
    else:
        base, multiplier, added = _pousse(donne.house, donne.contract)
    contract = _contract(base, multiplier, margin, added)
    primes: list[Part] = []
    if donne.petit_au_bout is not None:
        primes.append(_petit_au_bout(donne.petit_au_bout, bareme.petit_au_bout, multiplier, added))
    if donne.poignees:
        sign = 1 if contract.won else -1  # each goes to the camp that wins the contract, whoever showed it [R13]
        primes += [_poignee(poignee.size, sign * bareme.poignees[poignee.size]) for poignee in donne.poignees]
    if donne.chelem.announced or donne.chelem.made is not None or donne.petit_chelem.announced:
        primes += _chelem(donne, bareme)
    if not primes and not donne.miseres:
        return contract
    amount = contract.per_defender + sum([prime.points for prime in primes])
    if donne.miseres:
        primes += _miseres(donne)  # beside what each defender gives
    return Marque((*contract.parts, *primes), contract.won, amount, contract.distance)


def _pousse(house: HouseRules, contract: Contract) -> tuple[int, int, bool]:
    """
    Return (base, multiplier, whether points are added) of a contract where the pousse is played [R29].

    When points are added, a contract has its own value, and the points and the petit au bout join it. When points are
    multiplied, the prise's value replaces the 25, and the multiplier is the contract's value divided by the prise's.
    """
    values = house.pousse_values
    if house.pousse is PousseReading.ADD:
        return values[contract], 1, True
    return values[Contract.PRISE], values[contract] // values[Contract.PRISE], False


# Without primes a contract depends on these four figures only, and an evening repeats the same few.
@lru_cache(maxsize=1 << 13)
def _contract(base: int, multiplier: int, margin: int, added: bool) -> Marque:  # noqa: FBT001 - by position, for the cache
    """Return the marque of a contract without primes, made or failed by a margin in half-points."""
    won = margin >= 0  # exactly the required points are enough, half a point less is a failure [R5, R8]
    distance = (abs(margin) + 1) // 2  # the stray half point goes to the camp that wins the contract [R8]
    points = (1 if won else -1) * (base + distance) * multiplier  # R7
    words = ("contract" if won else "contract_failed") + ("_added" if added else "")
    figures = (("base", base), ("distance", distance), ("multiplier", multiplier))
    return Marque((Part(Reason.CONTRACT, points, words, figures),), won, points, distance)


@lru_cache(maxsize=1 << 8)
def _petit_au_bout(camp: Camp, prime: int, multiplier: int, added: bool) -> Part:  # noqa: FBT001
    sign = 1 if camp is Camp.ATTAQUE else -1  # by camp, whatever the result of the contract [R10]
    return Part(
        Reason.PETIT_AU_BOUT,
        sign * prime * multiplier,
        "petit_au_bout_added" if added else "petit_au_bout",
        (("camp", camp), ("prime", prime), ("multiplier", multiplier)),
    )


@lru_cache(maxsize=1 << 8)
def _poignee(size: PoigneeSize, points: int) -> Part:
    return Part(Reason.POIGNEE, points, "poignee", (("size", size),))  # never multiplied [R12]


def _chelem(donne: Donne, bareme: Bareme) -> list[Part]:
    announced, made = donne.chelem.announced, donne.chelem.made
    if made is Camp.ATTAQUE:  # R15
        if announced:
            return [Part(Reason.CHELEM, bareme.chelem_announced_made, "chelem_announced_made")]
        return [Part(Reason.CHELEM, bareme.chelem_made, "chelem_made")]
    parts = []
    if announced:  # a called chelem that fails costs its penalty even when the contract is made [R15]
        parts.append(Part(Reason.CHELEM, -bareme.chelem_announced_failed, "chelem_announced_failed"))
    if donne.petit_chelem.announced:  # without an announcement it is worth nothing [R30]
        if donne.petit_chelem.made:
            parts.append(Part(Reason.PETIT_CHELEM, donne.house.petit_chelem_made, "petit_chelem_made"))
        else:
            parts.append(Part(Reason.PETIT_CHELEM, -donne.house.petit_chelem_failed, "petit_chelem_failed"))
    if made is Camp.DEFENSE:  # and both apply when the defence makes it [R16, R17]
        parts.append(Part(Reason.CHELEM, -bareme.chelem_inflicted, "chelem_inflicted"))
    return parts


def _miseres(donne: Donne) -> list[Part]:
    """Return what each misère brings its player: every other player pays it, whoever wins [R31]."""
    value = donne.house.misere_value
    return [
        Part(
            Reason.MISERE,
            value,
            "misere_atout" if misere.kind is MisereKind.ATOUT else "misere_tete",
            (("player", misere.player), ("points", value)),
            misere.player,
        )
        for misere in donne.miseres
    ]


def split(donne: Donne, marque: Marque) -> dict[str, int]:
    """
    Return the score of each player by name, in playing order; scores always sum to zero [R9].

    Each defender gives the attack the same amount. A taker alone keeps all. With a partner at five, the attack shares
    three payers' worth, two thirds and one third, which is always exact [R22, R23, R26]; a team of two halves what four
    pay [R28]. A player who sits out scores 0 [R25]. Every other player who plays pays a misère to its player [R31].
    """
    amount = marque.per_defender
    scores = dict.fromkeys(donne.players, -amount)
    if donne.partner is None:
        scores[donne.taker] = amount * (donne.variant.playing - 1)
    else:
        defenders = donne.variant.playing - 2
        scores[donne.partner] = amount * (defenders // 2)
        scores[donne.taker] = amount * (defenders - defenders // 2)
    for player in donne.sits_out:
        scores[player] = 0
    if donne.miseres:
        for part in marque.parts:
            if part.player is not None:
                for player in donne.playing:
                    scores[player] -= part.points
                scores[part.player] += part.points * donne.variant.playing
    return scores


# What a part comes to, in words.
PARTS: dict[str, str] = {
    "contract": "({base} + {distance}) × {multiplier}",
    "contract_failed": "−({base} + {distance}) × {multiplier}",
    "contract_added": "{base} + {distance}",
    "contract_failed_added": "−({base} + {distance})",
    "petit_au_bout_added": _("petit au bout pour {camp}"),
    "petit_au_bout": _("petit au bout pour {camp}, {prime} × {multiplier}"),
    "poignee": _("poignée {size}"),
    "chelem_announced_made": _("chelem annoncé et réussi"),
    "chelem_made": _("chelem réussi sans annonce"),
    "chelem_announced_failed": _("chelem annoncé et chuté"),
    "chelem_inflicted": _("chelem de la défense"),
    "petit_chelem_made": _("petit chelem annoncé et réussi"),
    "petit_chelem_failed": _("petit chelem annoncé et chuté"),
    "misere_atout": _("misère d’atout montrée par {player}, {points} de chacun"),
    "misere_tete": _("misère de figure montrée par {player}, {points} de chacun"),
}
