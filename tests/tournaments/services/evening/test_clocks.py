"""The clock of a timed round: started, paused, set back, and what is left while it runs and stands."""

import datetime

import pytest

from tests.factories import NOW, AccountFactory, TournamentFactory, rewrite
from tests.refusals import refusal_of
from tests.scoring.sheets import seated
from tournaments.labels import Pace, TournamentState
from tournaments.models import Clock, JournalEntry, Table, Tournament
from tournaments.queries.evening.clocks import clock_of
from tournaments.refusals import Refusal
from tournaments.services.evening.clocks import call_time, give_extra_minutes, pause_clock, reset_clock, start_clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def by():
    return AccountFactory()


@pytest.fixture
def timed():
    tournament = TournamentFactory(
        state=TournamentState.RUNNING, pace=Pace.MINUTES, minutes_per_round=60, donnes_per_round=None
    )
    seated(tournament)
    return tournament


def after(minutes):
    return NOW + datetime.timedelta(minutes=minutes)


def left(tournament):
    return clock_of(tournament, tournament.rounds.get())


def test_a_clock_nobody_touched_has_the_whole_time(timed):
    clock = left(timed)
    assert (clock.left, clock.ends_at, clock.is_untouched) == (3600, None, True)


def test_pauses_are_not_counted(timed, by):
    start_clock(tournament=timed, round_number=1, by=by, at=after(0))
    assert left(timed).ends_at == after(60)
    pause_clock(tournament=timed, round_number=1, by=by, at=after(15))
    assert (left(timed).left, left(timed).minutes, left(timed).is_untouched) == (45 * 60, 45, False)
    start_clock(tournament=timed, round_number=1, by=by, at=after(25))
    assert (left(timed).ends_at, left(timed).is_running) == (after(70), True)


def test_set_back_it_has_the_whole_time_and_stands(timed, by):
    start_clock(tournament=timed, round_number=1, by=by, at=after(0))
    reset_clock(tournament=timed, round_number=1, by=by, at=after(15))
    assert (left(timed).left, left(timed).is_untouched) == (3600, True)


@pytest.mark.parametrize("change", [start_clock, pause_clock, call_time, reset_clock])
def test_twice_is_once(timed, by, change):
    if change is not start_clock:
        start_clock(tournament=timed, round_number=1, by=by, at=after(0))
    change(tournament=timed, round_number=1, by=by, at=after(5))
    lines, revision = JournalEntry.objects.count(), Tournament.objects.get().revision
    change(tournament=timed, round_number=1, by=by, at=after(9))
    assert (JournalEntry.objects.count(), Tournament.objects.get().revision) == (lines, revision)


def test_one_forgotten_for_a_week_stands_at_nothing(timed, by):
    start_clock(tournament=timed, round_number=1, by=by, at=after(0))
    pause_clock(tournament=timed, round_number=1, by=by, at=after(7 * 24 * 60))
    assert left(timed).left == 0


def test_a_server_that_was_set_back_an_hour_takes_no_time_away(timed, by):
    start_clock(tournament=timed, round_number=1, by=by, at=after(0))
    pause_clock(tournament=timed, round_number=1, by=by, at=after(-60))
    assert left(timed).left == 3600


@pytest.mark.parametrize(
    "changes", [{"pace": Pace.DONNES, "minutes_per_round": None, "donnes_per_round": 4}, {"minutes_per_round": None}]
)
def test_no_clock_where_no_time_is_counted(timed, by, changes):
    rewrite(timed, **changes)
    refused = refusal_of(start_clock, tournament=timed, round_number=1, by=by, at=NOW)
    assert (refused.code, Clock.objects.count(), left(timed)) == ("round_is_not_timed", 0, None)


def test_a_round_that_was_cancelled_meanwhile_is_said(timed, by):
    with pytest.raises(Refusal, match="La séquence 2 n’est plus publiée"):
        pause_clock(tournament=timed, round_number=2, by=by, at=NOW)


def test_time_is_called_before_the_clock_says_so_and_may_be_taken_back(timed, by):
    start_clock(tournament=timed, round_number=1, by=by, at=after(0))
    call_time(tournament=timed, round_number=1, by=by, at=after(50))
    clock = left(timed)
    assert (clock.left, clock.ends_at, clock.is_called, clock.is_over(after(50))) == (0, None, True, True)
    pause_clock(tournament=timed, round_number=1, by=by, at=after(52))
    assert left(timed).is_called
    start_clock(tournament=timed, round_number=1, by=by, at=after(55))
    assert (left(timed).ends_at, left(timed).is_called) == (after(65), False)
    call_time(tournament=timed, round_number=1, by=by, at=after(60))
    reset_clock(tournament=timed, round_number=1, by=by, at=after(61))
    assert (left(timed).left, left(timed).is_untouched, left(timed).is_called) == (3600, True, False)


def the_table():
    return Table.objects.select_related("round__tournament").get()


def own(tournament):
    table = the_table()
    return clock_of(tournament, table.round, extra=table.extra_minutes)


def test_a_table_has_minutes_of_its_own(timed, by):
    give_extra_minutes(table=the_table(), minutes=5, reason=" renonce ", by=by, at=after(0))
    assert (the_table().extra_minutes, the_table().extra_reason, own(timed).left) == (5, "renonce", 3900)
    start_clock(tournament=timed, round_number=1, by=by, at=after(0))
    assert (own(timed).ends_at, left(timed).ends_at) == (after(65), after(60))
    call_time(tournament=timed, round_number=1, by=by, at=after(50))
    assert (own(timed).ends_at, left(timed).left) == (after(55), 0)


def test_extra_minutes_are_said_once_and_taken_back_by_none(timed, by):
    for minutes in (5, 5, 0, 0):
        give_extra_minutes(table=the_table(), minutes=minutes, reason="renonce", by=by, at=NOW)
    kept = JournalEntry.objects.filter(action="minutes de plus").order_by("pk")
    assert [(entry.details["before"], entry.details["minutes"], entry.reason) for entry in kept] == [
        (0, 5, "renonce"),
        (5, 0, ""),
    ]
    assert (the_table().extra_minutes, the_table().extra_reason) == (0, "")


@pytest.mark.parametrize(
    ("minutes", "reason", "code"),
    [
        (5, " ", "change_without_reason"),
        (121, "retard", "extra_minutes_wrong"),
        (-1, "retard", "extra_minutes_wrong"),
    ],
)
def test_extra_minutes_that_cannot_be(timed, by, minutes, reason, code):
    refused = refusal_of(give_extra_minutes, table=the_table(), minutes=minutes, reason=reason, by=by, at=NOW)
    assert (refused.code, the_table().extra_minutes, JournalEntry.objects.count()) == (code, 0, 0)


def test_no_extra_minutes_where_no_time_is_counted(timed, by):
    Tournament.objects.update(pace=Pace.DONNES, minutes_per_round=None, donnes_per_round=4)
    refused = refusal_of(give_extra_minutes, table=the_table(), minutes=5, reason="retard", by=by, at=NOW)
    assert refused.code == "round_is_not_timed"
