"""Worked examples: the marque counts them when the page is made, so that they cannot be wrong."""

from dataclasses import dataclass, replace
from typing import Any

from scoring.marque import NO_HOUSE_RULES, Bareme, Donne, Scored, parse, score
from tournaments.text import points_text

from .figures import Phrases
from .nouns import Example, Passage

_OFF: dict[str, Any] = {
    "pousse": None,
    "petit_chelem": False,
    "miseres": False,
    "mouche": False,
    "flambeuse": False,
}


@dataclass(frozen=True, slots=True)
class Worked:
    """
    An example counted: what happened in words, the terms of the marque, and who marks what, the taker first.

    `per_defender` is what each defender gives the attack, below zero when they get it: the sum of `parts`. What goes
    to one player whoever wins (a misère) is `beside` it, in words.
    """

    donne: str
    note: Passage | None
    told: str
    parts: tuple[tuple[str, int], ...]
    per_defender: int
    beside: tuple[str, ...]
    scores: tuple[tuple[str, int], ...]


def read_donne(line: str, bareme: Bareme) -> Donne:
    """
    Return the donne of an example as this barème plays it; raises `ImpossibleDonne`.

    A house rule is in force only where the line itself asks for it, worth what this barème says; a pousse read in
    another way than the barème's, or by one that has none, is worth what pousses usually are.
    """
    donne = parse(line, house=replace(bareme.house, **_OFF, pousse_values=NO_HOUSE_RULES.pousse_values))
    if donne.house.pousse is None or donne.house.pousse is not bareme.house.pousse:
        return donne
    return parse(line, house=replace(bareme.house, **_OFF))


def worked(example: Example, bareme: Bareme, phrases: Phrases, language: str) -> Worked:
    """Return an example counted by this barème; its note is filled in already."""
    donne = read_donne(example.donne, bareme)
    scored = score(donne, bareme)
    attack_first = sorted(scored.scores, key=lambda player: (player != donne.taker, player != donne.partner))
    return Worked(
        donne=example.donne,
        note=example.note,
        told=_told(donne, scored, bareme, phrases),
        parts=tuple((part.text(language), part.points) for part in scored.marque.parts if part.player is None),
        per_defender=scored.marque.per_defender,
        beside=tuple(part.text(language) for part in scored.marque.parts if part.player is not None),
        scores=tuple((player, scored.scores[player]) for player in attack_first),
    )


def _told(donne: Donne, scored: Scored, bareme: Bareme, phrases: Phrases) -> str:
    distance = scored.marque.distance
    if not scored.marque.won:
        result = phrases["failed"].format(gap=distance)
    elif distance:
        result = phrases["made"].format(gap=distance)
    else:
        result = phrases["just_made"]
    attack = [f" {phrases['with']} ".join(donne.attackers)]
    attack += [phrases["sits_out"].format(player=player) for player in donne.sits_out]
    return phrases["told"].format(
        attack=" ".join(attack),
        contract=donne.contract.value.replace("_", " "),
        points=points_text(donne.half_points, comma=phrases["decimal"]),
        bouts=phrases[f"bouts_{donne.bouts}"],
        required=points_text(bareme.required[donne.bouts], comma=phrases["decimal"]),
        result=result,
    )
