"""What each defender owes the attack, part by part, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .bareme import FFT_2012, Bareme
from .donne import Donne
from .nouns import Camp, Reason
from .words import DEFAULT_LANGUAGE, part_text


@dataclass(frozen=True, slots=True)
class Part:
    """
    One term of the marque: signed points for the attack, from each defender.

    `words` names the sentence of the catalogue, `values` are the figures it quotes.
    """

    reason: Reason
    points: int
    words: str
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the part in words: « (25 + 5) × 2 », « poignée simple »."""
        return part_text(self.words, self.values, language)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        return {"reason": self.reason.value, "points": self.points, "text": self.text(language)}


@dataclass(frozen=True, slots=True)
class Marque:
    """The parts of a donne's marque, whether the contract was made, and what each defender pays (or gets, below 0)."""

    parts: tuple[Part, ...]
    won: bool
    per_defender: int


def count(donne: Donne, bareme: Bareme = FFT_2012) -> Marque:
    """
    Return what each defender gives the attack, part by part.

    The petit au bout follows the camp that wins it and is multiplied by the contract; a poignée follows the camp that
    wins the contract and is not; the chelem stands apart from both. [rules R7-R16]
    """
    margin = donne.half_points - bareme.required[donne.bouts]  # R4
    won = margin >= 0  # "juste fait" is made, and a missing half point is a failure [R5, R8]
    sign = 1 if won else -1
    distance = (abs(margin) + 1) // 2  # the stray half point goes to the camp that wins the contract [R8]
    multiplier = bareme.multipliers[donne.contract]  # R6
    parts = [
        Part(
            Reason.CONTRACT,
            sign * (bareme.base + distance) * multiplier,  # R7
            "contract" if won else "contract_failed",
            {"base": bareme.base, "distance": distance, "multiplier": multiplier},
        )
    ]
    if donne.petit_au_bout is not None:
        parts.append(_petit_au_bout(donne.petit_au_bout, multiplier, bareme))
    # Every poignée goes to the camp that wins the contract, whoever showed it [R13].
    parts += [
        Part(
            Reason.POIGNEE,
            sign * bareme.poignees[poignee.size],  # never multiplied [R12]
            "poignee",
            {"size": poignee.size, "player": poignee.player},
        )
        for poignee in donne.poignees
    ]
    parts += _chelem(donne, bareme)
    return Marque(tuple(parts), won, sum(part.points for part in parts))


def _petit_au_bout(camp: Camp, multiplier: int, bareme: Bareme) -> Part:
    sign = 1 if camp is Camp.ATTAQUE else -1  # by camp, whatever the result of the contract [R10]
    return Part(
        Reason.PETIT_AU_BOUT,
        sign * bareme.petit_au_bout * multiplier,
        "petit_au_bout",
        {"camp": camp, "prime": bareme.petit_au_bout, "multiplier": multiplier},
    )


def _chelem(donne: Donne, bareme: Bareme) -> list[Part]:
    announced, made = donne.chelem.announced, donne.chelem.made
    if made is Camp.ATTAQUE:  # R15
        if announced:
            return [Part(Reason.CHELEM, bareme.chelem_announced_made, "chelem_announced_made")]
        return [Part(Reason.CHELEM, bareme.chelem_made, "chelem_made")]
    parts = []
    if announced:  # a called chelem that fails costs its penalty even when the contract is made [R15]
        parts.append(Part(Reason.CHELEM, -bareme.chelem_announced_failed, "chelem_announced_failed"))
    if made is Camp.DEFENSE:  # and both apply when the defence makes it [R16, R17]
        parts.append(Part(Reason.CHELEM, -bareme.chelem_inflicted, "chelem_inflicted"))
    return parts
