"""The form to record a chelem call at one table."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.desk.sheets import ChairsForm, seat_choices
from scoring.labels import CalledWhen, CallOutcome, ExcusePlayed
from scoring.marque import Facts
from scoring.models import SheetLine
from scoring.queries.table.lines import with_call
from scoring.queries.table.sheets import Sheet
from tournaments.forms.base import ConfirmableEntryForm
from tournaments.forms.fields import DonneNumberField, KeyedRadios, ReasonField, chair_keys
from tournaments.models import Seat


class ChelemCallForm(ChairsForm, ConfirmableEntryForm):
    """
    Asks who announced a chelem, at which donne of this table, when, and what became of it.

    `prefill` is what the table said when it called the arbiter: the `number` of the donne, and the `caller`.
    """

    number = DonneNumberField(label=_("Donne"))
    announced = forms.ChoiceField(
        label=_("Annoncé"), choices=CalledWhen.choices, widget=KeyedRadios, initial=CalledWhen.BEFORE_CARD
    )
    led = forms.TypedChoiceField(
        label=_("Il a entamé"),
        choices=[("", _("pas dit")), ("1", _("oui")), ("0", _("non"))],
        coerce=lambda value: value == "1",
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Qui annonce un chelem entame, quel que soit le donneur."),
    )
    excuse = forms.ChoiceField(
        label=_("L’Excuse"),
        choices=[("", _("pas dit")), *ExcusePlayed.choices],
        required=False,
        widget=forms.RadioSelect,
        help_text=_("S’il l’a, il la joue à la dernière levée : elle la gagne quand il a gagné toutes les autres."),
    )
    petit_before_last = forms.BooleanField(
        label=_("Le Petit à l’avant-dernière levée"),
        required=False,
        help_text=_("Avec l’Excuse à la dernière, il compte au bout."),
    )
    outcome = forms.ChoiceField(
        label=_("Issue"), choices=CallOutcome.choices, widget=KeyedRadios, initial=CallOutcome.PENDING
    )

    reason = ReasonField(  # asked in a tournament that is over
        label=_("Pourquoi cette correction ?"),
        required=False,
        is_compulsory=True,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, sheet: Sheet, prefill: Mapping[str, int] | None = None, **kwargs: Any) -> None:
        self.sheet = sheet
        super().__init__(*args, initial={"number": sheet.next_number} | dict(prefill or {}), **kwargs)
        self.fields["caller"] = forms.TypedChoiceField(
            label=_("Annoncé par"),
            choices=seat_choices(sheet),
            coerce=int,
            widget=KeyedRadios(chair_keys()),
            error_messages={"required": _("Dites quel joueur a annoncé le chelem.")},
        )

    def line(self) -> SheetLine | None:
        """Return the current line of this donne. Call it on a valid form."""
        number = self.cleaned_data["number"]
        return next((row.line for row in self.sheet.rows if row.number == number), None)

    def corrects(self) -> Facts | None:
        """Return the facts of the donne's line after this call; None when nothing changes. Call it on a valid form."""
        answers = self.cleaned_data
        line, counts = self.line(), answers["announced"] == CalledWhen.BEFORE_CARD
        if counts and (line is None or line.taker is None or line.taker.chair != answers["caller"]):
            return None  # the service refuses it, and says why
        return with_call(line, counts=counts, outcome=answers["outcome"])

    def sealed(self) -> str:
        line = self.line()
        return repr((self.corrects(), line and line.pk))

    def caller(self) -> Seat:
        """Return the seat of the player who called. Call it on a valid form."""
        return next(seat for seat in self.sheet.seats if seat.chair_index == self.cleaned_data["caller"])
