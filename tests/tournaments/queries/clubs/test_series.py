"""The dates of a series: every week, every other week, the same day of each month; skipped, ended, taken."""

from datetime import date, time, timedelta
from itertools import islice

import pytest

from tests.factories import ClubFactory, TournamentFactory
from tournaments.labels import Every, TournamentState
from tournaments.models import Series
from tournaments.queries.clubs.series import FURTHEST, coming_dates, dates, evenings_beside, is_date_of

FRIDAY = date(2026, 11, 6)


def series(starts_on: date = FRIDAY, every: str = Every.WEEK, **values: object) -> Series:
    return Series(name="Le vendredi", starts_on=starts_on, every=every, **values)


def first(of: Series, since: date, count: int = 3) -> list[str]:
    return [f"{day:%d/%m}" for day in islice(dates(of, since=since), count)]


@pytest.mark.parametrize(
    ("every", "since", "found"),
    [
        (Every.WEEK, FRIDAY, ["06/11", "13/11", "20/11"]),
        (Every.WEEK, date(2026, 11, 14), ["20/11", "27/11", "04/12"]),
        (Every.WEEK, date(2026, 10, 1), ["06/11", "13/11", "20/11"]),
        (Every.TWO_WEEKS, date(2026, 11, 7), ["20/11", "04/12", "18/12"]),
        (Every.MONTH, date(2026, 11, 7), ["04/12", "01/01", "05/02"]),
    ],
)
def test_the_dates_follow_the_rhythm(every: str, since: date, found: list[str]) -> None:
    assert first(series(every=every), since) == found


def test_who_begins_on_a_fifth_friday_means_the_last_of_each_month() -> None:
    assert first(series(date(2026, 10, 30), Every.MONTH), date(2026, 10, 1), 4) == ["30/10", "27/11", "25/12", "29/01"]


def test_a_series_ends_and_skips_dates() -> None:
    until_december = series(ends_on=date(2026, 12, 4), skipped=["2026-11-13"])
    assert first(until_december, FRIDAY, 9) == ["06/11", "20/11", "27/11", "04/12"]
    assert is_date_of(until_december, date(2026, 11, 13))
    assert not is_date_of(until_december, date(2026, 11, 14))
    assert not is_date_of(until_december, date(2026, 12, 11))


def test_a_series_without_end_is_told_for_a_year() -> None:
    told = list(dates(series(), since=FRIDAY))
    assert (len(told), told[-1] - FRIDAY <= FURTHEST) == (53, True)


@pytest.mark.django_db
def test_a_tournament_that_is_shown_stands_in_the_place_of_its_date() -> None:
    club = ClubFactory()
    fridays = Series.objects.create(club=club, name="Le vendredi", starts_on=FRIDAY, starts_at=time(20, 30))
    open_ = TournamentFactory(club=club, series=fridays, date=FRIDAY, name="Soirée n° 9", starts_at=time(20, 15))
    draft = {"series": fridays, "state": TournamentState.DRAFT, "name": "Secret"}
    TournamentFactory(club=club, date=FRIDAY + timedelta(days=7), **draft)
    TournamentFactory(club=club, date=FRIDAY + timedelta(days=2), name="Concours")
    TournamentFactory(club=club, date=FRIDAY + timedelta(days=2), name="Atelier", starts_at=time(14))
    Series.objects.create(club=club, name="Le bureau", starts_on=FRIDAY, is_announced=False)

    told = coming_dates(club, since=FRIDAY, most=4)

    assert [(f"{each.date:%d/%m}", each.name, each.time) for each in told] == [
        ("06/11", "Soirée n° 9", time(20, 15)),
        ("08/11", "Concours", None),  # without an hour: the whole day
        ("08/11", "Atelier", time(14)),
        ("13/11", "Le vendredi", time(20, 30)),
    ]
    assert told[0].tournament == open_


@pytest.mark.parametrize("every", Every.values)
def test_there_are_no_dates_after_the_last_day_there_is(every: str) -> None:
    far = series(date.max, every)
    assert first(far, FRIDAY) == []
    assert first(far, date(9998, 12, 30), 9) == [] or first(far, date(9998, 12, 30), 9) == ["31/12"]
    assert is_date_of(far, date.max)
    assert not is_date_of(series(every=every), date.max - timedelta(days=1))


def test_ten_thousand_skipped_dates_leave_the_others() -> None:
    first = date(1900, 1, 5)
    skipped = [(first + timedelta(days=7 * week)).isoformat() for week in range(10_000)]
    series = Series(name="Vendredi", starts_on=first, skipped=skipped)
    last = first + timedelta(days=7 * 9_999)
    assert next(dates(series, since=date(2026, 1, 1)), None) is None
    assert next(dates(series, since=last)) == last + timedelta(days=7)


@pytest.mark.django_db
def test_a_trial_takes_no_day_of_its_club() -> None:
    club = ClubFactory()
    TournamentFactory(club=club, date=FRIDAY, is_trial=True)
    held = TournamentFactory(club=club, date=FRIDAY)
    assert evenings_beside(club, FRIDAY, at=None) == [held]
