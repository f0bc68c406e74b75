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
from tournaments.views.exports import file_of, wants_file

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
    shown_round = wanted_round or round_to_show(rounds)
    if shown_round is not None and "table" in request.GET:
        typed = request.GET["table"].strip()
        table_number = whole_number(typed, digits=4)
        if table_number is not None and Table.objects.filter(round=shown_round.pk, number=table_number).exists():
            return see_other(
                "sheet", tournament_id=tournament.pk, round_number=shown_round.number, table_number=table_number
            )
        messages.error(
            request,
            _("La position %(position)d n’a pas de table « %(table)s ». Tapez un numéro de la liste.")
            % {"position": shown_round.number, "table": typed[:20]},
        )
    only_missing, by_number = request.GET.get("manque") == "1", request.GET.get("ordre") == "numero"
    if wants_file(request) and shown_round is not None:
        clock = clock_of(tournament, shown_round)
        listed = console(tournament, shown_round, clock=clock, at=now, only_missing=only_missing, by_number=by_number)
        return file_of(request, lambda: desk_table(tournament, listed))
    context: dict[str, Any] = {
        "tournament": tournament,
        "rounds": rounds,
        "shown": shown_round,
        "only_missing": only_missing,
        "by_number": by_number,
        "query": "manque=1" if only_missing else "ordre=numero" if by_number else "",
        "clock": clock_of(tournament, shown_round),
    }
    if shown_round is not None:
        # The mark is read first: what changes while the tables are read is fetched by the next poll.
        clock = context["clock"]
        mark = change_mark(tournament, shown_round, clock=clock, at=now)
        shown_console = console(
            tournament, shown_round, clock=clock, at=now, only_missing=only_missing, by_number=by_number
        )
        context |= {"mark": mark, "console": shown_console, "view": shown_console.view}
    live = request.htmx and shown_round is not None  # before the first draw there are no tables to refresh
    page = "scoring/desk_tables.html" if live else "scoring/desk.html"
    return render(request, page, context | {"live": live})
