"""The dates of a series: computed, never stored. A tournament opened for a date replaces it."""

import datetime
from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, takewhile

from django.db.models import F, Q
from django.utils import timezone

from tournaments.labels import Every, TournamentState
from tournaments.models import Club, Series, Tournament, is_shown
from tournaments.queries.people.entries import closed_words

WEEKS = {Every.WEEK: 1, Every.TWO_WEEKS: 2}
A_WEEK = datetime.timedelta(days=7)
LAST_IN_A_MONTH = 5  # a series that begins on a fifth Friday is on the last one of each month
FURTHEST = datetime.timedelta(days=366)
TWO_EVENINGS = 180  # minutes between two that a club holds on one day


def dates(series: Series, *, since: datetime.date, with_skipped: bool = False) -> Iterator[datetime.date]:
    """Yield a series' dates from `since` on for a year, in order; `with_skipped` includes dates it is not held on."""
    last_day = min(series.ends_on or datetime.date.max, since + FURTHEST)
    skipped = set(series.skipped)
    for day in _rhythm(series, since):
        if day > last_day:
            return
        if day >= since and (with_skipped or day.isoformat() not in skipped):
            yield day


def is_date_of(series: Series, day: datetime.date) -> bool:
    """Return whether a day is a date of a series, skipped or not."""
    within = series.starts_on <= day <= (series.ends_on or datetime.date.max)
    return within and next((held_day for held_day in _rhythm(series, day) if held_day >= day), None) == day


def _rhythm(series: Series, since: datetime.date) -> Iterator[datetime.date]:
    """Yield the days of a series without end; the first is not later than the first date from `since` on."""
    first_day = series.starts_on
    if series.every in WEEKS:
        step = A_WEEK * WEEKS[Every(series.every)]
        day = first_day + step * max(0, (since - first_day) // step)
        while True:
            yield day
            if day > datetime.date.max - step:
                return
            day += step
    nth = (first_day.day - 1) // 7 + 1
    month = max(first_day, since).replace(day=1)
    while True:
        day = _of_month(month, first_day.weekday(), nth)
        if day >= first_day:
            yield day
        if (month.year, month.month) == (datetime.MAXYEAR, 12):
            return
        month = (month + datetime.timedelta(days=31)).replace(day=1)


def _of_month(month: datetime.date, weekday: int, nth: int) -> datetime.date:
    """Return the nth such weekday (0 is Monday) of the month that begins on `month`; the fifth means the last."""
    day = month + datetime.timedelta(days=(weekday - month.weekday()) % 7)
    if nth < LAST_IN_A_MONTH:
        return day + A_WEEK * (nth - 1)
    days_in_month = monthrange(month.year, month.month)[1]
    return day + A_WEEK * ((days_in_month - day.day) // 7)


def free_dates(series: Series, evenings: Iterable[Tournament], *, since: datetime.date) -> Iterator[datetime.date]:
    """Yield the dates of a series that are not skipped and that none of these tournaments of its club takes."""
    taken = {evening.date for evening in evenings if takes_date_of(series, evening)}
    return (day for day in dates(series, since=since) if day not in taken)


def takes_date_of(series: Series, evening: Tournament) -> bool:
    """
    Return whether a tournament takes a series' date of that day: opened for this series, or for none at about its hour.

    A concours in the afternoon does not take the evening's date, nor does a tournament of another series.
    """
    if evening.series_id is not None:
        return evening.series_id == series.pk
    return not _are_apart(evening.starts_at, series.starts_at)


def evenings_beside(
    club: Club,
    day: datetime.date,
    *,
    at: datetime.time | None,
    series: Series | None = None,
    but: Q = Q(pk__in=()),  # noqa: B008 - a condition that nothing changes
) -> list[Tournament]:
    """Return the club's tournaments of a day at about the hour `at`, of no other `series`, without those of `but`."""
    return [
        evening
        for evening in club.tournaments.filter(date=day, is_trial=False).exclude(but)
        if not _are_apart(evening.starts_at, at) and not (series and evening.series_id not in (None, series.pk))
    ]


def _are_apart(one: datetime.time | None, other: datetime.time | None) -> bool:
    """Return whether a club can hold two evenings that begin at these hours; False if an hour is unknown."""
    return one is not None and other is not None and abs(_minutes(one) - _minutes(other)) >= TWO_EVENINGS


def _minutes(hour: datetime.time) -> int:
    return hour.hour * 60 + hour.minute


@dataclass(frozen=True)
class SeriesDate:
    """A date of a series as its organisers see it: skipped, opened as a tournament, or still to be opened."""

    date: datetime.date
    is_skipped: bool
    tournament: Tournament | None


def next_dates(club: Club, *, since: datetime.date, most: int = 6) -> list[tuple[Series, list[SeriesDate]]]:
    """Return each series of a club with its next dates. Two queries."""
    all_series = list(club.series.select_related("template"))
    own_last = F("series").asc(nulls_first=True)  # what was opened for a series is told before another of its day
    evenings = club.tournaments.filter(date__gte=since, is_trial=False).order_by(own_last, "-pk")
    opened = {
        (series, evening.date): evening
        for evening in evenings
        for series in all_series
        if takes_date_of(series, evening)
    }
    return [
        (
            series,
            [
                SeriesDate(day, day.isoformat() in series.skipped, opened.get((series, day)))
                for day in islice(dates(series, since=since, with_skipped=True), most)
            ],
        )
        for series in all_series
    ]


@dataclass(frozen=True)
class ComingDate:
    """A public date of a club: a public tournament, or a date of a series for which none is opened yet."""

    date: datetime.date
    name: str
    time: datetime.time | None = None
    tournament: Tournament | None = None
    series: Series | None = None

    @property
    def club(self) -> Club:
        """The club that announces the date."""
        owner = self.tournament or self.series
        assert owner is not None, "a date is of a tournament or of a series"
        return owner.club

    @property
    def takes_entries(self) -> bool:
        """True while people may enter from home."""
        return self.tournament is not None and not closed_words(self.tournament, timezone.now())

    @property
    def is_running(self) -> bool:
        """True while the tournament of this date is played."""
        return self.tournament is not None and self.tournament.state == TournamentState.RUNNING

    @property
    def where(self) -> str:
        """The place where the evening is held."""
        return self.tournament.where if self.tournament else self.club.where


def coming_dates(
    *clubs: Club, since: datetime.date, until: datetime.date | None = None, most: int = 60, of_series: int = 60
) -> list[ComingDate]:
    """
    Return the dates that these clubs announce from `since` on, the nearest first. Two queries.

    At most `most` dates for each club, and `of_series` for each series. A date of a series stays in the list while the
    tournament opened for it is a draft, which is not public.
    """
    until = until or since + FURTHEST
    tournaments: dict[int, list[Tournament]] = defaultdict(list)
    shown = Tournament.objects.filter(is_shown(), club__in=clubs, date__range=(since, until))
    for tournament in shown.select_related("series__club", "club").order_by("date", "pk"):
        tournaments[tournament.club_id].append(tournament)
    all_series: dict[int, list[Series]] = defaultdict(list)
    for series in Series.objects.filter(club__in=clubs, is_announced=True).select_related("club"):
        all_series[series.club_id].append(series)
    coming = [
        coming_date
        for club in clubs
        for coming_date in coming_of(
            tournaments[club.pk], all_series[club.pk], since=since, until=until, most=most, of_series=of_series
        )
    ]
    return sorted(coming, key=in_time)


def coming_of(
    tournaments: list[Tournament],
    all_series: list[Series],
    *,
    since: datetime.date,
    until: datetime.date,
    most: int,
    of_series: int = 60,
) -> list[ComingDate]:
    """Return the coming dates of one club, from its public tournaments and announced series. No query."""
    coming = [
        ComingDate(event.date, event.name, event.starts_at, event, event.series)
        for event in tournaments
        if since <= event.date <= until
    ]
    for series in all_series:
        free_days = takewhile(lambda day: day <= until, free_dates(series, tournaments, since=since))
        coming += [
            ComingDate(day, series.name, series.starts_at, None, series)
            for day in islice(free_days, min(most, of_series))
        ]
    return sorted(coming, key=in_time)[:most]


def in_time(coming: ComingDate) -> tuple[datetime.date, datetime.time, str]:
    return coming.date, coming.time or datetime.time.min, coming.name
