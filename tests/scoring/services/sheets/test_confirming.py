"""An odd donne is written once it is confirmed, and keeps what was confirmed and by whom."""

import uuid

import pytest

from scoring.labels import CalledWhen, CallOutcome
from scoring.models import SheetLine
from scoring.services.decisions.calls import record_chelem_call
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import ODD, SUD, garde, looked_at, record, results, seat
from tournaments.models import JournalEntry
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db


def test_an_odd_donne_is_not_written_until_it_is_confirmed(table, the_arbiter):
    caught = refusal_of(record, table, 1, the_arbiter, ODD)

    assert caught.code == "donne_to_confirm"
    assert list(caught.fields) == ["confirmed"]
    assert len(caught.fields["confirmed"]) == len(looked_at(table, ODD))
    assert all(sentence in str(caught) for sentence in caught.fields["confirmed"])
    assert SheetLine.objects.count() == 0
    assert JournalEntry.objects.count() == 0


def test_confirmed_it_is_written_and_keeps_what_was_confirmed_and_by_whom(table, the_arbiter):
    codes = looked_at(table, ODD)

    line = record(table, 1, the_arbiter, ODD, confirmed=codes)

    assert line.confirmed == sorted(codes)
    assert line.written_by == the_arbiter
    assert "chelem_inflicted_on_announcer" in line.confirmed
    assert JournalEntry.objects.get().details["confirmed"] == sorted(codes)


def test_confirming_something_else_is_not_confirming(table, the_arbiter):
    caught = refusal_of(record, table, 1, the_arbiter, ODD, confirmed=frozenset({"points_odd"}))

    assert caught.code == "donne_to_confirm"


def test_an_ordinary_donne_keeps_nothing_that_was_confirmed_for_nothing(table, the_arbiter):
    line = record(table, 1, the_arbiter, confirmed=frozenset({"chelem_inflicted_on_announcer"}))

    assert line.confirmed == []
    assert "confirmed" not in JournalEntry.objects.get().details


def test_what_is_wrong_comes_before_what_is_odd(table, the_arbiter):
    with pytest.raises(Refusal) as caught:
        record(table, 1, the_arbiter, garde(bouts=0, points="85", chelem_announced=True, chelem_made="defense"))

    assert caught.value.code == "donne_impossible"


def test_a_correction_is_confirmed_too(table, the_arbiter):
    record(table, 1, the_arbiter)

    assert refusal_of(record, table, 1, the_arbiter, ODD).code == "donne_to_confirm"

    line = record(table, 1, the_arbiter, ODD, confirmed=looked_at(table, ODD))
    assert line.supersedes is not None
    again = record(table, 1, the_arbiter, garde(points="46"))
    assert again.confirmed == []
    assert results(table) == [180, -60, -60, -60]


def test_the_same_form_sent_again_without_its_box_is_still_the_same_donne(table, the_arbiter):
    key = uuid.uuid4()
    line = record(table, 1, the_arbiter, ODD, key=key, confirmed=looked_at(table, ODD))

    assert record(table, 1, the_arbiter, ODD, key=key, replaces=None, reason="") == line


def test_a_call_recorded_at_the_table_confirms_what_it_makes_odd(table, the_arbiter):
    record(
        table,
        1,
        the_arbiter,
        garde(bouts=0, points="10", chelem_made="defense"),
        confirmed=looked_at(table, garde(bouts=0, points="10", chelem_made="defense")),
    )

    record_chelem_call(
        table=table,
        number=1,
        caller=seat(table, SUD),
        announced=CalledWhen.BEFORE_CARD,
        outcome=CallOutcome.PENDING,
        key=uuid.uuid4(),
        by=the_arbiter,
        at=NOW,
    )

    line = SheetLine.objects.get(current=True)
    assert line.confirmed == ["chelem_inflicted_on_announcer"]
