"""Pages of a tournament for its organisers: create, run, settings, end."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.exports.results import standings_table
from tournaments.forms.evening.tournaments import ReopeningForm, TournamentForm
from tournaments.kit.languages import current_language
from tournaments.labels import JobKind, JobState
from tournaments.models import Club, Prize, Tournament
from tournaments.permissions import Action, MemberRequest, Tells, requires
from tournaments.queries.draws.forecast import moved_words
from tournaments.queries.draws.seat_changes import places_kept
from tournaments.queries.evening.stages import Stage, cancelled_rounds, evening, left_by_themselves
from tournaments.queries.money.takings import asks_for_rates
from tournaments.queries.privacy.legal import periods_text
from tournaments.queries.standings.place_changes import place_changes
from tournaments.queries.standings.standings import StandingsChange, standings
from tournaments.queries.standings.words import changed_rule_words
from tournaments.queries.undo.consequences import is_played
from tournaments.services import boards
from tournaments.services.evening import states, tournaments
from tournaments.views.answers import SeeOther, form_page, reason_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file
from tournaments.views.public_page import public_page_of


@requires(Action.MANAGE_CLUB)
def new_tournament(request: MemberRequest, club: Club) -> HttpResponse:
    if request.method == "POST":
        form = TournamentForm(request.POST, request.FILES, club=club)
    else:
        form = TournamentForm.new(club=club, today=timezone.localdate(), typed=request.GET.dict())
    if request.method == "POST" and form.is_valid() and not form.asks():
        with refusals_on(form):
            tournament = tournaments.create_tournament(
                club=club, settings=form.settings, state=form.first_state, by=request.user, at=timezone.now()
            )
            messages.success(request, _("La soirée est créée. Inscrivez maintenant les joueurs."))
            return see_other("tournament_desk", tournament_id=tournament.pk)
    context = {"club": club, "form": form}
    return form_page(request, "tournaments/office/settings.html", context)


@requires(Action.MANAGE_TOURNAMENT)
def tournament_settings(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    data = request.POST.dict() if request.method == "POST" else None
    form = TournamentForm.about(tournament, data=data, files=request.FILES)
    context = {"club": tournament.club, "tournament": tournament, "form": form}
    if request.method == "POST" and form.is_valid() and not form.asks():
        rules = [] if tournament.is_finished else tournaments.new_ranking_rule(tournament, form.settings)
        reason = form.reason_for(rules)
        if rules:
            context["effect"] = place_changes(tournament, StandingsChange(rule=rules[1]))
            context["rules"] = changed_rule_words(tournament, rules, current_language())
        with refusals_on(form):
            tournaments.change_settings(
                tournament=tournament,
                settings=form.settings,
                by=request.user,
                at=timezone.now(),
                reason=reason,
            )
            messages.success(request, _("Les réglages sont enregistrés."))
            return see_other("tournament_desk", tournament_id=tournament.pk)
    return form_page(request, "tournaments/office/settings.html", context)


@requires(Action.OPEN_OFFICE)
def tournament_desk(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the evening as steps, with the next thing to do."""
    progress = evening(tournament)
    # Nobody is entered, and it is played today: one tap enters everybody, for a club whose list is that of tonight.
    takes_everybody = (
        progress.current == Stage.ENTRIES and not progress.counts.total and tournament.date <= timezone.localdate()
    )
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "evening": progress,
        "everybody": tournament.club.players.count() if takes_everybody else 0,
        "cancelled": cancelled_rounds(tournament),
        "moved": moved_words(tournament),
        "left": left_by_themselves(tournament) if Action.MANAGE_TOURNAMENT in request.actions else [],
        "kept": places_kept(tournament) if Action.MANAGE_TOURNAMENT in request.actions else [],
        "way": public_page_of(tournament, request),
        "periods": periods_text(Tournament.objects.filter(pk=tournament.pk))
        if Action.MANAGE_TOURNAMENT in request.actions
        else "",
        "gives_prizes": tournament.is_finished and Prize.objects.filter(plan__tournament=tournament).exists(),
        "may_be_deleted": Action.MANAGE_CLUB in request.actions and not is_played(tournament),
        "asks_for_rates": progress.current in (Stage.ENTRIES, Stage.CHECK_IN) and asks_for_rates(tournament),
        "takes_money": tournament.is_finished and tournament.rates.exists(),
        "recount": tournament.jobs.filter(kind=JobKind.RECOUNT, state=JobState.DONE).first(),
    }
    return render(request, "tournaments/office/tournament.html", context)


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def reopen_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    form = ReopeningForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            tournaments.reopen(
                tournament=tournament, reason=form.cleaned_data["reason"], by=request.user, at=timezone.now()
            )
            messages.success(request, _("Le tournoi est rouvert."))
            return see_other("tournament_desk", tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "evening": evening(tournament),
        "form": form,
    }
    return form_page(request, "tournaments/office/finish.html", context, refused=True)


@requires(Action.RECORD)
def whole_ranking(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show organisers the whole ranking, with the rounds that are hidden until the prize-giving."""
    whole = standings(tournament)
    if wants_file(request):
        return file_of(request, lambda: standings_table(whole))
    context = {"tournament": tournament, "club": tournament.club, "standings": whole, "office": True}
    return render(request, "tournaments/office/ranking.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD, tells=Tells.NOTHING)
def lift_secrecy(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Ask somebody who plays boards why he reads them before, then open them to him."""

    def act(reason: str) -> SeeOther:
        boards.lift_secrecy(tournament=tournament, reason=reason, by=request.user, at=timezone.now())
        messages.warning(request, _("Vous lisez maintenant tout ce qui est marqué ; le journal le dit."))
        return see_other("desk", tournament_id=tournament.pk)

    return reason_page(request, "tournaments/office/lift_secrecy.html", {"tournament": tournament}, act)


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def release_ranking(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Publish the whole ranking, or hide its last rounds again."""
    with refusals_told(request):
        arguments: dict[str, Any] = {"tournament": tournament, "by": request.user, "at": timezone.now()}
        if request.POST.get("garder"):
            states.hold_back_ranking(**arguments)
            messages.success(request, _("Le classement est de nouveau gardé jusqu’à la remise des prix."))
        else:
            states.release_ranking(**arguments)
            messages.success(request, _("Le classement est publié : tout le monde le lit en entier."))
    return see_other("whole_ranking", tournament_id=tournament.pk)
