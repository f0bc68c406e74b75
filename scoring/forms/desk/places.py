"""What forms about a table share: asking for the place, and finding the player that a typed text means."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.desk.sheets import NO_TABLE, ChairsForm, table_at
from scoring.labels import Outcome
from scoring.queries.table.sheets import Sheet, SheetRow, sheet_of
from scoring.services.sheets.donnes import MOST_NUMBER
from tournaments.forms.base import AnchoredForm, IdempotentForm
from tournaments.forms.fields import DonneNumberField, TableField
from tournaments.kit.text import whole_number
from tournaments.models import Registration, Table, Tournament
from tournaments.queries.people.names import people


class PlacedForm(ChairsForm, AnchoredForm, IdempotentForm):
    """
    Asks for a position, a table and a donne. Opened from a sheet (`from_sheet`), it asks only for the donne.

    `sheet` is the sheet from which the form was opened, else None.
    """

    position = forms.TypedChoiceField(label=gettext_lazy("Position"), coerce=int, empty_value=None, required=False)
    table = TableField(label=gettext_lazy("Table"), required=False)
    donne = DonneNumberField(label=gettext_lazy("Donne"), required=False, max_value=MOST_NUMBER)
    from_sheet = forms.CharField(required=False, max_length=1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        self.tournament = tournament
        super().__init__(*args, **kwargs)
        numbers = tournament.rounds.order_by("number").values_list("number", flat=True)
        self.fields["position"].choices = [("", "–"), *((number, str(number)) for number in numbers)]
        self.sheet = self._sheet_it_came_from()
        if self.sheet is not None:
            self._offer(self.sheet)

    def _sheet_it_came_from(self) -> Sheet | None:
        """Return the sheet from which this form was opened, None without one."""
        if "from_sheet" not in (self.data if self.is_bound else self.initial):
            return None
        round_number, number = (whole_number(str(self[name].value() or ""), digits=4) for name in ("position", "table"))
        if round_number is None or number is None:
            return None
        table = table_at(self.tournament, round_number, number)
        return sheet_of(table) if table is not None else None

    def _offer(self, sheet: Sheet) -> None:
        """Show the donnes of a sheet as choices, and hide position and table."""
        self.fields["position"].widget = forms.HiddenInput()
        self.fields["table"].widget = forms.HiddenInput()
        self.fields["donne"] = forms.TypedChoiceField(
            label=_("Étui") if sheet.table.boards else _("Donne"),
            choices=[("", "–"), *((row.number, _donne_label(sheet, row)) for row in sheet.rows)],
            coerce=int,
            empty_value=None,
            required=False,
        )

    def player_meant(self, text: str, field: str = "player") -> Registration | None:
        """Return the player of a start number or a name. None or several matches are an error of `field`."""
        number, _dot, name = text.partition("·")
        entered = self.tournament.registrations.select_related("player")
        if (start_number := whole_number(number.strip(), digits=6)) is not None:
            matches = list(entered.filter(start_number=start_number))
        else:
            matches = list(entered.filter(people(name.strip() or text, "player__")))
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = ", ".join(f"{entry.start_number} · {entry.player.full_name}" for entry in matches[:6])
            self.add_error(field, _("Plusieurs joueurs répondent : %(names)s. Écrivez le numéro.") % {"names": names})
        else:
            self.add_error(
                field,
                _("Aucun joueur de ce tournoi ne répond à « %(text)s ». Écrivez son numéro de départ ou son nom.")
                % {"text": text},
            )
        return None

    def place(self, cleaned: dict[str, Any], *, is_needed: bool) -> Table | None:
        """
        Return the table of the typed position and number, None without both.

        A table alone is an error; with `is_needed`, a position alone too.
        """
        round_number, number = cleaned.get("position"), cleaned.get("table")
        if number is None and round_number is None:
            return None
        if number is None or round_number is None:
            if is_needed or number is not None:
                name = "table" if number is None else "position"
                self.add_error(name, _("Donnez la position et la table, ou ni l’une ni l’autre."))
            return None
        table = table_at(self.tournament, round_number, number)
        if table is None:
            self.add_error("table", NO_TABLE % {"position": round_number, "table": number})
        return table


def _donne_label(sheet: Sheet, row: SheetRow) -> str:
    """Return the label of a donne in a list of choices: « 3 · attaque : DUPONT Jean »."""
    number = {"number": row.number}
    if row.line is None:
        return _("%(number)d · à saisir") % number
    if row.line.outcome != Outcome.PLAYED:
        return _("%(number)d · %(outcome)s") % (number | {"outcome": Outcome(row.line.outcome).label})
    attack = {seat.chair_index for seat in (row.line.taker, row.line.partner) if seat is not None}
    names = [seat.registration.player.full_name for seat in sheet.seats if seat.chair_index in attack]
    return _("%(number)d · attaque : %(names)s") % (number | {"names": " + ".join(names)})
