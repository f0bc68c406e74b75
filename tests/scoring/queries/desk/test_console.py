"""The console: the tables that need somebody first, and a mark that changes whenever it does."""

import datetime
import uuid
from typing import Any

import pytest

from scoring.labels import CallAbout, ProtestAbout
from scoring.models import Protest
from scoring.queries.desk.console import SILENT_AFTER, Console, Need, change_mark, console, whole_minutes
from scoring.queries.desk.desk import rounds_of
from scoring.services.decisions.arbiter_calls import call_arbiter, go_to_table, settle_call
from scoring.services.sheets.confirmations import confirm_line
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, TournamentFactory, arbiter
from tests.scoring.sheets import EST, SUD, phone_of, record, seat, seated
from tournaments.labels import Pace, TournamentState
from tournaments.models import Account, Table, Tournament
from tournaments.queries.evening.clocks import clock_of
from tournaments.services.evening.clocks import call_time, give_extra_minutes, start_clock

pytestmark = pytest.mark.django_db

MINUTE = datetime.timedelta(minutes=1)


@pytest.fixture
def tables() -> list[Table]:
    tournament = TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=3)
    return seated(tournament, tables=9)


def seen(tables: list[Table], at: datetime.datetime = NOW, **asked: bool) -> Console:
    round_ = tables[0].round
    tournament = Tournament.objects.get()
    return console(tournament, round_, clock=clock_of(tournament, round_), at=at, **asked)


def mark(tables: list[Table], at: datetime.datetime = NOW) -> str:
    tournament, round_ = Tournament.objects.get(), tables[0].round
    return change_mark(tournament, round_, clock=clock_of(tournament, round_), at=at)


def call(table: Table, at: datetime.datetime = NOW) -> Any:
    return call_arbiter(table=table, about=CallAbout.FAULT, key=uuid.uuid4(), by=phone_of(table, SUD, at=at), at=at)


def protest(table: Table, about: str) -> None:
    Protest.objects.create(table=table, about=about, reason="non", key=uuid.uuid4(), by_name="Ada", at=NOW)


def by(tables: list[Table]) -> Account:
    return arbiter(tables[0].round.of_tournament.club)


def test_who_needs_somebody_comes_first(tables: list[Table]) -> None:
    Tournament.objects.update(needs_confirmation=True)
    somebody = by(tables)
    for number in (1, 2, 3):
        record(tables[0], number, somebody)
    close_sheet(table=tables[0], by=somebody, at=NOW)
    for number in (1, 2, 3):
        record(tables[1], number, somebody)
    record(tables[2], 1, phone_of(tables[2], SUD, at=NOW + 20 * MINUTE))
    phone_of(tables[3], SUD)
    protest(tables[4], ProtestAbout.SHEET)
    protest(tables[5], ProtestAbout.SEATS)
    go_to_table(call=call(tables[6]), by=somebody, at=NOW)
    call(tables[7], NOW + 2 * MINUTE)
    call(tables[8], NOW + MINUTE)

    shown = seen(tables, NOW + 20 * MINUTE)
    assert [(table.number, table.need) for table in shown.tables] == [
        (9, Need.CALLS),
        (8, Need.CALLS),
        (6, Need.WRONG_CHAIRS),
        (5, Need.PROTESTS),
        (7, Need.SOMEBODY_COMES),
        (4, Need.SILENT),
        (3, Need.UNCONFIRMED),
        (2, Need.TO_CLOSE),
        (1, Need.CLOSED),
    ]
    assert (shown.waiting, [table.waits for table in shown.tables][:2]) == (2, [19, 18])
    assert [table.number for table in seen(tables, by_number=True).tables] == list(range(1, 10))
    assert [table.number for table in seen(tables, only_missing=True).tables] == [9, 8, 6, 5, 7, 3, 4]


def test_a_closed_sheet_is_shown_as_long_as_its_table_calls(tables: list[Table]) -> None:
    somebody = by(tables)
    for number in (1, 2, 3):
        record(tables[0], number, somebody)
    close_sheet(table=tables[0], by=somebody, at=NOW)
    made = call(tables[0])
    assert seen(tables, only_missing=True).tables[0].number == 1
    settle_call(call=made, by=somebody, at=NOW)
    assert 1 not in [table.number for table in seen(tables, only_missing=True).tables]


def test_a_table_two_donnes_behind_the_others_is_late(tables: list[Table]) -> None:
    somebody = by(tables)
    for table in tables[:5]:
        record(table, 1, somebody)
        record(table, 2, somebody)
    record(tables[5], 1, somebody)
    assert [table.number for table in seen(tables).tables if table.is_late] == [7, 8, 9]


def test_a_table_is_late_once_its_own_time_is_over(tables: list[Table]) -> None:
    Tournament.objects.update(pace=Pace.MINUTES, minutes_per_round=60, donnes_per_round=None)
    somebody = by(tables)
    timed = {"tournament": Tournament.objects.get(), "round_number": 1, "by": somebody}
    start_clock(at=NOW, **timed)
    record(tables[8], 1, somebody)
    close_sheet(table=tables[8], by=somebody, at=NOW)
    first = Table.objects.select_related("round__tournament").get(number=1)
    give_extra_minutes(table=first, minutes=10, reason="renonce", by=somebody, at=NOW)

    def late(minutes: int) -> list[int]:
        return [table.number for table in seen(tables, NOW + minutes * MINUTE, by_number=True).tables if table.is_late]

    assert (late(59), late(60), late(70)) == ([], list(range(2, 9)), list(range(1, 9)))
    assert len({mark(tables, NOW + minutes * MINUTE) for minutes in (59, 60, 69, 70, 90)}) == 3
    call_time(at=NOW + 30 * MINUTE, **timed)
    assert (late(30), late(40)) == (list(range(2, 9)), list(range(1, 9)))


def test_a_phone_is_silent_from_a_quarter_of_an_hour_on(tables: list[Table]) -> None:
    phone_of(tables[0], SUD)
    phone_of(tables[0], SUD, at=NOW + MINUTE)

    def silent(at: datetime.datetime) -> list[datetime.datetime | None]:
        return [table.silent_since for table in seen(tables, at).tables if table.silent_since]

    assert silent(NOW + SILENT_AFTER) == []
    assert silent(NOW + MINUTE + SILENT_AFTER) == [NOW + MINUTE]
    for number in (1, 2, 3):
        record(tables[0], number, by(tables))
    assert silent(NOW + MINUTE + SILENT_AFTER) == []


def test_a_phone_of_a_closed_sheet_may_be_silent(tables: list[Table]) -> None:
    phone_of(tables[0], SUD)
    Table.objects.update(closed_at=NOW)
    assert mark(tables, NOW + SILENT_AFTER) == mark(tables)


def test_the_mark_changes_with_all_that_is_shown(tables: list[Table]) -> None:
    """None of it raises the public revision but a donne and its confirmation."""
    Tournament.objects.update(needs_confirmation=True)
    marks = [mark(tables)]
    made = call(tables[0])
    marks += [mark(tables), mark(tables, NOW + MINUTE)]
    somebody = by(tables)
    go_to_table(call=made, by=somebody, at=NOW)
    marks.append(mark(tables))
    settle_call(call=made, by=somebody, at=NOW)
    marks.append(mark(tables))
    marks.append(mark(tables, NOW + SILENT_AFTER))
    protest(tables[2], ProtestAbout.SHEET)
    marks += [mark(tables), mark(tables, NOW + MINUTE)]
    Protest.objects.update(answered_at=NOW, answer="oui", upheld=True)
    marks.append(mark(tables))
    line = record(tables[1], 1, phone_of(tables[1], SUD))
    marks.append(mark(tables))
    confirm_line(line=line, seat=seat(tables[1], EST), by=phone_of(tables[1], SUD), at=NOW)
    marks.append(mark(tables))
    assert len(set(marks)) == len(marks) == 11


def test_the_mark_stays_while_nothing_changes(tables: list[Table]) -> None:
    phone_of(tables[0], SUD)
    assert mark(tables) == mark(tables, NOW + 14 * MINUTE)


def test_once_it_is_over_no_table_calls_plays_or_waits_to_be_confirmed_or_closed(tables: list[Table]) -> None:
    Tournament.objects.update(needs_confirmation=True)
    somebody = by(tables)
    call(tables[0])
    for number in (1, 2, 3):
        record(tables[1], number, phone_of(tables[1], SUD))
        record(tables[2], number, somebody)
        record(tables[3], number, somebody)
    close_sheet(table=tables[3], by=somebody, at=NOW)
    protest(tables[4], ProtestAbout.SHEET)
    assert {table.need for table in seen(tables).tables} >= {Need.CALLS, Need.UNCONFIRMED, Need.TO_CLOSE, Need.PLAYING}

    Tournament.objects.update(state=TournamentState.FINISHED)

    now = seen(tables, NOW + datetime.timedelta(days=2))
    assert {table.number: table.need for table in now.tables} == dict.fromkeys(range(1, 10), Need.LEFT_OPEN) | {
        4: Need.CLOSED,
        5: Need.PROTESTS,  # it is answered after the end too
    }
    assert (now.waiting, now.unconfirmed, now.view.to_close, now.view.held) == (0, 0, (), ())
    assert not any(round_.calls for round_ in rounds_of(Tournament.objects.get()))


@pytest.mark.parametrize(("seconds", "minutes"), [(-90, 0), (0, 0), (59.9, 0), (60, 1), (119, 1), (3600, 60)])
def test_minutes_are_said_once_they_are_over(seconds: float, minutes: int) -> None:
    assert whole_minutes(NOW, NOW + datetime.timedelta(seconds=seconds)) == minutes
