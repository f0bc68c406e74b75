"""A table's sheet: read it, close it, open it again."""

from itertools import accumulate
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.parts import ReasonForm
from scoring.queries.desk import balance_changes_of, neighbours, tables_sat_at
from scoring.queries.history import Change, changes_of
from scoring.queries.lines import ToldLine, told_line
from scoring.queries.mouche import mouche_of
from scoring.queries.penalties import penalties_at
from scoring.queries.sheets import Sheet, marks_of, playing_at, sheet_of
from scoring.queries.told_sheets import names_read_by, without_row
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.views.places import address, see, sheet_at, staff_names, table_at
from tournaments.labels import Keeps, TournamentState
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.refusals import Refusal


@require_safe
@requires(Action.RECORD)
def sheet(request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int) -> HttpResponse:
    """Show a table's sheet with everything that may be done to it."""
    shown = sheet_at(tournament, round_number, table_number)
    before, after = neighbours(shown.table)
    keeps_totals = tournament.keeps == Keeps.TOTALS
    context = sheet_context(
        shown, staff_names(shown.seats), changes={} if keeps_totals else changes_of(shown.table)
    ) | {
        "before": before,
        "after": after,
        "place": address(shown.table),
        "playing": playing_at(tournament, len(shown.seats)),
        "finished": tournament.state == TournamentState.FINISHED,
        "penalties": penalties_at(shown.table).filter(cancelled_at=None),
        "balance_history": balance_changes_of(shown.table) if keeps_totals else [],
    }
    return render(request, "scoring/sheet.html", context)


@require_safe
@requires(Action.FOLLOW_OWN)
def own_sheet(request: MemberRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """Show a player the sheet of the table where he sat, and no other; the others are named as they consented."""
    player_id = request.user.player_id
    tables = tables_sat_at(tournament, player_id)
    if round_number not in tables:
        raise Http404(_("Vous n’étiez assis à aucune table à cette position."))
    table = tables[round_number]
    table.round.tournament = tournament
    shown = sheet_of(table)
    names = names_read_by(shown.seats, player_id)
    mine = next(seat.chair_index for seat in shown.seats if seat.registration.player_id == player_id)
    context = sheet_context(shown, names, changes={}) | {"mine": mine, "positions": sorted(tables)}
    return render(request, "scoring/own_sheet.html", context)


@require_POST
@requires(Action.RECORD)
def close(request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int) -> HttpResponse:
    """Close the sheet that everybody signed, and go back to the desk."""
    table = table_at(tournament, round_number, table_number)
    try:
        close_sheet(table=table, by=request.user, at=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return see("sheet", **address(table))
    messages.success(
        request,
        _("Feuille de la table %(table)d (position %(position)d) close.")
        % {"table": table_number, "position": round_number},
    )
    return see("desk_round", tournament_id=tournament.pk, round_number=round_number)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def reopen(request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int) -> HttpResponse:
    """Ask why, then open a closed sheet again."""
    table = table_at(tournament, round_number, table_number)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            reopen_sheet(table=table, reason=form.cleaned_data["reason"], by=request.user, at=timezone.now())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("Feuille de la table %(table)d rouverte.") % {"table": table_number})
            return see("sheet", **address(table))
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Rouvrir la feuille de la table %(table)d") % {"table": table_number},
        "what": _("La feuille de la position %(position)d pourra de nouveau être corrigée. Le motif entre au journal.")
        % {"position": round_number},
        "verb": _("Rouvrir la feuille"),
        "place": address(table),
        "back": reverse("sheet", kwargs=address(table)),
    }
    return render(request, "scoring/reason.html", context, status=422 if form.errors else 200)


def sheet_context(shown: Sheet, names: list[str], *, changes: dict[int, list[Change]]) -> dict[str, Any]:
    """Return a sheet as its template lays it out: columns of players, a row a donne, running totals."""
    chairs = len(shown.seats)
    marks = [marks_of(row.line, chairs) if row.line else None for row in shown.rows]
    running = accumulate(
        marks,
        lambda so_far, row: [total + mark for total, mark in zip(so_far, row, strict=True)] if row else so_far,
        initial=[0] * chairs,
    )
    next(running)
    lines = [row.line for row in shown.rows]
    told = [told_line(line, tournament=shown.tournament, names=names) if line else ToldLine({}) for line in lines]
    rows = [
        {
            "number": row.number,
            "line": row.line,
            "marque": line.marque,
            "confirmed": line.confirmed,
            "call": row.call,
            "marks": list(zip(row_marks, so_far, strict=True)) if row_marks else None,
            "changes": changes.get(row.number, []),
        }
        for row, line, row_marks, so_far in zip(shown.rows, told, marks, running, strict=True)
    ]
    return {
        "tournament": shown.tournament,
        "sheet": shown,
        "table": shown.table,
        "names": names,
        "columns": [
            {"seat": seat, "name": name, "total": total, "balance": shown.balances.get(seat.chair_index)}
            for seat, name, total in zip(shown.seats, names, shown.totals, strict=True)
        ],
        "rows": rows,
        "gone": without_row(shown, changes),
        "sum": sum(shown.totals),
        "mouche": mouche_of(shown),
        "keeps_totals": shown.tournament.keeps == Keeps.TOTALS,
    }
