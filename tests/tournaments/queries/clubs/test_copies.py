"""What is offered by one click: which tournament, on which day, under which name."""

from datetime import date, timedelta

import pytest

from tests.factories import DAY, ClubFactory, SeasonFactory, TournamentFactory, field
from tests.tournaments.rounds import publish
from tournaments.models import Club, Series, Template, Tournament
from tournaments.queries.clubs.copies import Offer, name_on, next_week, offers, season_on

TODAY = DAY + timedelta(days=2)


def played(club: Club, day: date = DAY, **values: object) -> Tournament:
    tournament = TournamentFactory(club=club, date=day, **values)
    publish(tournament, 1, [field(tournament, 4)])
    return tournament


@pytest.mark.parametrize(
    ("name", "new"),
    [
        ("Soirée du 21 novembre 2026", "Soirée du 1er décembre 2026"),
        ("Soirée du 21 novembre", "Soirée du 1er décembre"),
        ("Evening of 21 November 2026", "Evening of 1 December 2026"),
        ("Tarot 21/11/2026", "Tarot 01/12/2026"),
        ("Soirée n° 12", "Soirée n° 13"),
        ("Soirée n°9", "Soirée n°10"),
        ("La belle soirée", "La belle soirée"),
        ("Le 121 novembre", "Le 121 novembre"),
    ],
)
def test_a_name_says_the_new_day(name: str, new: str) -> None:
    assert name_on(name, date(2026, 11, 21), date(2026, 12, 1)) == new


def test_a_name_leaves_the_first_of_a_month() -> None:
    assert name_on("Soirée du 1er mai 2026", date(2026, 5, 1), date(2026, 5, 8)) == "Soirée du 8 mai 2026"


@pytest.mark.parametrize(("today", "expected"), [(0, 7), (6, 7), (7, 7), (8, 14), (21, 21), (-3, 7)])
def test_the_next_week_is_never_past(today: int, expected: int) -> None:
    assert next_week(DAY, DAY + timedelta(days=today)) == DAY + timedelta(days=expected)


@pytest.mark.django_db
def test_without_a_series_the_last_evening_is_offered_a_week_on_until_it_is_opened() -> None:
    club = ClubFactory()
    played(club, DAY - timedelta(days=7))
    last = played(club)
    played(club, TODAY, is_trial=True)
    TournamentFactory(club=club, date=TODAY)  # nobody sat in it
    day = DAY + timedelta(days=7)

    assert offers([club], today=TODAY) == {club.pk: [Offer(last, day)]}
    TournamentFactory(club=club, copied_from=last, date=day)
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
    mine = played(club, DAY + timedelta(days=7), series=series)
    assert offers([club], today=TODAY)[club.pk][0] == Offer(mine, DAY + timedelta(days=14), series)


@pytest.mark.django_db
def test_offers_cost_the_same_for_one_club_and_for_nine(django_assert_num_queries) -> None:
    clubs = ClubFactory.create_batch(9)
    for club in clubs:
        played(club)
        Series.objects.create(club=club, name="V", starts_on=DAY)
    for count in (1, 9):
        with django_assert_num_queries(5):
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
