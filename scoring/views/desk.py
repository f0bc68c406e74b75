"""The desk: the tables of a position with what is missing on each."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.queries.desk import overview, round_to_show, rounds_of
from scoring.views.places import see
from tournaments.models import Table, Tournament
from tournaments.permissions import Action, MemberRequest, requires

NOTHING_NEW = 204


@require_safe
@requires(Action.RECORD)
def desk(request: MemberRequest, *, tournament: Tournament, round_number: int | None = None) -> HttpResponse:
    """
    Show the tables of a position: the one asked for, or the one where work is left.

    The page asks again every few seconds, saying the revision it shows (`vu`): while nothing has changed the answer is
    empty and nothing on the screen moves.
    """
    if request.htmx and request.GET.get("vu") == str(tournament.revision):
        return HttpResponse(status=NOTHING_NEW)
    rounds = rounds_of(tournament)
    asked = next((round_ for round_ in rounds if round_.number == round_number), None)
    if round_number is not None and asked is None:
        raise Http404(_("Ce tournoi n’a pas de position %(number)d.") % {"number": round_number})
    shown = asked or round_to_show(rounds)
    if shown is not None and "table" in request.GET:
        wanted = request.GET["table"].strip()
        if wanted.isdecimal() and len(wanted) < 5 and Table.objects.filter(round=shown.pk, number=int(wanted)).exists():
            return see("sheet", tournament_id=tournament.pk, round_number=shown.number, table_number=int(wanted))
        messages.error(
            request,
            _("La position %(position)d n’a pas de table « %(table)s ». Tapez un numéro de la liste.")
            % {"position": shown.number, "table": wanted[:20]},
        )
    only_missing = request.GET.get("manque") == "1"
    context: dict[str, Any] = {
        "tournament": tournament,
        "rounds": rounds,
        "shown": shown,
        "only_missing": only_missing,
        "view": overview(tournament, shown, only_missing=only_missing) if shown else None,
    }
    live = request.htmx and shown is not None  # before the first draw there are no tables to ask for again
    return render(request, "scoring/desk_tables.html" if live else "scoring/desk.html", context)
