"""What is offered by one click: which tournament, on which day, under which name."""

from datetime import date, time, timedelta

import pytest

from tests.factories import DAY, ClubFactory, SeasonFactory, TournamentFactory, field
from tests.tournaments.rounds import publish
from tournaments.labels import TournamentState
from tournaments.models import Club, Series, Template, Tournament
from tournaments.queries.clubs.copies import Offer, next_week, offers, season_on
from tournaments.queries.clubs.series import coming_dates, next_dates

TODAY = DAY + timedelta(days=2)


def played(club: Club, day: date = DAY, **values: object) -> Tournament:
    tournament = TournamentFactory(club=club, date=day, **values)
    publish(tournament, 1, [field(tournament, 4)])
    return tournament


@pytest.mark.parametrize(("today", "expected"), [(0, 7), (6, 7), (7, 7), (8, 14), (21, 21), (-3, 7)])
def test_the_next_week_is_never_past(today: int, expected: int) -> None:
    assert next_week(DAY, DAY + timedelta(days=today)) == DAY + timedelta(days=expected)


@pytest.mark.django_db
def test_without_a_series_the_last_evening_is_offered_a_week_on_until_it_is_opened() -> None:
    club = ClubFactory()
    played(club, DAY - timedelta(days=7))
    played(club)  # of one day the tournament that was made last is the last
    last = played(club)
    played(club, TODAY, is_trial=True)
    TournamentFactory(club=club, date=TODAY)  # nobody sat in it
    day = DAY + timedelta(days=7)

    assert offers([club], today=TODAY) == {club.pk: [Offer(last, day)]}
    TournamentFactory(club=club, date=day, is_trial=True)
    TournamentFactory(date=day)  # of another club
    assert offers([club], today=TODAY) == {club.pk: [Offer(last, day)]}
    TournamentFactory(club=club, date=day)  # by hand, not as its copy
    assert offers([club], today=TODAY) == {}


@pytest.mark.django_db
def test_a_series_is_offered_on_its_next_free_date_like_its_last_or_its_template() -> None:
    club = ClubFactory()
    model = played(club, DAY - timedelta(days=90), name="Modèle")
    template = Template.objects.create(club=club, source=model, name="Vendredi")
    last_of_club = played(club)
    series = Series.objects.create(club=club, name="V", starts_on=DAY, template=template)
    other = Series.objects.create(club=club, name="W", starts_on=DAY, skipped=["2026-11-28"])
    assert offers([club], today=TODAY)[club.pk] == [
        Offer(model, DAY + timedelta(days=7), series),
        Offer(last_of_club, DAY + timedelta(days=14), other),
    ]
    played(club, DAY + timedelta(days=7), series=series)
    mine = played(club, DAY + timedelta(days=7), series=series)
    assert offers([club], today=TODAY)[club.pk][0] == Offer(mine, DAY + timedelta(days=14), series)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("hour", "is_taken"), [(None, True), (time(20), True), (time(17, 31), True), (time(17, 30), False)]
)
def test_an_evening_opened_by_hand_takes_the_date_of_a_series_unless_it_is_at_another_time(
    hour: time | None, *, is_taken: bool
) -> None:
    club = ClubFactory()
    played(club)
    friday = Series.objects.create(club=club, name="Le vendredi", starts_on=DAY, starts_at=time(20, 30))
    afternoon = Series.objects.create(club=club, name="L’après-midi", starts_on=DAY)
    day, week_after = DAY + timedelta(days=7), DAY + timedelta(days=14)
    TournamentFactory(club=club, date=day, series=afternoon, state=TournamentState.ANNOUNCED)
    assert next(offer.date for offer in offers([club], today=TODAY)[club.pk] if offer.series == friday) == day
    evening = TournamentFactory(club=club, date=day, starts_at=hour, state=TournamentState.ANNOUNCED)
    offered = next(offer.date for offer in offers([club], today=TODAY)[club.pk] if offer.series == friday)
    assert offered == (week_after if is_taken else day)
    announced = [coming.series for coming in coming_dates(club, since=TODAY) if coming.date == day]
    assert (friday in announced) is not is_taken, "the public calendar tells it once"
    told = dict(next_dates(club, since=TODAY))[friday][0]
    assert (told.date, told.tournament) == (day, evening if is_taken else None)
    own = TournamentFactory(club=club, date=day, series=friday)
    assert dict(next_dates(club, since=TODAY))[friday][0].tournament == own


@pytest.mark.django_db
def test_offers_cost_the_same_for_one_club_and_for_nine(django_assert_num_queries) -> None:
    clubs = ClubFactory.create_batch(9)
    for club in clubs:
        played(club)
        Series.objects.create(club=club, name="V", starts_on=DAY)
    for count in (1, 9):
        with django_assert_num_queries(4):
            assert len(offers(clubs[:count], today=TODAY)) == count


@pytest.mark.django_db
def test_a_season_is_that_of_before_while_it_lasts_else_that_of_the_day() -> None:
    club = ClubFactory()
    old, new = SeasonFactory(club=club), SeasonFactory(club=club, starts_on=date(2027, 9, 1), ends_on=date(2028, 6, 1))
    assert season_on(club, DAY, old) == old
    assert season_on(club, date(2027, 9, 3), old) == new
    assert season_on(club, date(2027, 7, 14), old) is None
    assert season_on(club, DAY, None) is None


def test_a_week_after_the_last_day_there_is_is_that_day() -> None:
    assert next_week(date.max, date(2026, 11, 22)) == date.max


@pytest.mark.django_db
def test_a_series_is_offered_through_its_last_day() -> None:
    club = ClubFactory()
    last = played(club)
    week = DAY + timedelta(days=7)
    series = Series.objects.create(club=club, name="V", starts_on=DAY, ends_on=week)
    assert offers([club], today=week) == {club.pk: [Offer(last, week, series)]}
