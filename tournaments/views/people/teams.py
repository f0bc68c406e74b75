"""Teams: their ranking and each one's page for everybody; made, changed and dissolved by those who check people in."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.exports.people import teams_table
from tournaments.exports.results import standings_table
from tournaments.forms.people.teams import TeamForm
from tournaments.kit.languages import current_language
from tournaments.models import Table, Team, Tournament
from tournaments.permissions import Action, MemberRequest, actions_of, public, requires, roles_of, shown_tournament
from tournaments.queries.draws.trios import turns_of_trio
from tournaments.queries.pages.personal_links import captain_code
from tournaments.queries.pages.revisions import of_team, of_tournament
from tournaments.queries.people.teams import team_book, teamable
from tournaments.queries.standings.matches import scores_of_team
from tournaments.queries.standings.places import gained_in_last_round
from tournaments.queries.standings.team_places import team_place
from tournaments.queries.standings.teams import public_team_standings
from tournaments.queries.standings.words import team_rule_words
from tournaments.services.people import teams as service
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other
from tournaments.views.caching import OFTEN, SELDOM, cached_page, etag_of, live_part, wants_fragment
from tournaments.views.exports import PARAMETER, file_of, wants_file
from tournaments.views.public_page import own_page_of


@public
@cached_page(of_tournament, texts=(PARAMETER,))
def team_standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the ranking of teams, live: the table asks every few seconds for changes."""
    tournament = _by_teams(request, tournament_id)
    current = public_team_standings(tournament)
    if wants_file(request):
        return file_of(request, lambda: standings_table(current))
    context = {
        "tournament": tournament,
        "standings": current,
        "gained": gained_in_last_round(current),
        "etag": etag_of(request, [(tournament.pk, tournament.revision, tournament.club.name)], fragment=True),
    }
    if wants_fragment(request):
        return render(request, "tournaments/public/standings_table.html", context)
    context |= {
        "formed": [] if current.lines else list(tournament.teams.all()),
        "has_tables": Table.objects.filter(round__tournament=tournament).exists(),
        "ranking_rule": team_rule_words(tournament, current_language()),
        "prints": Action.PRINT in actions_of(roles_of(request.user, tournament=tournament)),
    }
    return render(request, "tournaments/public/team_standings.html", context)


@public
@cached_page(of_team)
def team(request: HttpRequest, tournament_id: int, team_number: int) -> HttpResponse:
    """Show a team: its place with the reasons, and what each member brought."""
    tournament = _by_teams(request, tournament_id)
    explained = None if tournament.is_coming else team_place(tournament, team_number)
    if explained is None:
        raise Http404
    context = {
        "tournament": tournament,
        "why": explained,
        "line": explained.line,
        "ranking_rule": team_rule_words(tournament, current_language()),
        "turns": turns_of_trio(tournament, team_number),
        "matches": scores_of_team(tournament, team_number, tournament.last_shown_round),
        "live": live_part(request, "place", SELDOM if tournament.is_finished else OFTEN),
    }
    return render(request, "tournaments/public/team.html", context)


def _by_teams(request: HttpRequest, tournament_id: int) -> Tournament:
    tournament = shown_tournament(request, tournament_id)
    if not tournament.has_teams:
        raise Http404
    return tournament


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.CHECK_IN)
def teams(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the teams, who is in none, and the form of a new team; a POST makes it."""
    if wants_file(request):
        return file_of(request, lambda: teams_table(tournament, team_book(tournament)))
    form = TeamForm(request.POST if request.method == "POST" else None, people=teamable(tournament))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            made = service.make_team(
                tournament=tournament, key=form.cleaned_data["key"], by=request.user, at=timezone.now(), **form.team
            )
            messages.success(request, _("L’équipe « %(name)s » est formée.") % {"name": made.name})
            return see_other("teams", tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "book": team_book(tournament),
    }
    return form_page(request, "tournaments/office/teams.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.CHECK_IN)
def edit_team(request: MemberRequest, tournament: Tournament, team_number: int) -> HttpResponse:
    """Change the name, the members and the captain of a team."""
    changed = get_object_or_404(Team.objects.prefetch_related("members"), tournament=tournament, number=team_number)
    captain = changed.captain
    form = TeamForm(
        request.POST if request.method == "POST" else None,
        people=teamable(tournament, changed),
        initial={
            "name": changed.name,
            "players": [member.pk for member in changed.members.all()],
            "captain": captain and captain.pk,
        },
    )
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            service.change_team(team=changed, by=request.user, at=timezone.now(), **form.team)
            messages.success(request, _("L’équipe est changée."))
            return see_other("teams", tournament_id=tournament.pk)
    context = {"tournament": tournament, "club": tournament.club, "form": form, "team": changed}
    return form_page(request, "tournaments/office/edit_team.html", context)


@require_safe
@requires(Action.CHECK_IN)
def captain_link(request: MemberRequest, tournament: Tournament, team_number: int) -> HttpResponse:
    """Show the QR code that opens an evening for the captain of a team, who scans it."""
    shown = get_object_or_404(
        Team.objects.prefetch_related("members__player"), tournament=tournament, number=team_number
    )
    if shown.captain is None:
        raise Http404
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "entry": shown.captain,
        "team": shown,
        "page": own_page_of(captain_code(shown), request),
    }
    return render(request, "tournaments/office/own_page.html", context)


@require_POST
@requires(Action.CHECK_IN)
def dissolve_team(request: MemberRequest, tournament: Tournament, team_number: int) -> HttpResponse:
    """Dissolve a team: its members play on, each for himself. A second press does nothing."""
    dissolved = tournament.teams.filter(number=team_number).first()
    with refusals_told(request):
        if dissolved is not None:
            service.dissolve_team(team=dissolved, by=request.user, at=timezone.now())
            messages.success(request, _("L’équipe est dissoute : ses joueurs jouent chacun pour soi."))
    return see_other("teams", tournament_id=tournament.pk)
