"""Pages of a season's leagues for organisers: the rules, invited clubs, publications."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.exports.people import known_league_table
from tournaments.forms.base import IdempotentForm
from tournaments.forms.clubs.leagues import GuestForm, LeagueForm
from tournaments.labels import JobKind
from tournaments.models import Club, League, LeagueGuest, Season
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.standings.known_leagues import known_league, leagues_with
from tournaments.queries.standings.league_previews import LeaguePreview, preview
from tournaments.queries.standings.league_words import changed_league_words
from tournaments.queries.standings.place_changes import place_changes_in_league
from tournaments.services.clubs import leagues
from tournaments.services.work import jobs
from tournaments.views.answers import follow, form_page, refusals_on, refusals_told, see_other, tell_errors
from tournaments.views.clubs.league_pages import his_page, league_page
from tournaments.views.exports import file_of, wants_file


@requires(Action.MANAGE_CLUB)
def new_league(request: MemberRequest, season: Season) -> HttpResponse:
    """Create one more league of a season; a preview shows how its rule ranks the evenings played."""
    new = League(season=season, number=0)
    form = LeagueForm(request.POST, league=new) if request.method == "POST" else LeagueForm.proposed(season)
    if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
        with refusals_on(form):
            league = leagues.create_league(season=season, facts=form.facts, by=request.user, at=timezone.now())
            messages.success(request, _("Le championnat « %(name)s » est créé.") % {"name": league})
            return see_other("edit_league", league_id=league.pk)
    return _league_page(request, new, form)


@requires(Action.MANAGE_LEAGUE)
def edit_league(request: MemberRequest, league: League) -> HttpResponse:
    """Change the rule of a league, with a preview; asks for a reason once results are known."""
    form = LeagueForm(request.POST, league=league) if request.method == "POST" else LeagueForm.about(league)
    moves: dict[str, object] = {}
    if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
        rules = leagues.new_rule(league, form.facts)
        reason = form.reason_for(rules)
        if rules:
            moves["effect"] = place_changes_in_league(league, rules[1])
            moves["rules"] = changed_league_words(*rules)
        with refusals_on(form):
            leagues.change_league(league=league, facts=form.facts, by=request.user, at=timezone.now(), reason=reason)
            messages.success(request, _("Le championnat est enregistré."))
            return see_other("edit_league", league_id=league.pk)
    return _league_page(request, league, form, **moves)


@require_POST
@requires(Action.MANAGE_CLUB)
def preview_league(request: MemberRequest, season: Season) -> HttpResponse:
    """Show how the rule in the form of a new league ranks the evenings played."""
    return _preview_of(request, League(season=season, number=0))


@require_POST
@requires(Action.MANAGE_LEAGUE)
def preview_rule(request: MemberRequest, league: League) -> HttpResponse:
    """Show how the rule in the form ranks the evenings that a league counts, beside the rule in force."""
    return _preview_of(request, league)


def _preview_of(request: MemberRequest, league: League) -> HttpResponse:
    form = LeagueForm(request.POST, league=league)
    context = {"preview": _preview(league, form), "form": form}
    return form_page(request, "tournaments/office/league_preview.html", context)


@require_POST
@requires(Action.MANAGE_LEAGUE)
def invite_season(request: MemberRequest, league: League) -> HttpResponse:
    """Invite the season of another club to count in the league, or the seasons of all clubs of the comité."""
    form = GuestForm(request.POST, league=league)
    of_committee = "committee" in request.POST
    if of_committee or form.is_valid():
        with refusals_told(request):
            asked = form.of_committee if of_committee else [form.cleaned_data["season"]]
            guests = [
                leagues.invite_season(league=league, season=season, by=request.user, at=timezone.now())
                for season in asked
            ]
            words = {"club": ", ".join(guest.season.club.name for guest in guests)}
            if guests:
                messages.success(request, _("C’est proposé à %(club)s, dont l’organisateur répond.") % words)
    else:
        tell_errors(request, form)
    return see_other("edit_league", league_id=league.pk)


@require_POST
@requires(Action.MANAGE_CLUB)
def answer_invitation(request: MemberRequest, club: Club, guest_id: int) -> HttpResponse:
    """Accept or decline an invitation for the invited club."""
    guest = get_object_or_404(LeagueGuest.objects.select_related("season__club", "league__season__club"), pk=guest_id)
    agrees = request.POST.get("agrees") == "1"
    if guest.season.club_id != club.pk:
        return see_other("club_seasons", club_id=club.pk)
    with refusals_told(request):
        league = leagues.answer_invitation(guest=guest, agrees=agrees, by=request.user, at=timezone.now())
        words = {"club": guest.season.club.name, "league": league.title}
        if agrees:
            messages.success(request, _("Les soirées de %(club)s comptent dans « %(league)s ».") % words)
        else:
            messages.success(request, _("Les soirées de %(club)s ne comptent pas dans « %(league)s ».") % words)
    return see_other("club_seasons", club_id=club.pk)


@require_POST
@requires(Action.MANAGE_LEAGUE)
def withdraw_guest(request: MemberRequest, league: League, guest_id: int) -> HttpResponse:
    """Take an invitation back for who invites: the season of that club no longer counts, or is no longer asked."""
    guest = get_object_or_404(league.guests.select_related("season__club", "league__season__club"), pk=guest_id)
    with refusals_told(request):
        leagues.answer_invitation(guest=guest, agrees=False, by=request.user, at=timezone.now())
        words = {"club": guest.season.club.name, "league": league.title}
        messages.success(request, _("Les soirées de %(club)s ne comptent pas dans « %(league)s ».") % words)
    return see_other("edit_league", league_id=league.pk)


@require_safe
@requires(Action.MANAGE_CLUB)
def whole_league(request: MemberRequest, club: Club, of_league: int) -> HttpResponse:
    """Show a league in which the club's evenings count: true places, and the club's own players by full name."""
    league = get_object_or_404(
        League.objects.filter(leagues_with(club)).select_related("season__club", "committee").distinct(), pk=of_league
    )
    known = known_league(league, club)
    if wants_file(request):
        return file_of(request, lambda: known_league_table(known))
    paged = league_page(request, known.lines)
    context = {"club": club, "league": league, "known": known, **paged}
    return his_page(request, paged) or render(request, "tournaments/office/whole_league.html", context)


@require_POST
@requires(Action.MANAGE_LEAGUE)
def publish_league(request: MemberRequest, league: League) -> HttpResponse:
    """Publish the league as it stands today; a form sent twice publishes once."""
    form = IdempotentForm(request.POST)
    back = see_other("edit_league", league_id=league.pk)
    if not form.is_valid():
        tell_errors(request, form)
        return back
    with refusals_told(request):
        key = form.cleaned_data["key"]
        publication = leagues.publish_league(league=league, key=key, by=request.user, at=timezone.now())
        messages.success(request, _("Le championnat est publié tel qu’il est aujourd’hui."))
        return see_other("published_league", publication_id=publication.pk)
    return back


@require_POST
@requires(Action.MANAGE_CLUB)
def recount_season(request: MemberRequest, season: Season) -> HttpResponse:
    """Enqueue the recount of all evenings of a season from their sheets."""
    return follow(jobs.ask(kind=JobKind.RECOUNT, by=request.user, at=timezone.now(), season=season))


def _preview(league: League, form: LeagueForm) -> LeaguePreview | None:
    """Return the preview of a form's rule: the stored rule when the form was not sent, None when it is invalid."""
    if not form.is_bound:
        return preview(league, league.ranking_rule, league.series_id) if league.season_id else None
    if not form.is_valid():
        return None
    facts = form.facts
    return preview(league, facts.rule, facts.series.pk if facts.series else None)


def _league_page(request: HttpRequest, league: League, form: LeagueForm, **moves: object) -> HttpResponse:
    context = {
        "club": None if league.committee else league.season.club,
        "committee": league.committee,
        "season": league.season,
        "league": league,
        "form": form,
        "preview": _preview(league, form),
        "guests": league.guests.select_related("season__club") if league.pk else [],
        "guest_form": GuestForm(league=league) if league.pk else None,
        "publish_form": IdempotentForm(),
        "publications": league.publications.all() if league.pk else [],
        **moves,
    }
    return form_page(request, "tournaments/office/league.html", context)
