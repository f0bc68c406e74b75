"""The forms of a club's catalogue of faults: a new edition, one fault, a spreadsheet to import."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import PenaltyTarget, Sanction
from scoring.models import PenaltyKind
from scoring.services.rules.catalogues import LENGTHS, FaultFacts, facts_of_fault, problems
from tournaments.forms.base import AnchoredForm
from tournaments.forms.fields import DayField, NameField, PointsField
from tournaments.forms.people.imports import SpreadsheetForm
from tournaments.kit.text import tidy

WHEN = gettext_lazy("En vigueur à partir du")
WHEN_HELP = gettext_lazy("Les tournois de ce jour et d’après la suivent ; ceux d’avant gardent celle de leur date.")


class EditionForm(AnchoredForm):
    """Asks from which day a new edition is in force."""

    valid_from = DayField(label=WHEN, help_text=WHEN_HELP)


class FaultsForm(SpreadsheetForm):
    """Asks for a catalogue as a spreadsheet, and from which day it is in force."""

    valid_from = DayField(label=WHEN, help_text=WHEN_HELP)
    field_order = ("valid_from", "file", "pasted")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pasted"].help_text = _("Dans votre tableur, sélectionnez le catalogue, copiez-le, puis collez-le.")


class FaultForm(AnchoredForm):
    """
    One fault of an edition: its name, its reference in the règlement, its target, its sanction.

    With `first`, this is the next time of that fault: name, reference and target stay the same.
    """

    name = NameField(
        label=gettext_lazy("Faute"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reference = forms.CharField(
        label=gettext_lazy("Référence"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("L’article du code, le règlement du club."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    target = forms.ChoiceField(label=gettext_lazy("Porte sur"), choices=PenaltyTarget.choices, widget=forms.RadioSelect)
    sanction = forms.ChoiceField(
        label=gettext_lazy("Sanction"),
        required=False,
        choices=[("", gettext_lazy("l’arbitre décide")), *Sanction.choices],
        help_text=gettext_lazy("Proposée à l’arbitre, qui peut en choisir une autre."),
    )
    points = PointsField(
        label=gettext_lazy("Points retirés"),
        required=False,
        help_text=gettext_lazy("À chaque joueur visé. Vide : l’arbitre décide."),
    )

    def __init__(
        self, *args: Any, kind: PenaltyKind | None = None, first: PenaltyKind | None = None, **kwargs: Any
    ) -> None:
        self.kind, self.first = kind, first
        source = kind or first
        start = FaultFacts("") if source is None else facts_of_fault(source)
        kwargs["initial"] = {
            "name": start.name,
            "reference": start.reference,
            "target": start.target,
            "sanction": start.sanction if kind else "",
            "points": -start.points if kind and start.points is not None else None,
        }
        super().__init__(*args, **kwargs)
        if self.step > 1:
            for field in ("name", "reference", "target"):
                self.fields[field].disabled = True

    @property
    def step(self) -> int:
        """Return for which time the fault is committed, from 1."""
        if self.kind is not None:
            return self.kind.step
        return self.first.step + 1 if self.first is not None else 1

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors:
            field_names = {"code": "name", "step": None}
            for field, sentences in problems(self.facts).items():
                self.add_error(field_names.get(field, field), sentences)
        return cleaned

    @property
    def facts(self) -> FaultFacts:
        """Return the fault as typed. People type the points taken as a positive number. Call it on a valid form."""
        answers, source = self.cleaned_data, self.kind or self.first
        points = answers.get("points")
        return FaultFacts(
            name=answers["name"],
            code=source.code[: LENGTHS["code"]] if source is not None else "",
            reference=tidy(answers["reference"]),
            target=answers["target"],
            step=self.step,
            sanction=answers["sanction"],
            points=None if points is None else -abs(points),
        )
