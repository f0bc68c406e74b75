"""The form of a chelem call, at one table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.parts import ConfirmableForm, DonneNumberField, KeyedRadios, TableField, chair_keys
from scoring.labels import CalledWhen, CallOutcome
from scoring.marque import Facts
from scoring.models import SheetLine
from scoring.queries.calls import with_call
from scoring.queries.sheets import Sheet
from tournaments.models import Round, Seat, Table, Tournament


class PlaceForm(forms.Form):
    """Which table: the first question when the page was not opened from a sheet."""

    position = forms.TypedChoiceField(label=_("Position"), coerce=int)
    table = TableField(label=_("Table"))

    fields: dict[str, Any]

    def __init__(self, *args: Any, rounds: list[Round], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].choices = [(round_.number, str(round_.number)) for round_ in rounds]

    def table_meant(self, tournament: Tournament) -> Table | None:
        """Return the table asked for; one that does not exist is said at its field. Call it on a valid form."""
        answers = self.cleaned_data
        table = (
            Table.objects.select_related("round")
            .filter(round__tournament=tournament, round__number=answers["position"], number=answers["table"])
            .first()
        )
        if table is None:
            sentence = _("La position %(position)d n’a pas de table %(table)d. Vérifiez le numéro.")
            self.add_error("table", sentence % answers)
        else:
            table.round.tournament = tournament
        return table


class ChelemCallForm(ConfirmableForm):
    """Who announced a chelem at a donne of this table, when, and what came of it."""

    number = DonneNumberField(label=_("Donne"))
    announced = forms.ChoiceField(
        label=_("Annoncé"), choices=CalledWhen.choices, widget=KeyedRadios, initial=CalledWhen.BEFORE_CARD
    )
    outcome = forms.ChoiceField(
        label=_("Issue"), choices=CallOutcome.choices, widget=KeyedRadios, initial=CallOutcome.PENDING
    )

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        self.sheet = sheet
        super().__init__(*args, initial={"number": sheet.next_number}, **kwargs)
        self.fields["caller"] = forms.TypedChoiceField(
            label=_("Annoncé par"),
            choices=[(seat.chair, f"{seat.letter} · {seat.registration.player.full_name}") for seat in sheet.seats],
            coerce=int,
            widget=KeyedRadios(chair_keys()),
            error_messages={"required": _("Dites quel joueur a annoncé le chelem.")},
        )

    def line(self) -> SheetLine | None:
        """Return the line that stands at this donne. Call it on a valid form."""
        number = self.cleaned_data["number"]
        return next((row.line for row in self.sheet.rows if row.number == number), None)

    def corrects(self) -> Facts | None:
        """Return what the line of this donne would become by this call, None if nothing. Call it on a valid form."""
        answers = self.cleaned_data
        line = self.line()
        if line is None or line.taker is None or line.taker.chair != answers["caller"]:
            return None  # the service says why
        return with_call(line, counts=answers["announced"] == CalledWhen.BEFORE_CARD, outcome=answers["outcome"])

    def sealed(self) -> str:
        line = self.line()
        return repr((self.corrects(), line and line.pk))

    def caller(self) -> Seat:
        """Return the seat of the player who called. Call it on a valid form."""
        return next(seat for seat in self.sheet.seats if seat.chair == self.cleaned_data["caller"])
