"""The desk: the console with the tables of a position, and the page before the end of a tournament."""

import re
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.exports import desk_table
from scoring.queries.desk.console import change_mark, console
from scoring.queries.desk.desk import round_to_show, rounds_of
from scoring.queries.desk.ending import what_waits
from tournaments.forms.evening.tournaments import ReopeningForm
from tournaments.kit.text import whole_number
from tournaments.models import Round, Table, Tournament
from tournaments.permissions import Action, MemberRequest, Tells, requires
from tournaments.queries.draws.seat_changes import places_kept
from tournaments.queries.evening.clocks import clock_of
from tournaments.queries.evening.stages import evening
from tournaments.refusals import Refusal
from tournaments.services.evening.tournaments import finish
from tournaments.views.answers import see_other
from tournaments.views.exports import file_of, wants_file

NOTHING_NEW = 204
MINE = "mes_tables"  # in the session: the first and the last table that this arbiter looks after, by tournament
SECTOR = re.compile(r"(\d{1,4})(?:\s*(?:-|–|à|a|to|\s)\s*(\d{1,4}))?")


@require_safe
@requires(Action.RECORD, tells=Tells.NOTHING)
def desk(request: MemberRequest, *, tournament: Tournament, round_number: int | None = None) -> HttpResponse:
    """
    Show the tables of a position: the one in the address, else the first with open sheets.

    Tables that need somebody come first, or all are by number (`?ordre=numero`). The page asks again every few seconds
    with the version it shows (`vu`). While nothing changed, the answer is empty and the screen stays as it is.
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
        table_number = _table_typed(request, shown_round)
        if table_number is not None:
            return see_other(
                "sheet", tournament_id=tournament.pk, round_number=shown_round.number, table_number=table_number
            )
    asked = {"only_missing": request.GET.get("manque") == "1", "by_number": request.GET.get("ordre") == "numero"}
    query = "manque=1" if asked["only_missing"] else "ordre=numero" if asked["by_number"] else ""
    if shown_round is not None and "mes" in request.GET and _take_sector(request, tournament):
        page = reverse("desk_round", args=[tournament.pk, shown_round.number])
        return see_other(f"{page}?{query}" if query else page)
    clock = clock_of(tournament, shown_round)
    context: dict[str, Any] = {"tournament": tournament, "rounds": rounds, "shown": shown_round, "clock": clock}
    context |= asked | {"query": query, "sector": _sector(request, tournament)}
    if shown_round is not None:
        # The mark is read first: what changes while the tables are read is fetched by the next poll.
        context["mark"] = change_mark(tournament, shown_round, clock=clock, at=now)
        mine = range(context["sector"][0], context["sector"][1] + 1) if context["sector"] else None
        shown_console = console(tournament, shown_round, clock=clock, at=now, mine=mine, **asked)
        if wants_file(request):
            return file_of(request, lambda: desk_table(tournament, shown_console))
        context |= {"console": shown_console, "view": shown_console.view}
        context["is_secret"] = tournament.read_until is not None and shown_round.number > tournament.read_until
    live = request.htmx and shown_round is not None  # before the first draw there are no tables to refresh
    if shown_round is not None and not live:
        context["kept"] = places_kept(tournament)
    page = "scoring/desk_tables.html" if live else "scoring/desk.html"
    return render(request, page, context | {"live": live})


def _table_typed(request: MemberRequest, round_: Round) -> int | None:
    """Return the number of the table that was typed; None, with a message, when the position has no such table."""
    typed = request.GET["table"].strip()
    number = whole_number(typed, digits=4)
    if number is not None and Table.objects.filter(round=round_.pk, number=number).exists():
        return number
    messages.error(
        request,
        _("La position %(position)d n’a pas de table « %(table)s ». Tapez un numéro de la liste.")
        % {"position": round_.number, "table": typed[:20]},
    )
    return None


def _sector(request: MemberRequest, tournament: Tournament) -> list[int] | None:
    """Return the numbers of the first and the last table of this arbiter; None when he looks after all."""
    sectors: dict[str, list[int]] = request.session.get(MINE, {})
    return sectors.get(str(tournament.pk))


def _take_sector(request: MemberRequest, tournament: Tournament) -> bool:
    """Store in the session which tables this arbiter looks after. Return False, with a message, for a wrong entry."""
    typed = request.GET["mes"].strip()
    numbers = SECTOR.fullmatch(typed)
    sectors: dict[str, list[int]] = dict(request.session.get(MINE, {}))
    if not typed:
        sectors.pop(str(tournament.pk), None)
    elif numbers is None:
        messages.error(
            request,
            _("« %(typed)s » ne dit pas quelles tables. Écrivez par exemple « 1-20 », ou rien pour toutes.")
            % {"typed": typed[:20]},
        )
        return False
    else:
        first, last = int(numbers[1]), int(numbers[2] or numbers[1])
        sectors[str(tournament.pk)] = [min(first, last), max(first, last)]
    request.session[MINE] = sectors
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def finish_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show what is still open, contested or not settled, then end the tournament."""
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
