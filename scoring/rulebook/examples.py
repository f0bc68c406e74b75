"""Worked examples: the marque counts them when the page is made, so that they cannot be wrong."""

import re
from dataclasses import dataclass, replace
from typing import Any

from scoring.marque import NO_HOUSE_RULES, Bareme, Donne, Scored, parse, score
from scoring.marque.words import typeset

from .figures import ENGLISH, LANGUAGES, points_text
from .nouns import Example, Texts

_OFF: dict[str, Any] = {
    "pousse": None,
    "petit_chelem": False,
    "miseres": False,
    "mouche": False,
    "flambeuse": False,
}
_CHAIRS = {"Sud": "South", "Est": "East", "Nord": "North", "Ouest": "West"}
_CHAIR = re.compile(rf"\b({'|'.join(_CHAIRS)})\b")
_WITH: Texts = (" avec ", " with ")
_RESTS: Texts = typeset((" (mort : {})", " (mort: {})"))
_BOUTS: tuple[tuple[str, ...], ...] = (
    ("sans bout", "1 bout", "2 bouts", "3 bouts"),
    ("no bout", "1 bout", "2 bouts", "3 bouts"),
)
_TOLD: Texts = typeset(
    (
        "{attack}, {contract} : {points} points, {bouts}. Il en faut {required} : {result}.",
        "{attack}, {contract}: {points} points, {bouts}. {required} are needed: {result}.",
    )
)
_MADE: Texts = ("contrat réussi de {}", "contract made by {}")
_JUST: Texts = ("contrat juste fait", "contract just made")
_FAILED: Texts = ("contrat chuté de {}", "contract failed by {}")


@dataclass(frozen=True, slots=True)
class Worked:
    """
    An example counted: what happened in words, the terms of the marque, and who marks what, the taker first.

    `per_defender` is what each defender gives the attack, below zero when they get it: the sum of `parts`. What goes
    to one player whoever wins (a misère) is `beside` it, in words.
    """

    line: str
    note: str
    told: str
    parts: tuple[tuple[str, int], ...]
    per_defender: int
    beside: tuple[str, ...]
    scores: tuple[tuple[str, int], ...]


def worked(example: Example, note: str, bareme: Bareme, language: int) -> Worked:
    """
    Return an example counted by this barème. `note` is its own, already filled in.

    A house rule is in force only where the line itself asks for it, worth what this barème says; a pousse read in
    another way than the barème's, or by one that has none, is worth what pousses usually are.
    """
    line = _CHAIR.sub(lambda chair: _CHAIRS[chair[0]], example.line) if language == ENGLISH else example.line
    donne = parse(line, house=replace(bareme.house, **_OFF, pousse_values=NO_HOUSE_RULES.pousse_values))
    if donne.house.pousse is not None and donne.house.pousse is bareme.house.pousse:
        donne = parse(line, house=replace(bareme.house, **_OFF))
    scored = score(donne, bareme)
    said = LANGUAGES[language]
    attack_first = sorted(scored.scores, key=lambda player: (player != donne.taker, player != donne.partner))
    return Worked(
        line=line,
        note=note,
        told=_told(donne, scored, bareme, language),
        parts=tuple((part.text(said), part.points) for part in scored.marque.parts if part.player is None),
        per_defender=scored.marque.per_defender,
        beside=tuple(part.text(said) for part in scored.marque.parts if part.player is not None),
        scores=tuple((player, scored.scores[player]) for player in attack_first),
    )


def _told(donne: Donne, scored: Scored, bareme: Bareme, language: int) -> str:
    distance = scored.marque.distance
    if not scored.marque.won:
        result = _FAILED[language].format(distance)
    elif distance:
        result = _MADE[language].format(distance)
    else:
        result = _JUST[language]
    attack = _WITH[language].join(donne.attackers)
    return _TOLD[language].format(
        attack=attack + "".join(_RESTS[language].format(player) for player in donne.sits_out),
        contract=donne.contract.value.replace("_", " "),
        points=points_text(donne.half_points, language),
        bouts=_BOUTS[language][donne.bouts],
        required=points_text(bareme.required[donne.bouts], language),
        result=result,
    )
