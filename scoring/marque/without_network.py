"""
The data with which a page counts a donne while no server answers: figures, possible counts and sentences.

`marks.js` reads it. It writes no sentence and decides nothing itself: each count of the pack comes with the sentence
that refuses it, where only typed figures stand in braces. A table with other donnes (hors règlement: the pousse, other
variants) has no such data: only the server tells its scores.
"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from .bareme import Bareme
from .checks import problems_in
from .count import PARTS
from .facts import Facts
from .feasible import TOTAL, counts
from .nouns import Camp, Chelem, Contract, PoigneeSize, Variant
from .problems import Problem
from .words import name_of, say

MADE: tuple[Camp | None, ...] = (None, *Camp)
POSSIBLE = "."
FIRST = ord("A")  # of the letters that stand for the sentences
# By which contract the same cards make the same counts: the dog is whose it is in a prise.
LIKE = {Contract.GARDE: Contract.PRISE}
Sentence = tuple[str, tuple[tuple[str, object], ...]]
TYPED = {"points": "{points}", "below": "{below}", "above": "{above}", "contract": "{contract}"}


def figures(bareme: Bareme, variant: Variant, language: str) -> dict[str, Any] | None:
    """
    Return the data of a table as JSON values; None when a page cannot count its donnes.

    `counts` has a text for each contract, number of bouts and camp of the chelem (`prise2`, `garde_sans3attaque`). Each
    letter of it is for one count in half-points: possible, or the index of its sentence in `texts`.
    """
    if bareme.house.pousse is not None or not variant.official:
        return None
    contracts = [contract for contract in Contract if contract.official]
    return _cards(variant, language) | {
        "playing": variant.playing,
        "rests": variant.resting > 0,
        "calls": variant is Variant.FIVE,
        "base": bareme.base,
        "required": [bareme.required[bouts] for bouts in range(4)],
        "multipliers": {contract.value: bareme.multipliers[contract] for contract in contracts},
        "contracts": {contract.value: name_of(contract, language) for contract in contracts},
        "like": {contract.value: like.value for contract, like in LIKE.items()},
        "parts": _parts(bareme.base, bareme.petit_au_bout, language),
        "petit": bareme.petit_au_bout,
        "poignees": {size.value: value for size, value in bareme.poignees.items()},
        "chelem": {
            "made": bareme.chelem_made,
            "announced_made": bareme.chelem_announced_made,
            "announced_failed": bareme.chelem_announced_failed,
            "inflicted": bareme.chelem_inflicted,
        },
    }


@lru_cache(maxsize=16)
def _parts(base: int, petit_au_bout: int, language: str) -> dict[str, str]:
    """Return the words of each part of a marque; of the petit au bout by camp, of a poignée by size."""
    counted = {"base": base, "distance": "{distance}", "multiplier": "{multiplier}"}
    chelems = ("chelem_made", "chelem_announced_made", "chelem_announced_failed", "chelem_inflicted")
    return (
        {code: say(PARTS[code], counted, language) for code in ("contract", "contract_failed", *chelems)}
        | {
            camp.value: say(PARTS["petit_au_bout"], counted | {"camp": camp, "prime": petit_au_bout}, language)
            for camp in Camp
        }
        | {size.value: say(PARTS["poignee"], {"size": size}, language) for size in PoigneeSize}
    )


@lru_cache(maxsize=16)
def _cards(variant: Variant, language: str) -> dict[str, Any]:
    """Return which counts the cards allow, and the sentences for the others."""
    places: dict[Sentence, str] = {}
    texts: list[str] = []

    def letter(problem: Problem) -> str:
        values = {key: TYPED.get(key, value) for key, value in problem.values.items()}
        sentence = problem.code, tuple(values.items())
        if sentence not in places:
            text = Problem(problem.code, problem.field, values).message(language)
            if text not in texts:
                texts.append(text)
            places[sentence] = chr(FIRST + texts.index(text))
        return places[sentence]

    told: dict[str, str] = {}
    petits: dict[str, str] = {}
    for bouts, made in product(range(4), MADE):
        chelem: Chelem[int] = Chelem(made=made)
        for contract in (one for one in Contract if one.official and one not in LIKE):
            possible = counts(variant, contract, bouts, made)
            facts = Facts(variant=variant, taker=0, contract=contract, bouts=bouts, chelem=chelem)
            told[f"{contract}{bouts}{made or ''}"] = "".join(
                POSSIBLE if count in possible else letter(_about(replace(facts, half_points=count), _COUNT)[0])
                for count in range(TOTAL + 1)
            )
        for petit in Camp:
            facts = Facts(variant=variant, taker=0, bouts=bouts, petit_au_bout=petit, chelem=chelem)
            petits[f"{bouts}{petit}{made or ''}"] = "".join(map(letter, _about(facts, {"petit_au_bout"})))
    beyond = Problem("points_range", "points", {"points": Fraction(TOTAL)})
    return {"counts": told, "petits": petits, "beyond": letter(beyond), "texts": texts}


_COUNT = {"points", "bouts", "chelem"}


def _about(facts: Facts, fields: set[str]) -> list[Problem]:
    """Return the problems of these fields, without those of missing facts."""
    return [one for one in problems_in(facts) if one.field in fields and not one.code.endswith("_missing")]
