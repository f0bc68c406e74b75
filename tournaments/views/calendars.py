"""Public calendars: the dates of all clubs, of one club and of a tournament, as a page and as iCalendar files."""

from collections.abc import Iterable
from datetime import datetime, time
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.exports.results import calendar_table
from tournaments.kit.calendars import Event, calendar
from tournaments.models import Club, Committee
from tournaments.permissions import on_clock_of, public, shown_tournament
from tournaments.queries.clubs.pages import earliest_day, event_of, events
from tournaments.queries.clubs.series import coming_dates
from tournaments.queries.pages.revisions import of_calendar, of_club, of_committee, of_tournament_and_its_entries
from tournaments.views.answers import file_answer
from tournaments.views.caching import SELDOM, cached_page, live_part
from tournaments.views.exports import PARAMETER, file_of, wants_file

DATES = 50
DATES_OF_A_SERIES = 8  # on the calendar's page: its other Fridays would hide the tournaments of other clubs


@public
@cached_page(of_club)
def club_calendar(_request: HttpRequest, slug: str) -> HttpResponse:
    """Return the dates of a club as an iCalendar file."""
    club = get_object_or_404(Club, slug=slug)
    on_clock_of(club)
    return _calendar_file(club.name, club.slug, [club])


@public
@cached_page(of_calendar, numbers=("page",), texts=(PARAMETER,))
def site_calendar(request: HttpRequest) -> HttpResponse:
    """Show the dates that all clubs of the site announce, month by month, the nearest first."""
    return _calendar_page(request, list(Club.objects.all()))


@public
@cached_page(of_committee, numbers=("page",), texts=(PARAMETER,))
def committee_calendar(request: HttpRequest, committee_slug: str) -> HttpResponse:
    """Show the dates that the clubs of a comité announce, month by month, the nearest first."""
    committee = get_object_or_404(Committee, slug=committee_slug)
    return _calendar_page(request, list(committee.clubs.all()), committee)


@public
@cached_page(of_committee)
def committee_calendar_file(_request: HttpRequest, committee_slug: str) -> HttpResponse:
    """Return the dates that the clubs of a comité announce, as an iCalendar file."""
    committee = get_object_or_404(Committee, slug=committee_slug)
    return _calendar_file(committee.name, committee.slug, committee.clubs.all())


def _calendar_page(request: HttpRequest, clubs: list[Club], committee: Committee | None = None) -> HttpResponse:
    coming = coming_dates(*clubs, since=earliest_day(clubs), of_series=DATES_OF_A_SERIES)
    if wants_file(request):
        return file_of(request, lambda: calendar_table(coming))
    page = Paginator(coming, DATES).get_page(request.GET.get("page"))
    context = {"page": page, "committee": committee, "live": live_part(request, "calendar", SELDOM)}
    return render(request, "tournaments/public/calendar.html", context)


@public
@cached_page(of_calendar)
def site_calendar_file(_request: HttpRequest) -> HttpResponse:
    """Return the dates that all clubs announce, as an iCalendar file."""
    return _calendar_file(_("Soirées et concours de tarot"), "calendrier", Club.objects.all())


@public
@cached_page(of_tournament_and_its_entries)
def tournament_calendar(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the date of a tournament as an iCalendar file."""
    tournament = shown_tournament(request, tournament_id)
    return _calendar_answer(tournament.name, f"tournoi-{tournament.pk}", [event_of(tournament)])


def _calendar_file(name: str, stem: str, clubs: Iterable[Club]) -> HttpResponse:
    clubs = list(clubs)
    return _calendar_answer(name, stem, events(*clubs, today=earliest_day(clubs)))


def _calendar_answer(name: str, stem: str, told: Iterable[Event]) -> HttpResponse:
    # The stamp changes once a day: within a day everybody gets the same bytes.
    zone = ZoneInfo(timezone.get_current_timezone_name())  # of the club, or of the site
    content = calendar(name, told, stamp=datetime.combine(timezone.localdate(), time(), zone), zone=zone)
    return file_answer(content, f"{stem}.ics", content_type="text/calendar; charset=utf-8", as_attachment=False)
