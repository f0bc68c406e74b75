"""The facts of a donne from the cleaned answers of a form, the entry form's or the calculator's."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.marque import Camp, Chelem, Contract, Facts, Misere, PetitChelem, Poignee, PoigneeSize, Problem, Variant
from scoring.marque.fields import coded, half_points_in

ALONE = "seul"


def facts_from(
    answers: Mapping[str, Any],
    *,
    variant: Variant | None,
    chairs: int,
    points: str,
    sits_out: Iterable[int],
    miseres: Iterable[Misere[int]],
    noted: Iterable[Problem] = (),
) -> Facts:
    """
    Return what was answered at a table of so many chairs; what was not, or could not be read, is `None`.

    `points` is the attack's count as typed: « 46 », « 40,5 ». `noted` are the problems that the form found by itself.
    """
    found = list(noted)
    half_points = half_points_in(points or None, found)
    return Facts(
        variant=variant,
        taker=chosen_chair(answers.get("taker")),
        partner=chosen_chair(answers.get("partner")),
        contract=coded(Contract, answers.get("contract")),
        bouts=answers.get("bouts"),
        half_points=half_points,
        petit_au_bout=coded(Camp, answers.get("petit_au_bout")),
        poignees=tuple(
            Poignee(chair, PoigneeSize(answers[f"poignee_{chair}"]))
            for chair in range(chairs)
            if answers.get(f"poignee_{chair}")
        ),
        chelem=Chelem(bool(answers.get("chelem_announced")), coded(Camp, answers.get("chelem_made"))),
        sits_out=tuple(sits_out),
        petit_chelem=PetitChelem(bool(answers.get("petit_chelem_announced")), bool(answers.get("petit_chelem_made"))),
        miseres=tuple(miseres),
        players=chairs,
        noted=tuple(found),
    )


def chosen_chair(answer: str | int | None) -> int | None:
    """Return the chair that was chosen, None for nobody: nothing was said, or that the taker is alone."""
    return None if answer is None or answer in {"", ALONE} else int(answer)
