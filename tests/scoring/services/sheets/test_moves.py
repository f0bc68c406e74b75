"""A donne typed at the wrong place is moved or taken off, and leaves its trace."""

import uuid

import pytest

from scoring.labels import CallOutcome, Outcome, PenaltyTarget
from scoring.marque import Camp
from scoring.models import ChelemCall, SheetLine
from scoring.queries.table.lines import Happened, changes_of
from scoring.queries.table.sheets import sheet_of
from scoring.services.sheets.moves import empty_donne, move_donne
from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, TournamentFactory
from tests.scoring.attached import COMMENTED_LINE, attach
from tests.scoring.sheets import a_penalty, chelem_called, garde, looked_at, record, results, seat, seated, void
from tournaments.labels import Pace
from tournaments.models import JournalEntry, SeatResult, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db


def move(line, table, number, by, **changes):
    asked = {"reason": "mauvaise table", "key": uuid.uuid4(), "at": NOW} | changes
    return move_donne(line=line, table=table, number=number, by=by, **asked)


def empty(line, by, reason="mauvaise table"):
    empty_donne(line=line, reason=reason, by=by, at=NOW)


def history(table):
    return {number: [change.kind for change in changes] for number, changes in changes_of(table).items()}


def test_a_donne_moves_to_its_table_chair_by_chair(tournament, tables, the_arbiter):
    here, there = tables
    line = record(here, 3, the_arbiter)
    revision = Tournament.objects.get().revision

    moved = move(line, there, 2, the_arbiter)

    line.refresh_from_db()
    assert (line.current, line.cancel_reason, line.cancelled_by) == (False, "mauvaise table", the_arbiter)
    assert (moved.table, moved.number, moved.taker, moved.supersedes) == (there, 2, seat(there, 0), line)
    assert moved.marque == line.marque
    assert results(there) == [198, -66, -66, -66]
    assert not SeatResult.objects.filter(seat__table=here).exists()
    assert (history(here), history(there)) == ({3: [Happened.MOVED_AWAY]}, {2: [Happened.ARRIVED]})
    assert Tournament.objects.get().revision == revision + 1
    entry = JournalEntry.objects.first()
    assert (entry.action, entry.reason) == ("donne déplacée", "mauvaise table")
    assert entry.details["old"]["from"] == {"round": 1, "table": 1, "donne": 3}
    assert list(differences(tournament)) == []


def test_a_donne_does_not_move_to_another_tournament(tables, the_arbiter):
    line = record(tables[0], 3, the_arbiter)
    (elsewhere,) = seated(TournamentFactory(club=tables[0].round.tournament.club))

    with pytest.raises(Refusal) as refused:
        move(line, elsewhere, 2, the_arbiter)

    assert refused.value.code == "table_elsewhere"
    assert not elsewhere.lines.exists()


def test_a_donne_gets_its_own_number(tables, the_arbiter):
    here, _there = tables
    line = record(here, 3, the_arbiter)

    move(line, here, 1, the_arbiter)

    assert [row.line is not None for row in sheet_of(here).rows] == [True, False, False, False]
    assert results(here) == [198, -66, -66, -66]


def test_a_moved_donne_moves_back(tables, the_arbiter):
    here, there = tables
    line = record(here, 1, the_arbiter)

    move(move(line, there, 1, the_arbiter), here, 1, the_arbiter)

    assert history(here) == {1: [Happened.MOVED_AWAY, Happened.ARRIVED]}
    assert results(here) == [198, -66, -66, -66]


def test_the_same_form_moves_once(tables, the_arbiter):
    here, there = tables
    line, key = record(here, 1, the_arbiter), uuid.uuid4()

    assert move(line, there, 1, the_arbiter, key=key) == move(line, there, 1, the_arbiter, key=key)
    assert SheetLine.objects.count() == 2


def test_a_donne_moves_only_where_nothing_stands(tables, the_arbiter):
    here, there = tables
    line = record(here, 1, the_arbiter)
    record(there, 2, the_arbiter, garde(points="50"))

    refused = []
    for number in (2, 5, 40):
        with pytest.raises(Refusal) as caught:
            move(line, there, number, the_arbiter)
        refused.append(caught.value.code)

    assert refused == ["place_taken", "no_such_donne", "no_such_donne"]
    assert SheetLine.objects.get(pk=line.pk).current


def test_a_line_replaced_meanwhile_is_neither_moved_nor_emptied(tables, the_arbiter):
    here, there = tables
    seen = record(here, 1, the_arbiter)
    record(here, 1, the_arbiter, garde(points="50"))

    with pytest.raises(Refusal) as moved:
        move(seen, there, 1, the_arbiter)
    with pytest.raises(Refusal) as emptied:
        empty(seen, the_arbiter)

    assert (moved.value.code, emptied.value.code) == ("stale_line", "stale_line")


def test_both_want_a_reason(tables, the_arbiter):
    here, there = tables
    line = record(here, 1, the_arbiter)

    with pytest.raises(Refusal) as moved:
        move(line, there, 1, the_arbiter, reason=" ")
    with pytest.raises(Refusal) as emptied:
        empty(line, the_arbiter, reason="")

    assert [list(caught.value.fields) for caught in (moved, emptied)] == [["reason"], ["reason"]]


@pytest.mark.parametrize("closed", ["here", "there"])
def test_a_closed_sheet_gives_and_takes_nothing(tables, the_arbiter, closed):
    here, there = tables
    line = record(here, 1, the_arbiter)
    shut = here if closed == "here" else there
    for number in range(1 if closed == "there" else 2, 5):
        record(shut, number, the_arbiter)
    close_sheet(table=shut, by=the_arbiter, at=NOW)

    with pytest.raises(Refusal) as caught:
        move(line, there, 1, the_arbiter)

    assert caught.value.code == "sheet_closed"


def test_a_table_with_another_number_of_players_takes_no_donne(tournament, tables, the_arbiter):
    here, _there = tables
    (five,) = seated(tournament, chairs=5, round_number=2)

    with pytest.raises(Refusal) as caught:
        move(record(here, 1, the_arbiter), five, 1, the_arbiter)

    assert caught.value.code == "other_variant"


def test_a_donne_moves_to_another_position(tournament, tables, the_arbiter):
    (later,) = seated(tournament, round_number=2)

    move(record(tables[0], 1, the_arbiter), later, 4, the_arbiter)

    assert results(later) == [198, -66, -66, -66]


def test_an_emptied_donne_is_to_be_entered_again_and_stays_in_the_history(tournament, tables, the_arbiter):
    here, _there = tables
    line = record(here, 1, the_arbiter)
    revision = Tournament.objects.get().revision

    empty(line, the_arbiter)
    empty(line, the_arbiter)

    assert sheet_of(here).missing == (1, 2, 3, 4)
    assert not SeatResult.objects.exists()
    assert history(here) == {1: [Happened.EMPTIED]}
    assert JournalEntry.objects.filter(action="donne vidée").count() == 1
    assert Tournament.objects.get().revision == revision + 1
    assert list(differences(tournament)) == []
    again = record(here, 1, the_arbiter)
    assert (again.supersedes, again.reason) == (None, "")


def test_an_emptied_void_donne_adds_none_to_play(tables, the_arbiter):
    here, _there = tables
    line = record(here, 1, the_arbiter, void(Outcome.ANNULLED))
    assert sheet_of(here).expected == 5

    empty(line, the_arbiter)

    assert sheet_of(here).expected == 4


def test_the_form_that_wrote_an_emptied_line_is_not_taken_for_a_resend(tables, the_arbiter):
    here, _there = tables
    key = uuid.uuid4()
    empty(record(here, 1, the_arbiter, key=key), the_arbiter)

    with pytest.raises(Refusal) as caught:
        record(here, 1, the_arbiter, key=key)

    assert caught.value.code == "stale_line"
    assert "vidée" in str(caught.value)


def test_a_chelem_call_waits_again_for_its_emptied_donne_and_holds_a_moved_one_back(tables, the_arbiter):
    here, there = tables
    call = chelem_called(here, the_arbiter)
    line = record(here, 1, the_arbiter, garde(points="60", chelem_announced=True))

    with pytest.raises(Refusal) as caught:
        move(line, there, 1, the_arbiter)
    empty(line, the_arbiter)

    assert caught.value.code == "donne_with_call"
    assert ChelemCall.objects.get(pk=call.pk).outcome == CallOutcome.PENDING


def test_a_call_that_waits_there_must_agree_and_is_settled(tables, the_arbiter):
    here, there = tables
    call = chelem_called(there, the_arbiter)
    ordinary = record(here, 1, the_arbiter)
    announced = garde(points="60", chelem_announced=True)
    right = record(here, 2, the_arbiter, announced, confirmed=looked_at(here, announced))

    with pytest.raises(Refusal) as caught:
        move(ordinary, there, 1, the_arbiter)
    moved = move(right, there, 1, the_arbiter)

    assert caught.value.code == "chelem_called"
    assert moved.confirmed == []  # the call says what had to be confirmed before
    assert ChelemCall.objects.get(pk=call.pk).outcome == CallOutcome.FAILED


def test_the_penalty_of_a_camp_stays_with_its_place(tournament, tables, the_arbiter):
    here, there = tables
    line = record(here, 1, the_arbiter)
    camp = {"target": PenaltyTarget.CAMP, "donne": 1, "camp": Camp.ATTAQUE}
    penalty = a_penalty(tournament, the_arbiter, table=here, **camp)

    move(line, there, 1, the_arbiter)
    assert penalty.shares.count() == 0
    record(here, 1, the_arbiter, garde(taker=2))

    assert [share.registration for share in penalty.shares.all()] == [seat(here, 2).registration]
    assert list(differences(tournament)) == []


def test_a_record_is_withdrawn_first(tables, the_arbiter):
    line = record(tables[0], 1, the_arbiter, COMMENTED_LINE)
    attach(tables[0], the_arbiter)

    with pytest.raises(Refusal) as caught:
        empty(line, the_arbiter)

    assert caught.value.code == "donne_with_record"


def test_the_last_donne_of_a_timed_sheet_leaves_its_history_below(tournament, tables, the_arbiter):
    Tournament.objects.update(pace=Pace.MINUTES, donnes_per_round=None, minutes_per_round=60)
    here = sheet_of(tables[0]).table
    here.round.tournament.refresh_from_db()
    record(here, 1, the_arbiter)

    empty(record(here, 2, the_arbiter), the_arbiter)

    assert [row.number for row in sheet_of(here).rows] == [1]
    assert history(here) == {2: [Happened.EMPTIED]}
