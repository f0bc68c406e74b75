"""« Refaire samedi 5 décembre »: the tournament that the next one would copy, its day and its name."""

import datetime
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import OuterRef, Q, Subquery

from tournaments.labels import Carried
from tournaments.models import Club, Season, Series, Tournament
from tournaments.queries.clubs.series import A_WEEK, free_dates
from tournaments.queries.people.regulars import played_tournaments


@dataclass(frozen=True)
class Offer:
    """A tournament that may be opened as a copy of `source`: on a date of a series, else a week after the last one."""

    source: Tournament
    date: datetime.date
    series: Series | None = None
    carry: tuple[Carried, ...] = tuple(Carried)


def offers(clubs: Collection[Club], *, today: datetime.date) -> dict[int, list[Offer]]:
    """Return the tournaments that one click may open, by club id, the nearest first. Four queries for all clubs."""
    of_club = played_tournaments().filter(club=OuterRef("pk"))
    of_series = Tournament.objects.filter(series=OuterRef("pk"), is_trial=False).order_by("-date", "-pk")
    last_by_club = dict(
        Club.objects.filter(pk__in=[club.pk for club in clubs])
        .annotate(last=Subquery(of_club.values("pk")[:1]))
        .values_list("pk", "last")
    )
    all_series = list(
        Series.objects.filter(club__in=clubs)
        .filter(Q(ends_on__isnull=True) | Q(ends_on__gte=today))
        .annotate(last=Subquery(of_series.values("pk")[:1]))
        .select_related("template")
    )
    source_ids = {pk: _source(series, last_by_club[series.club_id]) for series in all_series for pk in [series.pk]}
    sources = Tournament.objects.select_related("club", "series").in_bulk(
        [pk for pk in {*source_ids.values(), *last_by_club.values()} if pk is not None]
    )
    if not sources:
        return {}
    evenings: dict[int, list[Tournament]] = defaultdict(list)
    for evening in Tournament.objects.filter(club__in=clubs, date__gte=today, is_trial=False):
        evenings[evening.club_id].append(evening)
    by_club: dict[int, list[Offer]] = defaultdict(list)
    for series in all_series:
        source = sources.get(source_ids[series.pk] or 0)
        free_day = next(free_dates(series, evenings[series.club_id], since=today), None)
        if source is not None and free_day is not None:
            by_club[series.club_id].append(Offer(source, free_day, series))
    for club in clubs:
        source = sources.get(last_by_club.get(club.pk) or 0)
        if source is None or any(series.club_id == club.pk for series in all_series):
            continue
        day = next_week(source.date, today)
        if day not in {evening.date for evening in evenings[club.pk]}:
            by_club[club.pk].append(Offer(source, day))
    return {pk: sorted(club_offers, key=lambda offer: offer.date) for pk, club_offers in by_club.items()}


def _source(series: Series, last_of_club: int | None) -> int | None:
    """Return the id of the tournament that the next of a series copies: its last, its template, or the club's last."""
    own: int | None = series.last  # type: ignore[attr-defined]  # annotated
    return own or (series.template.source_id if series.template else None) or last_of_club


def next_week(day: datetime.date, today: datetime.date) -> datetime.date:
    """Return the first day that is whole weeks after `day` (one at least) and not before today."""
    later = A_WEEK * max(1, -(-(today - day).days // 7))
    return day + later if day <= datetime.date.max - later else day


def season_on(club: Club, day: datetime.date, before: Season | None) -> Season | None:
    """Return the season of a tournament on that day: `before` while it lasts, else the club's season of that day."""
    if before is None or before.starts_on <= day <= before.ends_on:
        return before
    return club.seasons.filter(starts_on__lte=day, ends_on__gte=day).first()
