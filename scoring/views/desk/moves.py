"""A donne typed at the wrong place: pages to move it, or to take it off its sheet."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.desk.sheets import MoveForm
from scoring.labels import PenaltyTarget
from scoring.models import SheetLine
from scoring.queries.table.boards import number_told
from scoring.queries.table.sheets import Sheet, sheet_of, subject_of_sheet
from scoring.services.decisions.effects import with_lines
from scoring.services.sheets.lines import score_line
from scoring.services.sheets.moves import empty_donne, move_donne, refuse_place
from scoring.services.sheets.sheets import refuse_unless_open
from scoring.templatetags.donnes import donne_text_with_marks
from scoring.views.desk.addresses import address, sheet_at, staff_names
from scoring.views.desk.after_end import corrected, corrects_after_end
from tournaments.forms.base import SeenReasonForm
from tournaments.kit.text import whole_number
from tournaments.models import Table, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.standings.place_changes import Effect, place_changes
from tournaments.views.answers import SeeOther, form_page, refusals_on, see_other

MOVES = "line_moves"


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def move(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int, number: int
) -> HttpResponse:
    """Ask for the right place and the reason, show the donne there, then move it."""
    sheet = sheet_at(tournament, round_number, table_number)
    line = _line_at(sheet, number)
    if line is None:
        return _not_there(request, sheet, number)
    form = MoveForm(request.POST or None, line=line, rounds=list(tournament.rounds.order_by("number")))
    effect, after_end = None, corrects_after_end(request, tournament)
    if request.method == "POST" and form.is_valid() and (table := form.table_meant(tournament)):
        with refusals_on(form):
            if MOVES not in form.confirmed_codes():
                effect = _ask_to_confirm(form, sheet, table, after_end=after_end)
            else:
                moved = corrected(
                    request,
                    tournament,
                    partial(
                        move_donne,
                        line=_line_seen(line, form.cleaned_data["seen"]),
                        table=table,
                        number=form.cleaned_data["number"],
                        reason=form.cleaned_data["reason"],
                        key=form.cleaned_data["key"],
                        by=request.user,
                        at=timezone.now(),
                    ),
                    subject=subject_of_sheet(table, form.cleaned_data["number"]),
                    reason=form.cleaned_data["reason"],
                    tables=[sheet.table, table],
                )
                messages.success(request, _moved_sentence(moved))
                return see_other("sheet", **address(table))
    context = {
        "tournament": tournament,
        "form": form,
        "number": number,
        "table": sheet.table,
        "place": address(sheet.table),
        "told": donne_text_with_marks(line, staff_names(sheet.seats)),
        "effects": _effects(sheet, number),
        "effect": effect,
        "after_end": after_end,
    }
    return form_page(request, "scoring/move_donne.html", context, refused=request.method == "POST")


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def empty(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int, number: int
) -> HttpResponse:
    """Ask for a reason, then take a donne off its sheet; it stays in the history."""
    sheet = sheet_at(tournament, round_number, table_number)
    line = _line_at(sheet, number)
    if line is None:
        return _not_there(request, sheet, number)
    form = SeenReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            corrected(
                request,
                tournament,
                partial(
                    empty_donne,
                    line=_line_seen(line, form.cleaned_data["seen"]),
                    reason=form.cleaned_data["reason"],
                    by=request.user,
                    at=timezone.now(),
                ),
                subject=subject_of_sheet(sheet.table, number),
                reason=form.cleaned_data["reason"],
                tables=[sheet.table],
            )
            messages.success(
                request,
                _("Donne %(number)s, table %(table)d vidée : elle est de nouveau à saisir.")
                % {"number": number_told(sheet.table, number), "table": table_number},
            )
            return see_other("sheet", **address(sheet.table))
    form.show(str(line.pk))
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Vider la donne %(number)s, table %(table)d")
        % {"number": number_told(sheet.table, number), "table": table_number},
        "what": _(
            "Elle sera de nouveau à saisir, et restera dans l’historique. Une donne qui n’a pas été jouée ne se vide "
            "pas : on l’enregistre passée ou annulée."
        ),
        "effects": [donne_text_with_marks(line, staff_names(sheet.seats)), *_effects(sheet, number)],
        "effect": place_changes(tournament, with_lines((sheet.table, number, None))),
        "after_end": corrects_after_end(request, tournament),
        "verb": _("Vider cette donne"),
        "place": address(sheet.table),
        "back": reverse("donne", kwargs=address(sheet.table) | {"number": number}),
    }
    return form_page(request, "scoring/reason.html", context)


def _line_at(sheet: Sheet, number: int) -> SheetLine | None:
    return next((row.line for row in sheet.rows if row.number == number), None)


def _not_there(request: HttpRequest, sheet: Sheet, number: int) -> SeeOther:
    """Go back to the sheet: the donne is not entered, or the button was pressed twice."""
    messages.warning(
        request,
        _("La donne %(number)s de la table %(table)d n’est pas saisie : il n’y a rien à déplacer ni à vider.")
        % {"number": number_told(sheet.table, number), "table": sheet.table.number},
    )
    return see_other("sheet", **address(sheet.table))


def _line_seen(line: SheetLine, seen: str) -> SheetLine:
    """Return the line that the page showed. The service refuses it when another line is current now."""
    seen_id = whole_number(seen)
    if seen_id is not None and seen_id != line.pk:
        return SheetLine(pk=seen_id, table=line.table, number=line.number)
    return line


def _ask_to_confirm(form: MoveForm, sheet: Sheet, table: Table, *, after_end: bool) -> Effect | None:
    """
    Show the donne at its new place, with its marks there, and the box that confirms the move; return who changes place.

    Refuses what the marque refuses, and a closed sheet unless `after_end`.
    """
    target = sheet_of(table)
    if not after_end:
        refuse_unless_open(sheet.tournament, table)
    number = form.cleaned_data["number"]
    refuse_place(sheet.tournament, form.line, table, number)
    line = score_line(form.line.entry, place=target, number=number, turn=form.line.turn)
    if not form.cleaned_data["reason"].strip():
        form.add_error("reason", _("Dites pourquoi (par exemple « saisie à la mauvaise table »)."))
    form.ask_to_confirm(
        _("Position %(position)d, table %(table)d, donne %(number)s, ce sera :")
        % {"position": table.round.number, "table": table.number, "number": number_told(table, number)},
        [donne_text_with_marks(line, staff_names(target.seats))],
        codes={MOVES},
    )
    return place_changes(sheet.tournament, with_lines((sheet.table, form.line.number, None), (table, number, line)))


def _effects(sheet: Sheet, number: int) -> list[str]:
    """Return sentences about what belongs to the place of a donne and stays there."""
    effects = []
    row = next(row for row in sheet.rows if row.number == number)
    if row.call is not None and row.call.counts:
        effects.append(_("L’appel de chelem enregistré pour cette donne reste à sa place et attend de nouveau."))
    camps = sheet.table.penalties.filter(donne=number, target=PenaltyTarget.CAMP, cancelled_at=None)
    effects += [
        _("La pénalité « %(kind)s » (%(camp)s) ne tombera plus sur personne tant que cette donne n’est pas saisie.")
        % {"kind": penalty.kind, "camp": penalty.get_camp_display()}
        for penalty in camps.select_related("kind")
    ]
    return effects


def _moved_sentence(line: SheetLine) -> str:
    names = staff_names(tuple(line.table.seats.select_related("registration__player").order_by("chair")))
    return _("Donne déplacée : position %(position)d, table %(table)d, donne %(number)s, %(line)s") % {
        "position": line.table.round.number,
        "table": line.table.number,
        "number": number_told(line.table, line.number),
        "line": donne_text_with_marks(line, names),
    }
