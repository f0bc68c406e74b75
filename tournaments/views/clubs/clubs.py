"""Pages of an organiser: the first page, a club's desk, page and seasons."""

from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exports.clubs import offices_table
from tournaments.exports.results import stem_of
from tournaments.exports.tables import of_list
from tournaments.forms.base import IdempotentForm
from tournaments.forms.clubs.clubs import ClubForm, FaceForm, SeasonForm
from tournaments.kit.text import whole_numbers
from tournaments.labels import TournamentState
from tournaments.models import Club, League, LeagueGuest, LeaguePublication, Season
from tournaments.permissions import Action, MemberRequest, requires, shut_tournaments
from tournaments.queries.clubs import season_end as season_end_query
from tournaments.queries.clubs.committees import committees_of
from tournaments.queries.clubs.copies import offers
from tournaments.queries.clubs.directory import OFFERED, invitations_for, offices
from tournaments.queries.clubs.heroes import prepared_or_played
from tournaments.queries.people.files import count_unanswered
from tournaments.queries.privacy.legal import legal_notices, periods_text
from tournaments.queries.standings.leagues import groups_of_leagues
from tournaments.services.clubs import clubs, leagues, pages
from tournaments.tables import ClubFilter, JournalFilter, JournalTable, TournamentFilter, TournamentTable, page
from tournaments.views.answers import form_page, refusals_on, see_other
from tournaments.views.exports import file_of, wants_file

OFFICES = 10  # clubs of a page: who administers a site sees them all


@requires(Action.OPEN_OFFICE)
def organisation(request: MemberRequest) -> HttpResponse:
    """Show my clubs, with the tournaments that are being prepared or played."""
    filterset = ClubFilter(request.GET, queryset=Club.objects.all())
    own_offices = offices(request.user, today=timezone.localdate(), of=filterset.qs)
    if wants_file(request):
        return file_of(request, lambda: offices_table(own_offices))
    pages = Paginator(own_offices, OFFICES).get_page(request.GET.get("page"))
    typed = request.GET.get("name", "")
    first = [each for office in pages.object_list[:1] for each in office.open[:1]]
    context = {
        "offices": pages.object_list,
        "hero": prepared_or_played(first[0]) if first else None,
        "page": pages,
        "kept": f"{urlencode({'name': typed})}&" if typed else "",
        "filter": filterset if typed or pages.paginator.num_pages > 1 else None,
        "invited": invitations_for(request.user).count(),
        "committees": committees_of(request.user),
        "unanswered": count_unanswered(request.user, timezone.localdate())
        if Action.NAME_KEEPER in request.actions
        else 0,
    }
    return render(request, "tournaments/office/organisation.html", context)


@requires(Action.FOUND_CLUB)
def new_club(request: MemberRequest) -> HttpResponse:
    """Create a club; its creator becomes its first organiser."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            club = clubs.create_club(**form.cleaned_data, organiser=request.user, by=request.user, at=timezone.now())
            messages.success(request, _("Le club « %(club)s » est créé.") % {"club": club})
            return see_other("organisation")
    return form_page(request, "tournaments/office/new_club.html", {"form": form})


@requires(Action.MANAGE_CLUB)
def edit_club(request: MemberRequest, club: Club) -> HttpResponse:
    """Change a club's name and town; the address of the club's page stays the same, because people know it."""
    form = ClubForm(request.POST or None, initial={"name": club.name, "town": club.town, "time_zone": club.time_zone})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            clubs.change_club(club=club, slug=club.slug, **form.cleaned_data, by=request.user, at=timezone.now())
            messages.success(request, _("Le club est enregistré."))
            return see_other("edit_club", club_id=club.pk)
    return form_page(request, "tournaments/office/edit_club.html", {"club": club, "form": form})


@requires(Action.MANAGE_CLUB)
def club_desk(request: MemberRequest, club: Club) -> HttpResponse:
    """Show one club: its evenings, and the next evening to open."""
    tournaments = club.tournaments.select_related("season").annotate(
        entered=Count("registrations", filter=Q(registrations__player__double_of=None))
    )
    if request.GET.get("state") != TournamentState.ARCHIVED:
        tournaments = tournaments.exclude(state=TournamentState.ARCHIVED)
    filterset = TournamentFilter(request.GET, queryset=tournaments)
    table = page(request, TournamentTable(filterset.qs))
    if wants_file(request):
        return file_of(request, lambda: of_list(table, title=_("Tournois"), stem=stem_of("tournois", club)))
    context = {
        "club": club,
        "filter": filterset,
        "table": table,
        "player_count": club.players.count(),
        "offers": offers([club], today=timezone.localdate()).get(club.pk, [])[:OFFERED],
        "notices": legal_notices(club, timezone.localdate()),
        "periods": periods_text(club.tournaments.all()),
    }
    return render(request, "tournaments/office/club.html", context)


@requires(Action.MANAGE_CLUB)
def club_seasons(request: MemberRequest, club: Club) -> HttpResponse:
    """Show a club's seasons with their leagues and documents, and other clubs' leagues that count its evenings."""
    own = Prefetch("leagues", League.objects.filter(committee=None))
    seasons = list(club.seasons.prefetch_related(own))
    groups = groups_of_leagues(seasons)
    context = {
        "club": club,
        "seasons": [(season, groups[season.pk]) for season in seasons],
        "invitations": LeagueGuest.objects.filter(season__club=club).select_related(
            "league__season__club", "league__committee", "season"
        ),
    }
    return render(request, "tournaments/office/seasons.html", context)


@requires(Action.MANAGE_CLUB)
def edit_club_page(request: MemberRequest, club: Club) -> HttpResponse:
    """Change what everybody reads on the club's page: hall, hours, who may come, logo, photo of the hall."""
    rows = {
        name: model.objects.filter(club=club).defer("content") for name, (model, _redrawn) in pages.PICTURES.items()
    }
    shown = {name: row for name, found in rows.items() if (row := found.first())}
    if request.method == "POST":
        form = FaceForm(request.POST, request.FILES, shown=shown)
    else:
        form = FaceForm(shown=shown, initial={"hall": club.hall, "hours": club.hours, "welcome": club.welcome})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            pages.change_club_page(club=club, by=request.user, at=timezone.now(), **form.arguments)
            messages.success(request, _("La page du club est enregistrée."))
            return see_other("edit_club_page", club_id=club.pk)
    return form_page(request, "tournaments/office/club_page.html", {"club": club, "form": form} | shown)


@requires(Action.MANAGE_CLUB)
def new_season(request: MemberRequest, club: Club) -> HttpResponse:
    if request.method == "POST":
        form = SeasonForm(request.POST, last=club.seasons.first())
    else:
        form = SeasonForm.proposed(club, today=timezone.localdate())
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            season = clubs.create_season(
                club=club,
                facts=form.facts,
                leagues_of=form.leagues_of,
                rates_of=form.last,
                by=request.user,
                at=timezone.now(),
            )
            messages.success(request, _("La saison « %(season)s » est créée.") % {"season": season})
            return see_other("club_seasons", club_id=club.pk)
    return _season_page(request, club, form)


@requires(Action.MANAGE_CLUB)
def edit_season(request: MemberRequest, season: Season) -> HttpResponse:
    form = SeasonForm(request.POST) if request.method == "POST" else SeasonForm.about(season)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            clubs.change_season(season=season, facts=form.facts, by=request.user, at=timezone.now())
            messages.success(request, _("La saison est enregistrée."))
            return see_other("club_seasons", club_id=season.club_id)
    return _season_page(request, season.club, form, season)


@requires(Action.MANAGE_CLUB)
def season_end(request: MemberRequest, season: Season) -> HttpResponse:
    """Show what is left to do when a season ends, up to the next season; a POST publishes the ticked leagues."""
    form = IdempotentForm(request.POST or None)
    ticked = whole_numbers(request.POST.getlist("league"))
    if form.is_bound and form.is_valid():
        said = {"leagues": ticked, "key": form.cleaned_data["key"], "by": request.user, "at": timezone.now()}
        with refusals_on(form):
            _tell_published(request, leagues.publish_leagues(season=season, **said))
            return see_other("season_end", season_id=season.pk)
    context = {
        "club": season.club,
        "season": season,
        "end": season_end_query.season_end(season),
        "lasts": season.ends_on >= timezone.localdate(),
        "form": form,
        "ticked": ticked,
    }
    return form_page(request, "tournaments/office/season_end.html", context)


def _tell_published(request: MemberRequest, publications: list[LeaguePublication]) -> None:
    if not publications:
        messages.error(request, _("Rien n’est publié : cochez au moins un championnat."))
        return
    words = ngettext(
        "%(n)d championnat est publié tel qu’il est aujourd’hui.",
        "%(n)d championnats sont publiés tels qu’ils sont aujourd’hui.",
        len(publications),
    )
    messages.success(request, words % {"n": len(publications)})


def _season_page(request: HttpRequest, club: Club, form: SeasonForm, season: Season | None = None) -> HttpResponse:
    context = {"club": club, "form": form, "season": season}
    return form_page(request, "tournaments/office/season.html", context)


@requires(Action.MANAGE_CLUB)
def club_journal(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the journal of a club and of its tournaments: who did what."""
    unread = shut_tournaments(request.user, club.tournaments.all())
    filterset = JournalFilter(request.GET, queryset=club.journal.exclude(tournament__in=unread))
    table = page(request, JournalTable(filterset.qs))
    if wants_file(request):
        return file_of(request, lambda: of_list(table, title=_("Journal"), stem=stem_of("journal", club)))
    return render(request, "tournaments/office/journal.html", {"club": club, "filter": filterset, "table": table})
