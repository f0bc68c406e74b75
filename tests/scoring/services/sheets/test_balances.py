"""Where only balances are kept they are the results: they sum to zero, and a correction says why."""

import uuid

import pytest

from scoring.models import SheetTotal
from scoring.services.sheets.balances import empty_balances, record_balances
from tests.factories import NOW, TournamentFactory
from tests.refusals import refusal_of
from tests.scoring.sheets import results, seated
from tournaments.labels import Keeps, TournamentState
from tournaments.models import JournalEntry, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db

GOOD = {0: 120, 1: -40, 2: -60, 3: -20}


@pytest.fixture
def tournament(club):
    return TournamentFactory(club=club, state=TournamentState.RUNNING, keeps=Keeps.TOTALS)


def write(table, by, balances=None, **changes):
    current = SheetTotal.objects.filter(seat__table=table, current=True)
    asked = {"key": uuid.uuid4(), "replaces": [total.pk for total in current], "at": NOW} | changes
    record_balances(table=table, balances=GOOD if balances is None else balances, by=by, **asked)


def test_balances_are_the_results(table, the_arbiter, tournament):
    write(table, the_arbiter)

    assert results(table) == [120, -40, -60, -20]
    assert Tournament.objects.get().revision == tournament.revision + 1


def test_balances_that_do_not_sum_to_zero_are_refused(table, the_arbiter):
    caught = refusal_of(write, table, the_arbiter, {0: 120, 1: -40, 2: -60, 3: 20})

    assert caught.code == "balances_not_zero"
    assert "+40" in str(caught)
    assert results(table) == []


@pytest.mark.parametrize("balances", [{0: 0, 1: 0, 2: 0}, {0: 0, 1: 0, 2: 0, 3: 0, 4: 0}])
def test_everyone_at_the_table_and_nobody_else(table, the_arbiter, balances):
    assert refusal_of(write, table, the_arbiter, balances).code == "balance_missing"


def test_the_same_form_sent_twice_is_written_once(table, the_arbiter):
    key = uuid.uuid4()
    write(table, the_arbiter, key=key)
    write(table, the_arbiter, key=key, replaces=[])

    assert SheetTotal.objects.count() == 4
    assert JournalEntry.objects.count() == 1


@pytest.mark.parametrize("same_key", [True, False])
def test_other_values_from_an_old_page_are_stale(table, the_arbiter, same_key):
    key = uuid.uuid4()
    write(table, the_arbiter, key=key)

    with pytest.raises(Refusal) as caught:
        write(
            table,
            the_arbiter,
            {0: 0, 1: 0, 2: 0, 3: 0},
            key=key if same_key else uuid.uuid4(),
            replaces=[],
        )

    assert caught.value.code == "stale_balances"
    assert results(table) == [120, -40, -60, -20]


def test_a_correction_supersedes_with_its_reason(table, the_arbiter):
    write(table, the_arbiter)
    assert list(refusal_of(write, table, the_arbiter, {0: 130, 1: -50, 2: -60, 3: -20}).fields) == ["reason"]

    write(table, the_arbiter, {0: 130, 1: -50, 2: -60, 3: -20}, reason="retenue oubliée")

    assert results(table) == [130, -50, -60, -20]
    assert SheetTotal.objects.filter(current=False).count() == 4
    assert JournalEntry.objects.first().reason == "retenue oubliée"


def test_balances_taken_off_the_sheet_are_told_in_the_journal(table, the_arbiter):
    write(table, the_arbiter)
    replaces = [total.pk for total in SheetTotal.objects.filter(current=True)]

    empty_balances(table=table, replaces=replaces, reason="feuille d’une autre table", by=the_arbiter, at=NOW)

    assert results(table) == []
    # By name: PostgreSQL keeps the names of an object by their length.
    assert JournalEntry.objects.first().details["old"] == {
        str(seat): GOOD[seat.chair_index] for seat in table.seats.select_related("registration__player")
    }


def test_where_donnes_are_kept_balances_are_refused(the_arbiter):
    assert refusal_of(write, seated(TournamentFactory())[0], the_arbiter).code == "donnes_wanted"
