"""Forms about the sheet of a table: which table, the target of a move, balances, printing, settling two versions."""

import re
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.labels import Kept
from scoring.models import SheetLine
from scoring.queries.table.sheet_texts import names_read_by
from scoring.queries.table.sheets import PlayingTable, Sheet
from scoring.services.sheets.rounds_of_sheets import Balances
from tournaments.forms.base import (
    AnchoredForm,
    ConfirmableEntryForm,
    CorrectionForm,
    IdempotentForm,
    ReasonForm,
    RefusableForm,
    SeenReasonForm,
)
from tournaments.forms.fields import DonneNumberField, ListedNumberField, PointsField, ReasonField, TableField
from tournaments.kit.text import MOST_ID, signed
from tournaments.models import Round, Seat, Table, Tournament

CELL = re.compile(r"t([0-9]{1,4})_[0-4]")
NO_TABLE = _("La position %(position)d n’a pas de table %(table)d. Vérifiez le numéro.")
UNKNOWN = _("Cette feuille n’est pas celle d’une position annulée : rouvrez-la.")


def table_at(tournament: Tournament, round_number: int, number: int) -> Table | None:
    table = (
        Table.objects.select_related("round")
        .filter(round__tournament=tournament, round__number=round_number, number=number)
        .first()
    )
    if table is not None:
        table.round.tournament = tournament
    return table


def seat_choices(sheet: PlayingTable, names: Sequence[str] | None = None) -> list[tuple[int, str]]:
    """Return (chair, label) for each seat: « S · DUPONT Jean ». Chairs are from 0; `names` are known names by chair."""
    names = names or names_read_by(sheet.seats, None)
    return [(seat.chair_index, f"{seat.letter} · {name}") for seat, name in zip(sheet.seats, names, strict=True)]


class ChairsForm(RefusableForm):
    """
    A form that names players by their chairs; `sat` says who sat on each chair when the page was shown.

    When other players sit there now, the form is refused and shown again: the arbiter meant somebody else.
    """

    sat = forms.CharField(required=False, max_length=100_000, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    def tables_shown(self) -> Iterable[tuple[Table, Iterable[Seat]]]:
        """Return the tables of this form, each with its current seats. By default, the table of its `sheet`, if any."""
        sheet: PlayingTable | None = getattr(self, "sheet", None)
        return [] if sheet is None else [(sheet.table, sheet.seats)]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sat"].initial = self._sat

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        said = dict(part.partition(":")[::2] for part in (cleaned.get("sat") or "").split(","))
        for table, seats in self.tables_shown():
            pk, _colon, now = self._sit(table, seats).partition(":")
            if said.get(pk, now) != now:
                self.data = self.data.copy()
                self.data["sat"] = self._sat()
                sentence = gettext(
                    "%(table)s : des places ont changé depuis que vous avez ouvert cette page. Rien n’est enregistré : "
                    "relisez qui est assis où, puis enregistrez de nouveau."
                )
                self.add_error(None, sentence % {"table": str(table).capitalize()})
        return cleaned

    def _sat(self) -> str:
        return ",".join(self._sit(table, seats) for table, seats in self.tables_shown())

    @staticmethod
    def _sit(table: Table, seats: Iterable[Seat]) -> str:
        return f"{table.pk}:{'.'.join(str(seat.registration_id) for seat in seats)}"


class PlaceForm(AnchoredForm):
    """Asks for the table, when the page was not opened from a sheet."""

    position = forms.TypedChoiceField(label=_("Position"), coerce=int)
    table = TableField(label=_("Table"))

    def __init__(self, *args: Any, rounds: list[Round], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].choices = [(round_.number, str(round_.number)) for round_ in rounds]

    def table_meant(self, tournament: Tournament) -> Table | None:
        """Return the table asked for. When it does not exist, add an error and return None. Call it on a valid form."""
        answers = self.cleaned_data
        table = table_at(tournament, answers["position"], answers["table"])
        if table is None:
            self.add_error("table", NO_TABLE % answers)
        return table


class MoveForm(ConfirmableEntryForm, SeenReasonForm, PlaceForm):
    """Asks for the position, table and number where a donne was really played; `seen` is the id of the line shown."""

    number = DonneNumberField(label=_("Donne"))

    field_order = ["position", "table", "number", "reason", "seen", "key"]

    def __init__(self, *args: Any, line: SheetLine, **kwargs: Any) -> None:
        self.line = line
        start = {"position": line.table.round.number, "number": line.number, "seen": line.pk}
        super().__init__(*args, initial=start, autofocus=False, **kwargs)
        self.fields["table"].widget.attrs["autofocus"] = True

    def sealed(self) -> str:
        answers = self.cleaned_data
        return repr((answers["position"], answers["table"], answers["number"], self.line.pk))


class UndoForm(IdempotentForm, ReasonForm):
    """Asks why an act is undone, or why an old version is written again."""


class BalancesForm(ChairsForm, CorrectionForm):
    """
    Asks for each player's balance, where the tournament keeps no donnes.

    `replaces` are the ids of the totals that the writer saw, so that two arbiters do not overwrite each other.
    """

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        self.sheet = sheet
        start: dict[str, Any] = {"replaces": self._ids_of_balances()}
        start |= {f"chair_{chair}": balance.points for chair, balance in sheet.balances.items()}
        super().__init__(*args, initial=start, **kwargs)
        for chair, name in seat_choices(sheet):
            self.fields[f"chair_{chair}"] = PointsField(
                label=name,
                min_value=-100_000,
                max_value=100_000,
                error_messages={"required": _("Écrivez le bilan de ce joueur, 0 s’il n’a rien.")},
            )
        self.fields[f"chair_{sheet.seats[0].chair}"].widget.attrs["autofocus"] = not self.is_bound

    @property
    def chairs(self) -> list[forms.BoundField]:
        return [self[f"chair_{seat.chair_index}"] for seat in self.sheet.seats]

    def balances(self) -> dict[int, int]:
        """Return chair (0 for Sud) → whole points. Call it on a valid form."""
        return {seat.chair_index: self.cleaned_data[f"chair_{seat.chair_index}"] for seat in self.sheet.seats}

    def becomes_correction(self) -> None:
        """
        Turn a stale form into a correction of the current balances: it keeps what was typed and asks for a reason.
        """
        self.renew(replaces=self._ids_of_balances())

    def _ids_of_balances(self) -> str:
        return ",".join(str(balance.pk) for balance in self.sheet.balances.values())


class BalanceGridForm(ChairsForm, AnchoredForm, IdempotentForm):
    """The balances of all tables of a round: a row a table, a number a player. A row left empty is entered later."""

    def __init__(self, *args: Any, tables: list[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tables = tables
        for table in tables:
            seats = table.seats.all()
            for seat, name in zip(seats, names_read_by(seats, None), strict=True):
                self.fields[_cell(table, seat.chair_index)] = PointsField(
                    label=f"{seat.letter} · {name}",
                    min_value=-100_000,
                    max_value=100_000,
                    required=False,
                )
        if tables and not self.is_bound:
            self.fields[_cell(tables[0], 0)].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Add an error to each row that is only partly filled in, or does not sum to zero."""
        cleaned = super().clean()
        for table, cells in self._rows():
            values: list[Any] = [cleaned.get(cell) for cell in cells]
            if any(cell in self.errors for cell in cells) or all(value is None for value in values):
                continue
            place = str(table).capitalize()
            if None in values:
                self.add_error(
                    cells[values.index(None)], _("%(table)s : il faut le bilan de chacun.") % {"table": place}
                )
            elif total := sum(values):
                sentence = _("%(table)s : la somme fait %(total)s au lieu de 0.")
                self.add_error(cells[0], sentence % {"table": place, "total": signed(total)})
        return cleaned

    def tables_shown(self) -> Iterable[tuple[Table, Iterable[Seat]]]:
        return [(table, table.seats.all()) for table in self.tables]

    def rows(self) -> list[tuple[Table, list[forms.BoundField]]]:
        """Return each table with its fields, in the order shown."""
        return [(table, [self[cell] for cell in cells]) for table, cells in self._rows()]

    def balances(self) -> list[Balances]:
        """Return the balances of each complete row. Call it on a valid form."""
        balances = []
        for table, cells in self._rows():
            values = [self.cleaned_data[cell] for cell in cells]
            if None not in values:
                points = {seat.chair_index: value for seat, value in zip(table.seats.all(), values, strict=True)}
                balances.append(Balances(table, points, uuid.uuid5(self.cleaned_data["key"], str(table.pk))))
        return balances

    def _rows(self) -> list[tuple[Table, list[str]]]:
        return [(table, [_cell(table, seat.chair_index) for seat in table.seats.all()]) for table in self.tables]


def tables_in_grid(data: Iterable[str]) -> set[int]:
    """Return the numbers of the tables in a grid that was sent, read from the names of its fields."""
    return {int(match[1]) for name in data if (match := CELL.fullmatch(name))}


def _cell(table: Table, chair: int) -> str:
    return f"t{table.number}_{chair}"


class SheetsForm(RefusableForm):
    """
    Asks which sheets to print: of a position, all its tables or only one.

    `cancelled` is the id of a cancelled round whose sheets are printed.
    """

    position = ListedNumberField(_("Choisissez une position de la liste."))
    table = ListedNumberField(
        _("Écrivez un numéro de table de la position, ou rien pour toutes les tables."), required=False
    )
    cancelled = ListedNumberField(UNKNOWN, max_value=MOST_ID, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("cancelled") and not cleaned.get("table") and not self.errors:
            self.add_error("table", UNKNOWN)
        return cleaned


class SettleForm(AnchoredForm):
    """Asks which version to keep, by two buttons, and why. The most frequent reason is filled in."""

    kept = forms.ChoiceField(
        choices=Kept.offered,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Touchez la version qui est juste.")),
    )
    seen = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    reason = ReasonField(label=_("Comment le savez-vous ?"), initial=_("vérifié avec la table"), max_length=500)

    def shown_again(self, seen: int | None) -> None:
        """Renew the form after a refusal: from now on it is about the line with the id `seen`."""
        self.data = self.data.copy()
        self.data["seen"] = "" if seen is None else str(seen)
