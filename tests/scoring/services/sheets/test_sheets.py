"""A sheet is closed when nothing is missing on it, and opened again with a reason."""

import pytest

from scoring.labels import Outcome
from scoring.services.sheets.sheets import close_sheet, reopen_sheet
from tests.factories import NOW, rewrite
from tests.refusals import refusal_of
from tests.scoring.sheets import record, seated, void
from tournaments.labels import Keeps, Pace
from tournaments.models import JournalEntry, Table
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db


def is_closed(table):
    return Table.objects.get(pk=table.pk).closed_at is not None


def test_a_full_sheet_is_closed_once(table, the_arbiter):
    for number in range(1, 5):
        record(table, number, the_arbiter)

    close_sheet(table=table, by=the_arbiter, at=NOW)
    close_sheet(table=table, by=the_arbiter, at=NOW)

    assert is_closed(table)
    assert JournalEntry.objects.filter(action="feuille close").count() == 1


def test_a_sheet_with_donnes_missing_says_which(table, the_arbiter):
    record(table, 1, the_arbiter)
    record(table, 3, the_arbiter)

    caught = refusal_of(close_sheet, table=table, by=the_arbiter, at=NOW)

    assert caught.code == "sheet_incomplete"
    assert "il manque les donnes 2 et 4" in str(caught)
    assert not is_closed(table)


def test_a_void_donne_that_is_played_again_is_missing_until_it_is(table, the_arbiter):
    for number in range(1, 4):
        record(table, number, the_arbiter)
    record(table, 4, the_arbiter, void(Outcome.PASSED))

    with pytest.raises(Refusal):
        close_sheet(table=table, by=the_arbiter, at=NOW)
    record(table, 5, the_arbiter)
    close_sheet(table=table, by=the_arbiter, at=NOW)

    assert is_closed(table)


def test_an_empty_timed_sheet_stays_open(tournament, the_arbiter):
    rewrite(tournament, pace=Pace.MINUTES, donnes_per_round=None, minutes_per_round=60)
    table = seated(tournament)[0]

    assert refusal_of(close_sheet, table=table, by=the_arbiter, at=NOW).code == "sheet_empty"

    record(table, 1, the_arbiter)
    close_sheet(table=table, by=the_arbiter, at=NOW)
    assert is_closed(table)


def test_balances_are_wanted_before_closing(tournament, the_arbiter):
    rewrite(tournament, keeps=Keeps.TOTALS)

    assert refusal_of(close_sheet, table=seated(tournament)[0], by=the_arbiter, at=NOW).code == "sheet_incomplete"


def test_opening_again_asks_why_and_lets_write(table, the_arbiter):
    for number in range(1, 5):
        record(table, number, the_arbiter)
    close_sheet(table=table, by=the_arbiter, at=NOW)

    assert list(refusal_of(reopen_sheet, table=table, reason=" ", by=the_arbiter, at=NOW).fields) == ["reason"]
    assert is_closed(table)

    reopen_sheet(table=table, reason="deux marques inversées", by=the_arbiter, at=NOW)
    assert not is_closed(table)
    assert JournalEntry.objects.get(action="feuille rouverte").reason == "deux marques inversées"
    record(table, 1, the_arbiter, void(Outcome.ANNULLED))
