"""What a league adds up, cached by revision: read once, read again after a change, never more than so many."""

import pytest

from tests.factories import DAY, NOW, SeasonFactory, TournamentFactory
from tests.tournaments.documents.printing import played
from tournaments.labels import Status, TournamentState
from tournaments.models import Player, Registration, Season, Seat, SeatResult, Tournament
from tournaments.queries.clubs.pages import club_pages
from tournaments.queries.standings.cached import CachedByRevision, cached_lines, cached_results, public_lines
from tournaments.queries.standings.leagues import league_standings
from tournaments.standings import Unfinished


@pytest.fixture
def season(db: None) -> Season:
    season = SeasonFactory(starts_on=DAY.replace(month=9, day=1))
    for marks in ([[50, 10], [-20, 5]], [[7, 7], [30, None]]):
        played(TournamentFactory(club=season.club, season=season, state=TournamentState.FINISHED), marks)
    return season


def of(season: Season) -> list[Tournament]:
    return list(season.tournaments.order_by("pk"))


def test_a_league_of_cached_results_is_the_league(season: Season) -> None:
    for _twice in range(2):
        assert league_standings(season.main_league, results_of=cached_results) == league_standings(season.main_league)


COLUMNS = ("player_id", "place", "shared", "total", "arrived_at", "left_after")


def test_a_result_says_what_the_line_says(season: Season) -> None:
    whole = TournamentFactory(club=season.club, season=season, unfinished_rule=Unfinished.OUT, rounds_planned=2)
    played(whole, [[50, 10], [-20, 5], [None, None], [None, None], [90, 1], [3, 2], [None, 8], [4, None]])
    entries = list(whole.registrations.order_by("start_number"))
    Registration.objects.filter(pk=entries[3].pk).update(penalty_points=-10)
    Registration.objects.filter(pk=entries[4].pk).update(status=Status.EXCLUDED)
    Player.rows.filter(pk=entries[5].player_id).update(double_of=entries[0].player_id, consent=False, licence="")
    Seat.objects.get(registration=entries[6], round__number=1).delete()  # he came late
    Seat.objects.get(registration=entries[7], round__number=2).delete()  # he left
    Registration.objects.filter(pk=entries[7].pk).update(status=Status.WITHDRAWN)
    lines, results = cached_lines(of(season)), cached_results(of(season))
    assert {pk: [[getattr(one, name) for name in COLUMNS] for one in listed] for pk, listed in lines.items()} == {
        pk: [list(one) for one in listed] for pk, listed in results.items()
    }
    told = {one.player_id: one for one in results[whole.pk]}
    assert [entry.player_id in told for entry in entries] == [True, True, False, True, True, False, True, True]
    assert (told[entries[4].player_id].place, told[entries[6].player_id].arrived_at) == (None, 2)
    assert told[entries[7].player_id].left_after == 1


def test_what_has_not_changed_is_not_read_again(season: Season, django_assert_num_queries) -> None:
    one, other = of(season)
    with django_assert_num_queries(3):
        cached_results([one, other])
    with django_assert_num_queries(0):
        before = cached_results([one, other])
    SeatResult.objects.filter(seat__round__tournament=other, points=30).update(points=31)
    Tournament.objects.filter(pk=other.pk).update(revision=other.revision + 1)
    changed = of(season)
    with django_assert_num_queries(3):
        after = cached_results(changed)
    assert [line.total for line in before[one.pk]] == [line.total for line in after[one.pk]] == [60, -15]
    assert [line.total for line in before[other.pk]] == [30, 14]
    assert [line.total for line in after[other.pk]] == [31, 14]


def test_the_front_page_reads_the_evening_being_played_alone(season: Season, django_assert_num_queries) -> None:
    first = club_pages([season.club], at=NOW)
    with django_assert_num_queries(8):
        again = club_pages([season.club], at=NOW)
    assert [line.total for line in again[0].leaders] == [line.total for line in first[0].leaders] == [60, 30, 14]
    played_now = TournamentFactory(club=season.club, season=season, state=TournamentState.RUNNING)
    played(played_now, [[100], [-100]])
    with django_assert_num_queries(11):
        (now,) = club_pages([season.club], at=NOW)
    assert [line.total for line in now.leaders] == [100, 60, 30]


def test_no_more_are_cached_than_said_and_those_asked_for_last(season: Season, django_assert_num_queries) -> None:
    cached, (one, other) = CachedByRevision(public_lines, most=1), of(season)
    cached([one])
    cached([other])
    with django_assert_num_queries(0):
        cached([other])
    with django_assert_num_queries(3):
        cached([one])
