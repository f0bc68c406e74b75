"""What a league adds up, cached by revision: read once, read again after a change, never more than so many."""

import pytest

from tests.factories import DAY, NOW, SeasonFactory, TournamentFactory
from tests.tournaments.documents.printing import played
from tournaments.labels import TournamentState
from tournaments.models import Season, SeatResult, Tournament
from tournaments.queries.clubs.pages import club_pages
from tournaments.queries.standings.cached import CachedByRevision, cached_lines, counted_lines, public_lines
from tournaments.queries.standings.leagues import league_standings


@pytest.fixture
def season(db: None) -> Season:
    season = SeasonFactory(starts_on=DAY.replace(month=9, day=1))
    for marks in ([[50, 10], [-20, 5]], [[7, 7], [30, None]]):
        played(TournamentFactory(club=season.club, season=season, state=TournamentState.FINISHED), marks)
    return season


def of(season: Season) -> list[Tournament]:
    return list(season.tournaments.order_by("pk"))


def test_a_league_of_cached_lines_is_the_league(season: Season) -> None:
    for _twice in range(2):
        assert league_standings(season.main_league, lines_of=cached_lines) == league_standings(season.main_league)
    assert {pk: len(lines) for pk, lines in cached_lines(of(season)).items()} == {
        pk: len(lines) for pk, lines in counted_lines(of(season)).items()
    }


def test_what_has_not_changed_is_not_read_again(season: Season, django_assert_num_queries) -> None:
    one, other = of(season)
    with django_assert_num_queries(3):
        cached_lines([one, other])
    with django_assert_num_queries(0):
        before = cached_lines([one, other])
    SeatResult.objects.filter(seat__round__tournament=other, points=30).update(points=31)
    Tournament.objects.filter(pk=other.pk).update(revision=other.revision + 1)
    changed = of(season)
    with django_assert_num_queries(3):
        after = cached_lines(changed)
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
