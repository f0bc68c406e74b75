"""The numbers of members of a season, recounted from the days of each."""

from datetime import date, timedelta

import pytest

from tests.factories import PlayerFactory, SeasonFactory
from tournaments.labels import Category, EndReason, Grade
from tournaments.models import Club, MembershipPeriod, Player, Season
from tournaments.queries.people.members import members_on
from tournaments.queries.people.membership_years import members_year

pytestmark = pytest.mark.django_db

LATER = date(2028, 1, 1)


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club, starts_on=date(2026, 9, 1), ends_on=date(2027, 6, 30), youth_until_age=18)


def member(
    club: Club, *days: tuple[date | None, date | None], reason: str = EndReason.LAPSED, **said: object
) -> Player:
    """Return somebody who was a member of the club on these days."""
    player = PlayerFactory(club=club, **said)
    membership = player.memberships.get()
    membership.periods.all().delete()
    for since, until in days:
        MembershipPeriod.objects.create(membership=membership, since=since, until=until, reason=reason if until else "")
    return player


def test_each_is_counted_by_his_days(club: Club, season: Season):
    member(club, (None, None))  # stays
    member(club, (date(2020, 9, 1), None), category=Category.VETERAN)  # stays
    member(club, (date(2025, 9, 1), date(2026, 8, 31)))  # does not renew: his last day is the eve
    member(club, (date(2025, 9, 1), date(2026, 12, 1)), reason=EndReason.DIED)
    member(club, (date(2026, 9, 1), None), birth_year=2010)  # new on the first day
    member(club, (date(2026, 10, 1), date(2027, 6, 30)))  # new, and a member on the last day
    member(club, (date(2024, 9, 1), date(2025, 8, 31)), (date(2026, 9, 15), None))  # back
    member(club, (date(2024, 9, 1), date(2025, 8, 31)))  # long gone
    member(club, (date(2027, 7, 1), None))  # of the next season
    PlayerFactory(club=club).memberships.update(grade=Grade.GUEST)
    MembershipPeriod.objects.filter(membership__grade=Grade.GUEST).delete()
    PlayerFactory()  # of another club

    year = members_year(season, LATER)

    assert year is not None
    assert (year.day, year.before, year.members) == (date(2027, 6, 30), 4, 5)
    assert (year.stayed, year.new, year.back, year.left) == (2, 2, 1, 2)
    assert dict(year.stopped) == {"n’a pas renouvelé": 1, "est décédé": 1}
    assert dict(year.categories) == {"senior": 3, "vétéran": 1, "jeune": 1}


def test_of_a_season_that_goes_on_the_numbers_are_of_today(club: Club, season: Season):
    member(club, (date(2026, 9, 1), date(2026, 11, 20)))
    member(club, (date(2026, 11, 25), None))  # of a day that is still to come
    for today, numbers in ((date(2026, 11, 20), (1, 1, 0)), (date(2026, 11, 21), (0, 1, 1))):
        year = members_year(season, today)
        assert (year and (year.members, year.new, year.left)) == numbers


def test_who_was_there_who_began_and_who_stopped_make_who_is_there(club: Club, season: Season):
    """Recounted day by day, for every first and last day around the edges of the season."""
    first, last = season.starts_on, season.ends_on
    edges = [edge + timedelta(days=n) for edge in (first, last) for n in (-2, -1, 0, 1)]
    for since in edges:
        for until in [each for each in edges if each >= since] + [None]:
            member(club, (since, until))
    year = members_year(season, LATER)
    assert year is not None
    before, now = (set(members_on(club.pk, day)) for day in (first - timedelta(days=1), last))
    assert (year.before, year.members, year.stayed) == (len(before), len(now), len(before & now))
    assert year.before + year.new + year.back - year.left == year.members
    assert min(year.new, year.left) > 0


def test_a_death_that_another_club_s_leaving_brought_makes_nobody_a_member(club: Club, season: Season):
    day = date(2026, 12, 1)
    member(club, (day, day), reason=EndReason.DIED)
    assert members_year(season, LATER) is None
    assert not members_on(club.pk, day).exists()
    member(club, (day, day), reason=EndReason.MOVED)
    assert (members_year(season, LATER).new, members_on(club.pk, day).count()) == (1, 1)


def test_the_numbers_take_one_query_however_many_they_are(club: Club, season: Season, django_assert_num_queries):
    for _more in range(2):
        PlayerFactory.create_batch(3, club=club)
        with django_assert_num_queries(1):
            members_year(season, LATER)
