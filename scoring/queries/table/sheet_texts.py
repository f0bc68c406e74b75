"""A whole sheet in words, for paper or programs: each donne with its marks, the reasons, and its history."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from django.db.models import QuerySet

from scoring.cards.record import Record
from scoring.models import ChelemCall, DonneRecord, Penalty, SheetLine
from scoring.queries.desk.penalties import penalties_at
from scoring.queries.table.lines import LineChange, changes_of, line_text
from scoring.queries.table.mouche import Mouche, mouche_of
from scoring.queries.table.records import stored_record
from scoring.queries.table.sheets import Sheet, marks_of, recorded_numbers, sheet_of
from tournaments.labels import Keeps
from tournaments.models import Seat, Table, Tournament
from tournaments.queries.people.names import names_apart, public_name


@dataclass(frozen=True)
class DonneText:
    """
    One row of a sheet. `marks` are (mark, running total) by chair in whole points, empty without a line.

    `marque` is the answer of the exchange format with its `why`. `confirmed` is what was odd and its writer looked at
    again. `record` is the donne card by card, when one is attached.
    """

    number: int
    line: SheetLine | None
    call: ChelemCall | None
    marks: tuple[tuple[int, int], ...] = ()
    marque: Mapping[str, Any] = field(default_factory=dict)
    confirmed: tuple[str, ...] = ()
    changes: tuple[LineChange, ...] = ()
    record: Record | None = None


@dataclass(frozen=True)
class SheetText:
    """
    A table's sheet. `names` are the players by chair, as the reader may read them.

    `totals` are whole points by chair, None when a balance is still missing. `gone` is the history of donnes that were
    taken off and have no row any more, by number.
    """

    table: Table
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    donnes: tuple[DonneText, ...]
    totals: tuple[int | None, ...]
    penalties: tuple[Penalty, ...]
    keeps_totals: bool
    is_complete: bool
    mouche: Mouche | None = None
    gone: tuple[tuple[int, list[LineChange]], ...] = ()

    @property
    def sum(self) -> int:
        """Return the sum of all players' points: 0 on a correct sheet."""
        return sum(total or 0 for total in self.totals)


def tables_to_print(tournament: Tournament, round_number: int, cancelled: int | None) -> QuerySet[Table]:
    """Return the tables of a position; with `cancelled`, those of the cancelled round with this id."""
    tables = Table.objects.filter(round__number=round_number)
    if cancelled is None:
        return tables.filter(round__tournament=tournament)
    return tables.filter(round=cancelled, round__cancelled_from=tournament)


def tables_of(
    tournament: Tournament, round_number: int, table_number: int | None, cancelled: int | None = None
) -> list[Table]:
    """Return the tables of a position in order, or only the one with this number; see `tables_to_print`."""
    tables = tables_to_print(tournament, round_number, cancelled).select_related("round")
    if table_number is not None:
        tables = tables.filter(number=table_number)
    chosen = list(tables.order_by("number"))
    for table in chosen:
        table.round.tournament = tournament
    return chosen


def names_read_by(seats: Iterable[Seat], player_id: int | None) -> list[str]:
    """Return the players' names as this player may read them, by their consent. None reads all full names."""
    at_table = [seat.registration for seat in seats]
    names = [
        entry.player.full_name if player_id in (None, entry.player_id) else public_name(entry) for entry in at_table
    ]
    return names_apart(at_table, names)


def sheet_text(table: Table, *, seen_by: int | None = None, in_short: bool = False) -> SheetText:
    """
    Return the sheet of a table in the language of the page.

    Those who run the event read all full names; the player `seen_by` reads his own name, and others by their consent.
    With `in_short`, sentences use last names, or chairs when two players have the same last name.
    """
    sheet = sheet_of(table)
    keeps_totals = sheet.tournament.keeps == Keeps.TOTALS
    changes = {} if keeps_totals else changes_of(table)
    missing = {seat.chair_index for seat in sheet.seats} - set(sheet.balances) if keeps_totals else set()
    names = tuple(names_read_by(sheet.seats, seen_by))
    penalties = penalties_at(table)
    if table.round.cancelled_at is None:  # penalties cancelled with a round are shown on its sheets
        penalties = penalties.filter(cancelled_at=None)
    return SheetText(
        table=table,
        seats=sheet.seats,
        names=names,
        donnes=tuple(_donnes(sheet, _last_names(sheet) if in_short else names, changes)),
        totals=tuple(None if chair in missing else total for chair, total in enumerate(sheet.totals)),
        penalties=tuple(penalties),
        keeps_totals=keeps_totals,
        is_complete=sheet.is_complete,
        mouche=mouche_of(sheet),
        gone=without_row(sheet, changes),
    )


def _last_names(sheet: Sheet) -> tuple[str, ...]:
    return tuple(seat.registration.player.last_name for seat in sheet.seats)


def without_row(sheet: Sheet, changes: Mapping[int, list[LineChange]]) -> tuple[tuple[int, list[LineChange]], ...]:
    """Return the history of donnes that have no row any more: a sheet may have fewer rows since one was taken off."""
    rows = {row.number for row in sheet.rows}
    return tuple((number, history) for number, history in sorted(changes.items()) if number not in rows)


def _donnes(sheet: Sheet, names: tuple[str, ...], changes: Mapping[int, list[LineChange]]) -> Iterator[DonneText]:
    chairs = len(sheet.seats)
    records = _records(sheet)
    marks = [marks_of(row.line, chairs) if row.line else [0] * chairs for row in sheet.rows]
    running = accumulate(marks, lambda so_far, row: [total + mark for total, mark in zip(so_far, row, strict=True)])
    for row, row_marks, so_far in zip(sheet.rows, marks, running, strict=True):
        if row.line is None:
            yield DonneText(row.number, None, row.call, changes=tuple(changes.get(row.number, ())))
            continue
        line_in_words = line_text(row.line, tournament=sheet.tournament, names=names)
        yield DonneText(
            number=row.number,
            line=row.line,
            call=row.call,
            marks=tuple(zip(row_marks, so_far, strict=True)),
            marque=line_in_words.marque,
            confirmed=line_in_words.confirmed,
            changes=tuple(changes.get(row.number, ())),
            record=stored_record(records[row.number], names) if row.number in records else None,
        )


def _records(sheet: Sheet) -> dict[int, DonneRecord]:
    """Return number of donne → current record. No query when no line has one."""
    if not recorded_numbers(sheet):
        return {}
    return {record.number: record for record in sheet.table.records.filter(current=True)}
