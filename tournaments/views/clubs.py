"""The organiser's first page, a club's desk, its seasons."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.forms.clubs import ClubForm, SeasonForm
from tournaments.models import Club, Season
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.clubs import invitations_for, offices
from tournaments.services import clubs
from tournaments.tables import JournalFilter, JournalTable, TournamentFilter, TournamentTable, page
from tournaments.views.answers import form_page, refusals_on, see_other


@requires(Action.OPEN_OFFICE)
def organisation(request: MemberRequest) -> HttpResponse:
    """My clubs, with what is being prepared or played."""
    context = {
        "offices": offices(request.user, today=timezone.localdate()),
        "invited": invitations_for(request.user).count(),
    }
    return render(request, "tournaments/office/organisation.html", context)


@requires(Action.FOUND_CLUB)
def new_club(request: MemberRequest) -> HttpResponse:
    """Found a club; who founds it becomes its first organiser."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            club = clubs.create_club(**form.cleaned_data, organiser=request.user, by=request.user, at=timezone.now())
            messages.success(request, _("Le club « %(club)s » est créé.") % {"club": club})
            return see_other("organisation")
    return form_page(request, "tournaments/office/new_club.html", {"form": form})


@requires(Action.MANAGE_CLUB)
def club_desk(request: MemberRequest, club: Club) -> HttpResponse:
    """One club: its tournaments, its seasons, the ways to its players and its staff."""
    tournaments = club.tournaments.select_related("season").annotate(entered=Count("registrations"))
    narrowed = TournamentFilter(request.GET, queryset=tournaments)
    context = {
        "club": club,
        "filter": narrowed,
        "table": page(request, TournamentTable(narrowed.qs)),
        "seasons": club.seasons.annotate(tournament_count=Count("tournaments")),
        "player_count": club.players.count(),
    }
    return render(request, "tournaments/office/club.html", context)


@requires(Action.MANAGE_CLUB)
def new_season(request: MemberRequest, club: Club) -> HttpResponse:
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            season = clubs.create_season(club=club, facts=form.facts, by=request.user, at=timezone.now())
            messages.success(request, _("La saison « %(season)s » est créée.") % {"season": season})
            return see_other("club_desk", club_id=club.pk)
    return _season_page(request, club, form)


@requires(Action.MANAGE_CLUB)
def edit_season(request: MemberRequest, season: Season) -> HttpResponse:
    form = SeasonForm(request.POST) if request.method == "POST" else SeasonForm.about(season)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            clubs.change_season(season=season, facts=form.facts, by=request.user, at=timezone.now())
            messages.success(request, _("La saison est enregistrée."))
            return see_other("club_desk", club_id=season.club_id)
    return _season_page(request, season.club, form, season)


def _season_page(request: HttpRequest, club: Club, form: SeasonForm, season: Season | None = None) -> HttpResponse:
    context = {"club": club, "form": form, "season": season}
    return form_page(request, "tournaments/office/season.html", context)


@requires(Action.MANAGE_CLUB)
def club_journal(request: MemberRequest, club: Club) -> HttpResponse:
    """Who did what in this club, its tournaments included."""
    narrowed = JournalFilter(request.GET, queryset=club.journal.all())
    table = page(request, JournalTable(narrowed.qs))
    return render(request, "tournaments/office/journal.html", {"club": club, "filter": narrowed, "table": table})
