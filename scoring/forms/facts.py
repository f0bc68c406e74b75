"""What forms about a donne share: their choices, the typed count of points, and reading the facts from answers."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.labels import Outcome, camps
from scoring.marque import Camp, Contract, Facts, MisereKind, PoigneeSize, Problem, Variant
from scoring.marque.facts import facts_of
from scoring.marque.fields import half_points_in
from tournaments.forms.base import AnchoredForm

ALONE = "seul"
# No part can match in two ways: the time grows linearly with the text.
COUNT = re.compile(r"([+-])?([0-9]{1,9})(?:([.,][0-9]{1,9})|[ \u00a0]?(½|1/2))?(?:[ \u00a0]?(?:points?|pts?)\.?)?")
PLAIN_COUNT = re.compile(r"[0-9]{1,9}([.,][0-9]{1,9})?")  # as cleaned by `CardPointsField`
POINTS = 91  # points of the whole pack

CONTRACTS = [
    (Contract.PRISE, gettext_lazy("Prise")),
    (Contract.POUSSE, gettext_lazy("Pousse")),
    (Contract.GARDE, gettext_lazy("Garde")),
    (Contract.GARDE_SANS, gettext_lazy("Garde sans")),
    (Contract.GARDE_CONTRE, gettext_lazy("Garde contre")),
]
BOUTS = [(number, str(number)) for number in range(4)]
PETIT_AU_BOUT = [("", gettext_lazy("non")), *camps()]
CHELEM_MADE = [
    ("", gettext_lazy("non")),
    (Camp.ATTAQUE, gettext_lazy("par l’attaque")),
    (Camp.DEFENSE, gettext_lazy("par la défense")),
]
# The key that chooses each of them on a keyboard.
OUTCOME_KEYS = {
    Outcome.PLAYED: "j",
    Outcome.PASSED: "p",
    Outcome.PETIT_SEC: "s",
    Outcome.MISDEAL: "f",
    Outcome.ANNULLED: "a",
}
CONTRACT_KEYS = {
    Contract.PRISE: "p",
    Contract.POUSSE: "u",
    Contract.GARDE: "g",
    Contract.GARDE_SANS: "s",
    Contract.GARDE_CONTRE: "c",
}
CAMP_KEYS = {"": "n", Camp.ATTAQUE: "a", Camp.DEFENSE: "d"}
POIGNEE_KEYS = {"": "n", PoigneeSize.SIMPLE: "s", PoigneeSize.DOUBLE: "d", PoigneeSize.TRIPLE: "t"}


class CardPointsField(forms.CharField):
    """
    A count of card points as people type it: « 46 », « 40,5 », « 41½ », « 48 points ».

    A text that it cannot read stays as typed.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": 20} | kwargs)

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        match = COUNT.fullmatch(text)
        if match is None:
            return text
        sign, whole, decimals, half = match.groups()
        return f"{sign or ''}{whole}{',5' if half else decimals or ''}"


def one_of(label: Any, choices: Any) -> forms.ChoiceField:
    """Return a field of radio buttons with one answer or none."""
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, required=False)


class FactsForm(AnchoredForm):
    """The questions that every form of one donne asks. Subclasses add those about players and house rules."""

    contract = one_of(gettext_lazy("Contrat"), CONTRACTS)
    bouts = forms.TypedChoiceField(
        label=gettext_lazy("Bouts de l’attaque"),
        choices=BOUTS,
        coerce=int,
        empty_value=None,
        widget=forms.RadioSelect,
        required=False,
    )
    points = CardPointsField(
        label=gettext_lazy("Points de l’attaque"),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "num", "size": 6}),
    )
    counted_by = one_of(gettext_lazy("Ce sont les points de"), camps)
    petit_au_bout = one_of(gettext_lazy("Petit au bout"), PETIT_AU_BOUT)
    chelem_announced = forms.BooleanField(label=gettext_lazy("Chelem annoncé par le preneur"), required=False)
    chelem_made = one_of(gettext_lazy("Chelem réussi"), CHELEM_MADE)
    field_order = ("key", "variant", "outcome")  # asked first, and so what is wrong with them is told first


def attack_points(answers: Mapping[str, Any]) -> str:
    """Return the attack's count as typed. When the defence's count was typed, return what is left for the attack."""
    points: str = (answers.get("points") or "").strip()
    if answers.get("counted_by") == Camp.DEFENSE and PLAIN_COUNT.fullmatch(points):
        return str(POINTS - Decimal(points.replace(",", ".")))
    return points  # the marque says what it cannot read


def facts_from(
    answers: Mapping[str, Any],
    *,
    variant: Variant | None,
    chairs: int,
    miseres: Iterable[tuple[int, MisereKind]],
    noted: Iterable[Problem] = (),
) -> Facts:
    """
    Return the facts in the answers of a table of `chairs` players. A fact is None when missing or not readable.

    The answers have the names of `COLUMNS`, except the count, which is a text: « 46 », « 40,5 ». `noted` are the
    problems that the form found itself.
    """
    problems = list(noted)
    values = {
        **answers,
        "taker": chosen_chair(answers.get("taker")),
        "partner": chosen_chair(answers.get("partner")),
        "sits_out": answers.get("mort"),
        "half_points": half_points_in(attack_points(answers) or None, problems),
        "poignees": [
            {"position": chair, "size": size} for chair in range(chairs) if (size := answers.get(f"poignee_{chair}"))
        ],
        "miseres": [{"position": chair, "kind": kind} for chair, kind in miseres],
    }
    return facts_of(values, variant=variant, players=chairs, noted=tuple(problems))


def chosen_chair(answer: str | int | None) -> int | None:
    """Return the chosen chair (0 for Sud); None when nothing is chosen, or when the taker is alone."""
    return None if answer is None or answer in {"", ALONE} else int(answer)
