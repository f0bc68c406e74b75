"""The sheet of a table on the desk: read, close, open again, stop, print."""

from functools import partial
from itertools import accumulate
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.exports import sheet_table
from scoring.forms.desk.sheets import SheetsForm
from scoring.models import SheetLine
from scoring.queries.desk.conflicts import waiting_at
from scoring.queries.desk.console import open_call_at
from scoring.queries.desk.contradictions import contradictions_of, lines_to_rule
from scoring.queries.desk.desk import balance_changes_of, neighbours
from scoring.queries.desk.donne_decisions import with_waiting
from scoring.queries.desk.one_device import seem_one_device
from scoring.queries.desk.penalties import penalties_at
from scoring.queries.table.agreements import agreement_of, upheld_since_closing
from scoring.queries.table.lines import LineChange, LineText, changes_of, line_text
from scoring.queries.table.mouche import mouche_of
from scoring.queries.table.sheet_texts import without_row
from scoring.queries.table.sheets import Sheet, marks_of, playing_at, sheet_of, subject_of_sheet
from scoring.queries.table.turns import morts_told
from scoring.services.sheets.rounds_of_sheets import close_complete_sheets
from scoring.services.sheets.sheets import ask_sheets, close_sheet, reopen_sheet
from scoring.services.sheets.stops import resume_table, stop_table
from scoring.templatetags.donnes import held_open
from scoring.views.desk.addresses import address, sheet_at, staff_names, table_at
from scoring.views.desk.after_end import corrected, corrects_after_end, too_late
from tournaments.kit.languages import current_language
from tournaments.kit.text import whole_numbers
from tournaments.labels import Keeps
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, Tells, requires
from tournaments.views.answers import SeeOther, follow, reason_page, refusals_told, see_other, tell_errors
from tournaments.views.exports import file_of, wants_file


@require_safe
@requires(Action.RECORD)
def sheet(request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int) -> HttpResponse:
    """Show a table's sheet with everything that may be done there."""
    table_sheet = sheet_at(tournament, round_number, table_number)
    if wants_file(request):
        laid_out = sheet_context(table_sheet, staff_names(table_sheet.seats), changes={})
        return file_of(request, lambda: sheet_table(table_sheet.table, tournament, laid_out))
    before, after = neighbours(table_sheet.table)
    keeps_totals = tournament.keeps == Keeps.TOTALS
    agreement, after_end = agreement_of(table_sheet), corrects_after_end(request, tournament)
    context = sheet_context(
        table_sheet, staff_names(table_sheet.seats), changes={} if keeps_totals else changes_of(table_sheet.table)
    ) | {
        "agreement": agreement,
        "one_device": tournament.needs_confirmation
        and table_sheet.table.pk in seem_one_device(table_sheet.table.round),
        "conflicts": waiting_at(table_sheet.table),
        "call": open_call_at(table_sheet.table),
        "tells_missing": "sheet_incomplete" not in {told.extra_tags for told in messages.get_messages(request)},
        "signed": [seat for seat in table_sheet.seats if seat.chair in agreement.signed],
        "before": before,
        "after": after,
        "place": address(table_sheet.table),
        "playing": playing_at(tournament, len(table_sheet.seats)),
        "finished": tournament.is_finished,
        "after_end": after_end,
        "too_late": too_late(request, tournament),
        "restorable": after_end or not (tournament.is_finished or table_sheet.table.closed_at),
        "penalties": with_waiting(penalties_at(table_sheet.table).filter(cancelled_at=None)),
        "stoppable": not table_sheet.table.closed_at
        and table_sheet.table.stopped_at is None
        and bool(table_sheet.missing or not table_sheet.rows)
        and table_sheet.tournament.keeps != Keeps.TOTALS,
        "morts": list(morts_told(table_sheet, staff_names(table_sheet.seats))),
        "to_rule": contradictions_of(lines_to_rule(SheetLine.objects.filter(table=table_sheet.table))),
        "balance_history": balance_changes_of(table_sheet.table) if keeps_totals else [],
    }
    asks = bool(agreement.protests) and not tournament.is_finished
    upheld = set(upheld_since_closing(table_sheet.table).values_list("number", flat=True)) if asks else set()
    for row in context["rows"]:
        row["upheld"] = row["number"] in upheld
        row["agreement"] = agreement.lines.get(row["number"])
    return render(request, "scoring/sheet.html", context)


@require_POST
@requires(Action.RECORD, tells=Tells.NOTHING)
def close(request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int) -> HttpResponse:
    """Close a sheet that everybody signed, and go back to the desk."""
    table = table_at(tournament, round_number, table_number)
    with refusals_told(request):
        close_sheet(table=table, by=request.user, at=timezone.now())
        closed = sheet_of(table)
        for sentence in morts_told(closed, staff_names(closed.seats)):
            messages.warning(request, sentence)
        messages.success(
            request,
            _("Feuille de la table %(table)d (position %(position)d) close.")
            % {"table": table_number, "position": round_number},
        )
        return see_other("desk_round", tournament_id=tournament.pk, round_number=round_number)
    return see_other("sheet", **address(table))


@require_POST
@requires(Action.RECORD, tells=Tells.NOTHING)
def close_complete(request: MemberRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """Close the complete sheets that the desk showed, and name those that changed meanwhile."""
    shown_numbers = set(whole_numbers(request.POST.getlist("table"), digits=4))
    with refusals_told(request):
        closed, left_open = close_complete_sheets(
            tournament=tournament, round_number=round_number, numbers=shown_numbers, by=request.user, at=timezone.now()
        )
        if closed:
            sentence = ngettext("%(count)d feuille close.", "%(count)d feuilles closes.", len(closed))
            messages.success(request, sentence % {"count": len(closed)})
        if left_open:
            messages.warning(request, held_open(left_open))
        changed = sorted(shown_numbers - {*closed, *left_open})
        if changed or not (closed or left_open):
            messages.warning(
                request,
                _("Ces feuilles ne sont plus complètes, ou sont déjà closes : %(tables)s.")
                % {"tables": ", ".join(map(str, changed)) or "–"},
            )
    return see_other("desk_round", tournament_id=tournament.pk, round_number=round_number)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def reopen(request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int) -> HttpResponse:
    """Ask for a reason, then open a closed sheet again."""
    table = table_at(tournament, round_number, table_number)

    def act(reason: str) -> SeeOther:
        reopen_sheet(table=table, reason=reason, by=request.user, at=timezone.now())
        messages.success(request, _("Feuille de la table %(table)d rouverte.") % {"table": table_number})
        return see_other("sheet", **address(table))

    context = {
        "tournament": tournament,
        "title": _("Rouvrir la feuille de la table %(table)d") % {"table": table_number},
        "what": _("La feuille de la position %(position)d pourra de nouveau être corrigée. Le motif entre au journal.")
        % {"position": round_number},
        "verb": _("Rouvrir la feuille"),
        "place": address(table),
        "back": reverse("sheet", kwargs=address(table)),
    }
    return reason_page(request, "scoring/reason.html", context, act)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def stop(request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int) -> HttpResponse:
    """Ask for a reason, then note that a table stops after the donnes entered."""
    table = table_at(tournament, round_number, table_number)

    def act(reason: str) -> SeeOther:
        after = stop_table(table=table, reason=reason, by=request.user, at=timezone.now())
        messages.success(
            request,
            ngettext(
                "La table %(table)d s’arrête après %(count)d donne : vous pouvez clore sa feuille.",
                "La table %(table)d s’arrête après %(count)d donnes : vous pouvez clore sa feuille.",
                after,
            )
            % {"table": table_number, "count": after},
        )
        return see_other("sheet", **address(table))

    context = {
        "tournament": tournament,
        "title": _("La table %(table)d s’arrête là") % {"table": table_number},
        "what": _(
            "Les donnes qui ne sont pas jouées ne sont plus attendues : la feuille se clôt avec ce qui est saisi. Le "
            "motif entre au journal."
        ),
        "verb": _("Arrêter la table"),
        "place": address(table),
        "back": reverse("sheet", kwargs=address(table)),
    }
    return reason_page(request, "scoring/reason.html", context, act)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def resume(request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int) -> HttpResponse:
    """Ask for a reason, then expect again the donnes of a stopped table; also after the end, to enter them."""
    table = table_at(tournament, round_number, table_number)

    def act(reason: str) -> SeeOther:
        corrected(
            request,
            tournament,
            partial(resume_table, table=table, reason=reason, by=request.user, at=timezone.now()),
            subject=subject_of_sheet(table),
            reason=reason,
            tables=[table],
            counts=lambda _nothing: False,  # each donne that is entered then does
        )
        messages.success(request, _("La table %(table)d reprend.") % {"table": table_number})
        return see_other("sheet", **address(table))

    context = {
        "tournament": tournament,
        "title": _("La table %(table)d reprend") % {"table": table_number},
        "what": _("Les donnes qui manquent sont de nouveau attendues. Le motif entre au journal."),
        "verb": _("Reprendre la table"),
        "place": address(table),
        "back": reverse("sheet", kwargs=address(table)),
    }
    return reason_page(request, "scoring/reason.html", context, act)


def sheet_context(table_sheet: Sheet, names: list[str], *, changes: dict[int, list[LineChange]]) -> dict[str, Any]:
    """Return the template context of a sheet: a column a player, a row a donne, running totals."""
    chairs = len(table_sheet.seats)
    marks = [marks_of(row.line, chairs) if row.line else None for row in table_sheet.rows]
    running = accumulate(
        marks,
        lambda so_far, row: [total + mark for total, mark in zip(so_far, row, strict=True)] if row else so_far,
        initial=[0] * chairs,
    )
    next(running)
    lines = [row.line for row in table_sheet.rows]
    lines_in_words = [
        line_text(line, tournament=table_sheet.tournament, names=names) if line else LineText({}) for line in lines
    ]
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
        for row, line, row_marks, so_far in zip(table_sheet.rows, lines_in_words, marks, running, strict=True)
    ]
    return {
        "tournament": table_sheet.tournament,
        "sheet": table_sheet,
        "table": table_sheet.table,
        "names": names,
        "columns": [
            {"seat": seat, "name": name, "total": total, "balance": table_sheet.balances.get(seat.chair_index)}
            for seat, name, total in zip(table_sheet.seats, names, table_sheet.totals, strict=True)
        ],
        "rows": rows,
        "gone": without_row(table_sheet, changes),
        "sum": sum(table_sheet.totals),
        "mouche": mouche_of(table_sheet),
        "keeps_totals": table_sheet.tournament.keeps == Keeps.TOTALS,
    }


@require_POST
@requires(Action.PRINT)
def make_sheets(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Ask for the PDF of the sheet of one table, or of all tables of a position, as they are now."""
    form = SheetsForm(request.POST)
    if not form.is_valid():
        tell_errors(request, form)
        return see_other("documents", tournament_id=tournament.pk)
    with refusals_told(request):
        job = ask_sheets(
            tournament=tournament,
            round_number=form.cleaned_data["position"],
            table_number=form.cleaned_data["table"],
            cancelled=form.cleaned_data["cancelled"],
            language=current_language(),
            by=request.user,
            at=timezone.now(),
        )
        return follow(job)
    return see_other("documents", tournament_id=tournament.pk)
