"""« Comme la dernière fois »: what the next tournament would be opened like, on which day and under which name."""

import datetime
import re
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils.formats import date_format
from django.utils.translation import override

from tournaments.labels import Carried
from tournaments.models import Club, Season, Series, Table, Tournament
from tournaments.queries.series import A_WEEK, dates

LANGUAGES = ("fr", "en")
DAYS = ("j F Y", "j F", "d/m/Y", "d/m")  # how a name may say its day, the longest first
NUMBERED = re.compile(r"(?<=\bn° )\d{1,4}|(?<=\bn°)\d{1,4}")


@dataclass(frozen=True)
class Offer:
    """A tournament to be opened like `source`; of a series or, where the club has none, a week after the last."""

    source: Tournament
    date: datetime.date
    series: Series | None = None
    carry: tuple[Carried, ...] = tuple(Carried)


def offers(clubs: Collection[Club], *, today: datetime.date) -> dict[int, list[Offer]]:
    """Return what may be opened by one click, by the club's id, the nearest first: five queries for all clubs."""
    played = Tournament.objects.filter(Exists(Table.objects.filter(round__tournament=OuterRef("pk"))), is_trial=False)
    played = played.order_by("-date", "-pk")
    of_club = played.filter(club=OuterRef("pk"))
    of_series = Tournament.objects.filter(series=OuterRef("pk"), is_trial=False).order_by("-date", "-pk")
    last = dict(
        Club.objects.filter(pk__in=[club.pk for club in clubs])
        .annotate(last=Subquery(of_club.values("pk")[:1]))
        .values_list("pk", "last")
    )
    series = list(
        Series.objects.filter(club__in=clubs)
        .filter(Q(ends_on__isnull=True) | Q(ends_on__gte=today))
        .annotate(last=Subquery(of_series.values("pk")[:1]))
        .select_related("template")
    )
    taken: dict[int | None, set[datetime.date]] = defaultdict(set)
    for pk, day in Tournament.objects.filter(series__in=series, date__gte=today).values_list("series", "date"):
        taken[pk].add(day)
    wanted = {pk: _source(one, last[one.club_id]) for one in series for pk in [one.pk]}
    sources = Tournament.objects.select_related("club", "series").in_bulk(
        [pk for pk in {*wanted.values(), *last.values()} if pk is not None]
    )
    opened = set(Tournament.objects.filter(copied_from__in=sources, date__gte=today).values_list("copied_from", "date"))
    by_club: dict[int, list[Offer]] = defaultdict(list)
    for one in series:
        source = sources.get(wanted[one.pk] or 0)
        free = next((day for day in dates(one, since=today) if day not in taken[one.pk]), None)
        if source is not None and free is not None:
            by_club[one.club_id].append(Offer(source, free, one))
    for club in clubs:
        source = sources.get(last.get(club.pk) or 0)
        if source is None or any(one.club_id == club.pk for one in series):
            continue
        day = next_week(source.date, today)
        if (source.pk, day) not in opened:
            by_club[club.pk].append(Offer(source, day))
    return {pk: sorted(each, key=lambda offer: offer.date) for pk, each in by_club.items()}


def _source(series: Series, last_of_club: int | None) -> int | None:
    """Return the tournament that the next of a series is opened like: its last, its template, the club's last."""
    own: int | None = series.last  # type: ignore[attr-defined]  # annotated
    return own or (series.template.source_id if series.template else None) or last_of_club


def next_week(day: datetime.date, today: datetime.date) -> datetime.date:
    """Return the same day of a week to come: the first that is not before today."""
    later = A_WEEK * max(1, -(-(today - day).days // 7))
    return day + later if day <= datetime.date.max - later else day


def name_on(name: str, old: datetime.date, new: datetime.date) -> str:
    """Return the name of a tournament on another day: its day is replaced, « n° 12 » becomes « n° 13 »."""
    for language in LANGUAGES:
        with override(language):
            for way in DAYS:
                for before in _ways(old, way):
                    if re.search(rf"(?<!\d){re.escape(before)}(?!\d)", name):
                        after = _ways(new, way)[-1]
                        return re.sub(rf"(?<!\d){re.escape(before)}(?!\d)", after, name)[:100]
    return NUMBERED.sub(lambda found: str(int(found[0]) + 1), name)[:100]


def _ways(day: datetime.date, way: str) -> list[str]:
    """Return how a day may be written: in French the first of a month is « 1er »."""
    plain = date_format(day, way)
    ways = [plain]
    if day.day == 1 and way.startswith("j") and date_format(datetime.date(2026, 1, 2), "F") == "janvier":
        ways.append(plain.replace("1", "1er", 1))
    return ways


def season_on(club: Club, day: datetime.date, before: Season | None) -> Season | None:
    """Return the season of a tournament on that day: that of before while it lasts, else the one of the day."""
    if before is None or before.starts_on <= day <= before.ends_on:
        return before
    return club.seasons.filter(starts_on__lte=day, ends_on__gte=day).first()
