"""Ending a tournament: the page first says what is unfinished, and what becomes of it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.queries.desk.ending import what_waits
from tournaments.forms.tournaments import ReopeningForm
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.evening.stages import evening
from tournaments.refusals import Refusal
from tournaments.services.evening.tournaments import finish
from tournaments.views.answers import see_other


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def finish_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Say what is still open, contested or not settled, then end the tournament."""
    refused = ""
    if request.method == "POST":
        try:
            finish(tournament=tournament, by=request.user, at=timezone.now())
        except Refusal as refusal:
            refused = str(refusal)
        else:
            messages.success(request, _("Le tournoi est terminé : le classement est définitif."))
            return see_other("tournament_desk", tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "evening": evening(tournament),
        "waiting": what_waits(tournament, at=timezone.now()),
        "form": ReopeningForm(),
        "refused": refused,
    }
    return render(request, "tournaments/office/finish.html", context, status=409 if refused else 200)
