"""The sheets of a whole position in one go."""

import uuid

import pytest

from scoring.labels import CallAbout, ProtestAbout
from scoring.models import SheetLine, SheetTotal
from scoring.services.decisions.arbiter_calls import call_arbiter, settle_call
from scoring.services.decisions.protests import answer_protest, contest
from scoring.services.sheets.conflicts import keep_beside
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.phones import come_in
from scoring.services.sheets.rounds_of_sheets import Balances, close_complete_sheets, record_all_balances
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW
from tests.refusals import refusal_of
from tests.scoring.sheets import garde, record, results, seated
from tournaments.labels import Keeps
from tournaments.models import JournalEntry, Table, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(tournament):
    Tournament.objects.update(keeps=Keeps.TOTALS)
    seated(tournament, tables=3)
    return list(Table.objects.select_related("round__tournament").order_by("number"))


def written(table, *points, key=None):
    return Balances(table, dict(enumerate(points)), key or uuid.uuid4())


def write(tournament, rows, by):
    record_all_balances(tournament=tournament, rows=rows, by=by, at=NOW)


def test_all_are_written_or_none(tournament, tables, the_arbiter):
    rows = [written(tables[0], 30, -30, 0, 0), written(tables[1], 1, 0, 0, 0), written(tables[2], 5, 5, 0, 0)]
    refused = refusal_of(write, tournament, rows, the_arbiter)
    assert [word in str(refused) for word in ("Table 1", "Table 2", "Table 3")] == [False, True, True]
    assert (SheetTotal.objects.count(), JournalEntry.objects.count()) == (0, 0)

    write(tournament, rows[:1], the_arbiter)
    assert results(tables[0]) == [30, -30, 0, 0]


def test_the_same_form_sent_twice_writes_once(tournament, tables, the_arbiter):
    rows = [written(tables[0], 30, -30, 0, 0), written(tables[1], 0, 0, 8, -8)]
    write(tournament, rows, the_arbiter)
    write(tournament, rows, the_arbiter)
    assert (SheetTotal.objects.count(), JournalEntry.objects.count()) == (8, 2)


def test_what_another_arbiter_wrote_meanwhile_stays(tournament, tables, the_arbiter):
    write(tournament, [written(tables[0], 30, -30, 0, 0)], the_arbiter)
    with pytest.raises(Refusal, match="Les bilans de la table 1 ont été changés"):
        write(tournament, [written(tables[0], 40, -40, 0, 0), written(tables[1], 1, -1, 0, 0)], the_arbiter)
    assert (results(tables[0]), SheetTotal.objects.count()) == ([30, -30, 0, 0], 4)


def closed(tournament):
    return list(Table.objects.filter(closed_at__isnull=False).order_by("number").values_list("number", flat=True))


def test_those_that_were_written_are_closed_with_them_when_that_is_asked(tournament, tables, the_arbiter):
    rows = [written(tables[0], 30, -30, 0, 0), written(tables[2], 5, -5, 0, 0)]
    record_all_balances(tournament=tournament, rows=rows, then_close=True, by=the_arbiter, at=NOW)
    assert closed(tournament) == [1, 3]


def test_only_complete_sheets_that_were_shown_are_closed(tournament, tables, the_arbiter):
    write(tournament, [written(table, 30, -30, 0, 0) for table in tables[:2]], the_arbiter)
    answer = close_complete_sheets(tournament=tournament, round_number=1, numbers=[2, 3], by=the_arbiter, at=NOW)
    assert (answer, closed(tournament)) == (([2], []), [2])


def test_twice_is_once_and_closed_ones_stay(tournament, tables, the_arbiter):
    write(tournament, [written(table, 30, -30, 0, 0) for table in tables], the_arbiter)
    close_sheet(table=tables[0], by=the_arbiter, at=NOW)
    before = JournalEntry.objects.count()
    for answer in ([2, 3], []):
        assert close_complete_sheets(
            tournament=tournament, round_number=1, numbers=[1, 2, 3], by=the_arbiter, at=NOW
        ) == (answer, [])
    assert (closed(tournament), JournalEntry.objects.count() - before) == ([1, 2, 3], 2)


def test_a_sheet_of_donnes_is_complete_when_none_is_missing(tournament, the_arbiter):
    Tournament.objects.update(donnes_per_round=2)
    first, second = seated(tournament, tables=2)
    for table, donnes in ((first, 2), (second, 1)):
        for number in range(1, donnes + 1):
            record(table, number, the_arbiter)
    assert close_complete_sheets(tournament=tournament, round_number=1, numbers=[1, 2], by=the_arbiter, at=NOW) == (
        [1],
        [],
    )


def test_what_is_contested_in_two_versions_or_unconfirmed_is_left_open(tournament, the_arbiter):
    Tournament.objects.update(donnes_per_round=1, needs_confirmation=True)
    tables = seated(tournament, tables=4)
    for table in tables:
        record(table, 1, the_arbiter)
    about = {"about": ProtestAbout.SHEET, "seat": None, "reason": "total faux"}
    protest = contest(table=tables[0], key=uuid.uuid4(), by=the_arbiter, at=NOW, **about)
    phone = come_in(table=tables[1], key=uuid.uuid4(), at=NOW)
    stale = Refusal("déjà saisie", code="stale_line")
    keep_beside(SentDonne(tables[1], 1, garde(points="51"), uuid.uuid4(), phone, NOW), refusal=stale)
    SheetLine.objects.filter(table=tables[2]).update(phone=phone, written_by=None)
    everything = {"tournament": tournament, "round_number": 1, "numbers": [1, 2, 3, 4], "by": the_arbiter, "at": NOW}
    assert (close_complete_sheets(**everything), closed(tournament)) == (([4], [1, 2, 3]), [4])
    answer_protest(protest=protest, answer="recompté", upheld=False, by=the_arbiter, at=NOW)
    assert (close_complete_sheets(**everything), closed(tournament)) == (([1], [2, 3]), [1, 4])


def test_nothing_is_closed_of_what_is_gone(tournament, tables, the_arbiter):
    refused = refusal_of(
        close_complete_sheets, tournament=tournament, round_number=2, numbers=[1], by=the_arbiter, at=NOW
    )
    assert (refused.code, closed(tournament)) == ("round_unknown", [])


def test_a_table_that_calls_the_arbiter_stays_open_until_he_came(tournament, tables, the_arbiter):
    write(tournament, [written(table, 30, -30, 0, 0) for table in tables[:2]], the_arbiter)
    asked = {"tournament": tournament, "round_number": 1, "numbers": [1, 2], "by": the_arbiter, "at": NOW}
    call = call_arbiter(table=tables[0], about=CallAbout.QUESTION, key=uuid.uuid4(), by=the_arbiter, at=NOW)

    assert close_complete_sheets(**asked) == ([2], [1])
    settle_call(call=call, by=the_arbiter, at=NOW)
    assert close_complete_sheets(**asked) == ([1], [])
