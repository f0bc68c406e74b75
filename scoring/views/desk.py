"""The desk: the console of the tables of a position, which says who needs somebody."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.exports import desk_table
from scoring.queries.console import change_mark, console
from scoring.queries.desk import round_to_show, rounds_of
from tournaments.models import Table, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.clocks import clock_of
from tournaments.text import whole_number
from tournaments.views.answers import see_other
from tournaments.views.exports import file_of, is_taken_away

NOTHING_NEW = 204


@require_safe
@requires(Action.RECORD)
def desk(request: MemberRequest, *, tournament: Tournament, round_number: int | None = None) -> HttpResponse:
    """
    Show the tables of a position: the one asked for, or the one where work is left.

    Those that need somebody come first, or all by their numbers (`?ordre=numero`). The page asks again every few
    seconds, saying what it shows (`vu`): while nothing has changed the answer is empty and nothing on the screen moves.
    """
    now = timezone.now()
    if request.htmx and "vu" in request.GET and round_number is not None:
        polled = tournament.rounds.filter(number=round_number).first()
        clock = clock_of(tournament, polled)
        if polled is not None and request.GET["vu"] == change_mark(tournament, polled, clock=clock, at=now):
            return HttpResponse(status=NOTHING_NEW)
    rounds = rounds_of(tournament)
    wanted_round = next((round_ for round_ in rounds if round_.number == round_number), None)
    if round_number is not None and wanted_round is None:
        raise Http404(_("Ce tournoi n’a pas de position %(number)d.") % {"number": round_number})
    shown = wanted_round or round_to_show(rounds)
    if shown is not None and "table" in request.GET:
        typed = request.GET["table"].strip()
        wanted = whole_number(typed, digits=4)
        if wanted is not None and Table.objects.filter(round=shown.pk, number=wanted).exists():
            return see_other("sheet", tournament_id=tournament.pk, round_number=shown.number, table_number=wanted)
        messages.error(
            request,
            _("La position %(position)d n’a pas de table « %(table)s ». Tapez un numéro de la liste.")
            % {"position": shown.number, "table": typed[:20]},
        )
    only_missing, by_number = request.GET.get("manque") == "1", request.GET.get("ordre") == "numero"
    if is_taken_away(request) and shown is not None:
        clock = clock_of(tournament, shown)
        listed = console(tournament, shown, clock=clock, at=now, only_missing=only_missing, by_number=by_number)
        return file_of(request, lambda: desk_table(tournament, listed))
    context: dict[str, Any] = {
        "tournament": tournament,
        "rounds": rounds,
        "shown": shown,
        "only_missing": only_missing,
        "by_number": by_number,
        "query": "manque=1" if only_missing else "ordre=numero" if by_number else "",
        "clock": clock_of(tournament, shown),
    }
    if shown is not None:
        # The mark first: what changes while the tables are read is asked for again.
        clock = context["clock"]
        mark = change_mark(tournament, shown, clock=clock, at=now)
        seen = console(tournament, shown, clock=clock, at=now, only_missing=only_missing, by_number=by_number)
        context |= {"mark": mark, "console": seen, "view": seen.view}
    live = request.htmx and shown is not None  # before the first draw there are no tables to ask for again
    page = "scoring/desk_tables.html" if live else "scoring/desk.html"
    return render(request, page, context | {"live": live})
