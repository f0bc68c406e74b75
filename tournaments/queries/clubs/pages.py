"""What a club shows of itself: its logo, its next dates, its last podium, the leaders of its league."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Max, Min, OuterRef, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.kit.calendars import Event
from tournaments.kit.days import french_moment
from tournaments.labels import CALLED_OFF, OVER
from tournaments.models import Club, ClubLogo, Season, Series, Tournament, is_shown
from tournaments.queries.clubs.series import FURTHEST, ComingDate, coming_dates, coming_of, is_date_of
from tournaments.queries.pages.addresses import public_address
from tournaments.queries.people.entries import places_words
from tournaments.queries.standings.cached import cached_results
from tournaments.queries.standings.leagues import LeagueLine, LeagueStandings, public_league
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.podiums import cached_podiums

NEXT = 5  # dates of a club
MOST_LEAGUES = 3  # of the front page: a league adds up a whole season


@dataclass(frozen=True)
class Logo:
    """The logo of a club: its digest (part of its address) and its size in pixels, without its bytes."""

    digest: str
    width: int
    height: int


@dataclass(frozen=True)
class EveningPrice:
    """The lowest and the highest rate of a club's evening, in cents; free rates do not count."""

    tournament: Tournament
    lowest: int
    highest: int


@dataclass(frozen=True)
class ClubPage:
    """A club as everybody sees it first; `podium` has more than three lines where places are shared."""

    club: Club
    logo: Logo | None
    coming: tuple[ComingDate, ...]
    last: Tournament | None = None
    podium: tuple[Line, ...] = ()
    season: Season | None = None
    league: LeagueStandings | None = None

    @property
    def leaders(self) -> tuple[LeagueLine, ...]:
        """The leaders of its league, of the players who may be named."""
        return self.league.podium if self.league else ()


def club_pages(clubs: Collection[Club], *, at: datetime.datetime, leagues: int = MOST_LEAGUES) -> list[ClubPage]:
    """
    Return what each club shows, the club with the latest finished tournament first. Nine queries for all clubs.

    Coming dates start at today by the club's clock. Only the first `leagues` clubs show a league, for which only
    tournaments that have changed are read.
    """
    logos = {
        club: Logo(digest, width, height)
        for club, digest, width, height in ClubLogo.objects.filter(club__in=clubs).values_list(
            "club_id", "digest", "width", "height"
        )
    }
    series: dict[int, list[Series]] = defaultdict(list)
    for announced in Series.objects.filter(club__in=clubs, is_announced=True).select_related("club"):
        series[announced.club_id].append(announced)
    days = {club.pk: club.day(at) for club in clubs}
    coming: dict[int, list[Tournament]] = defaultdict(list)
    tournaments = Tournament.objects.filter(is_shown(), club__in=clubs)
    some_day = (min(days.values()), max(days.values()) + FURTHEST)
    for tournament in (
        tournaments.filter(date__range=some_day).exclude(state__in=OVER).select_related("club", "series__club")
    ):
        coming[tournament.club_id].append(tournament)
    last_finished = _last_finished(clubs)
    podiums = cached_podiums(last_finished.values())
    ordered = sorted(
        clubs, key=lambda club: (-last_finished[club.pk].date.toordinal() if club.pk in last_finished else 0, club.name)
    )
    seasons = _seasons(ordered[:leagues], days)
    pages: list[ClubPage] = []
    for club in ordered:
        finished, season, today = last_finished.get(club.pk), seasons.get(club.pk), days[club.pk]
        coming_there = coming_of(coming[club.pk], series[club.pk], since=today, until=today + FURTHEST, most=NEXT)
        pages.append(
            ClubPage(
                club=club,
                logo=logos.get(club.pk),
                coming=tuple(coming_there),
                last=finished,
                podium=podiums[finished.pk] if finished else (),
                season=season,
                league=public_league(season.main_league, results_of=cached_results) if season else None,
            )
        )
    return pages


def price_of_evening(club: Club, *, today: datetime.date) -> EveningPrice | None:
    """Return the price of the next evening that has rates, else of the last one that had; or None. Three queries."""
    priced = Tournament.objects.filter(is_shown(), club=club, rates__amount__gt=0)
    coming = priced.filter(date__gte=today).order_by("date", "pk").first()
    if (event := coming or priced.order_by("-date", "-pk").first()) is None:
        return None
    return EveningPrice(
        event, **event.rates.filter(amount__gt=0).aggregate(lowest=Min("amount"), highest=Max("amount"))
    )


def _last_finished(clubs: Collection[Club]) -> dict[int, Tournament]:
    """Return the last public, finished tournament of each club, by club id. Two queries."""
    finished = Tournament.objects.filter(is_shown(), state__in=OVER, club=OuterRef("pk")).order_by("-date", "-pk")
    with_last = Club.objects.filter(pk__in=[club.pk for club in clubs]).annotate(
        last=Subquery(finished.values("pk")[:1])
    )
    return {event.club_id: event for event in Tournament.objects.filter(pk__in=with_last.values("last"))}


def _seasons(clubs: Collection[Club], days: Mapping[int, datetime.date]) -> dict[int, Season]:
    """Return the season of each club that is under way, else the last one that began, by club id. Two queries."""
    seasons = Season.objects.filter(club__in=clubs).select_related("club").order_by("starts_on")
    begun = seasons.filter(starts_on__lte=max(days.values())).prefetch_related("leagues")
    return {season.club_id: season for season in begun if season.starts_on <= days[season.club_id]}


def events(*clubs: Club, today: datetime.date) -> Iterator[Event]:
    """Yield the dates of these clubs as events of a calendar. Two queries."""
    yield from map(_event, coming_dates(*clubs, since=today))


def earliest_day(clubs: Iterable[Club]) -> datetime.date:
    """Return today's date in the time zone of these clubs that is furthest behind: its evenings are not over."""
    return min((timezone.localdate(timezone=club.zone) for club in clubs), default=timezone.localdate())


def event_of(tournament: Tournament) -> Event:
    """Return a tournament as an event of a calendar, the same event as in its club's calendar."""
    return _event(ComingDate(tournament.date, tournament.name, tournament.starts_at, tournament, tournament.series))


def _event(coming: ComingDate) -> Event:
    club, off = coming.club, coming.tournament is not None and bool(coming.tournament.called_off)
    # The same date is the same event of a calendar before and after its tournament is opened.
    if coming.series is not None and is_date_of(coming.series, coming.date):
        uid = f"serie-{coming.series.pk}-{coming.date:%Y%m%d}"
    else:
        uid = f"tournoi-{coming.tournament.pk if coming.tournament else 0}"
    page = (
        reverse("tournament", args=[coming.tournament.pk]) if coming.tournament else reverse("club", args=[club.slug])
    )
    # A day whose hour nobody knows does not say the usual one beside it.
    hours = club.hours if coming.time else ""
    with timezone.override(club.zone):  # a calendar may be that of several clubs
        note = _entry_note(coming)
    return Event(
        uid=f"{uid}@club-{club.pk}.tarot-club",
        day=coming.date,
        title=f"{str(CALLED_OFF).upper()} · {coming.name} · {club.name}" if off else f"{coming.name} · {club.name}",
        at=coming.time,
        place=coming.where,
        note="\n".join(filter(None, (hours, note))),
        url=public_address(page),
        zone=club.zone,
        is_called_off=off,
    )


def _entry_note(coming: ComingDate) -> str:
    """Return how many places are free, until when people may enter, and the address; "" while entries are closed."""
    tournament = coming.tournament
    if tournament is None or not coming.takes_entries:
        return ""
    closes_at, address = tournament.entries_close_at, public_address(reverse("enter", args=[tournament.pk]))
    lines = [
        places_words(tournament),
        _("Inscriptions jusqu’au %(moment)s.") % {"moment": french_moment(closes_at)} if closes_at else "",
        _("S’inscrire : %(name)s") % {"name": address} if address else "",
    ]
    return "\n".join(filter(None, lines))
