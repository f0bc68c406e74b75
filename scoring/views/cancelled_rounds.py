"""Cancelling a round, for organisers: what is written in it, what the standings would say, then why."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.forms.cancelled_rounds import CancelRoundForm
from scoring.queries.cancelled_rounds import forecast
from scoring.services.cancelled_rounds import cancel_round
from scoring.views.places import see
from tournaments.labels import TournamentState
from tournaments.models import Tournament
from tournaments.permissions import Action, requires
from tournaments.refusals import Refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW)
def cancel(request: HttpRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """Show what cancelling a round means, ask why, then set it aside with its results."""
    form = CancelRoundForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            cancel_round(
                tournament=tournament, number=round_number, by=request.user, at=timezone.now(), **form.cleaned_data
            )
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(
                request,
                _("La position %(number)d est annulée. Ses feuilles sont gardées et ne comptent plus.")
                % {"number": round_number},
            )
            return see("seat_changes", tournament_id=tournament.pk)
    round_ = tournament.rounds.filter(number=round_number).first()
    if round_ is None:
        messages.error(
            request,
            _("La position %(number)d n’est pas publiée : il n’y a rien à annuler.") % {"number": round_number},
        )
        return see("seat_changes", tournament_id=tournament.pk)
    seen = forecast(tournament, round_)
    form.show(seen.seen)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "number": round_number,
        "forecast": seen,
        "is_finished": tournament.state == TournamentState.FINISHED,
    }
    return render(request, "scoring/cancel_round.html", context, status=422 if form.errors else 200)
