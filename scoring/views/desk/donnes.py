"""Entering one donne: the form, its marks before saving, and saving."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.desk.donnes import DonneForm
from scoring.labels import Outcome
from scoring.marque import Donne
from scoring.models import Protest, SheetLine
from scoring.queries.table.agreements import upheld_since_closing
from scoring.queries.table.lines import ToldLine, odd_about, told_line
from scoring.queries.table.sheets import Seated, Sheet, TableState, marks_of, subject_of_sheet, written_at
from scoring.queries.table.table_access import TableAccess
from scoring.services.decisions.effects import with_lines
from scoring.services.decisions.protests import correct_upheld
from scoring.services.sheets.donnes import MOST_DONNES, Recorded, record_donne
from scoring.services.sheets.lines import LineRefused, score_line
from scoring.services.sheets.sheets import refuse_unless_open
from scoring.views.desk.addresses import address, seated_at, sheet_at, staff_names
from scoring.views.desk.after_end import corrected, corrects_after_end
from scoring.views.desk.waiting import LATER, answer_later
from scoring.views.table.table_answers import Answer, wants_json
from tournaments.kit.days import french_hour
from tournaments.labels import Keeps
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.standings.who_moves import Effect, who_moves
from tournaments.refusals import Refusal
from tournaments.templatetags.marks import signed
from tournaments.views.answers import SeeOther, form_page, refusals_told, see_other

STALE = "stale_line"
TO_CONFIRM = "donne_to_confirm"
# The chelem call contradicts the donne: there is no box that confirms it.
CONTRADICTS = {"chelem_called", "chelem_ruled"}
NOT_SCORED = {"donne_incomplete", "donne_impossible"}


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def donne(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int, number: int
) -> HttpResponse:
    """Show the form of a donne, or save it and go on to the next one that is missing."""
    place = seated_at(tournament, round_number, table_number)
    if tournament.keeps == Keeps.TOTALS:
        return see_other("balances", **address(place.table))
    if request.method == "POST":
        return _save(request, DonneForm(request.POST, sheet=place, number=number))
    sheet = sheet_with_donne(place, number)
    with refusals_told(request):
        if not corrects_after_end(request, tournament):
            closed = place.table.closed_at is not None and _upheld(sheet, number) is None
            refuse_unless_open(tournament, place.table, TableState(False, closed))
        return _form_page(request, DonneForm(sheet=sheet, number=number))
    return see_other("sheet", **address(place.table))


@require_POST
@requires(Action.RECORD)
def donne_preview(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int, number: int
) -> HttpResponse:
    """Say what the donne being typed would be worth, or everything that is wrong with it. Saves nothing."""
    sheet = sheet_at(tournament, round_number, table_number)
    form, preview = previewed(DonneForm(request.POST, sheet=sheet, number=number), names_all=True)
    context = {"form": form, "preview": preview, "asked": "asked" in request.POST, "tournament": tournament}
    return render(request, "scoring/donne_preview.html", context)


def previewed(form: DonneForm, *, names_all: bool = False) -> tuple[DonneForm, dict[str, Any]]:
    """
    Return a form while it is being typed, and what it would be worth or what is wrong with it.

    `names_all` as in `preview_of`.
    """
    if form.is_valid():
        return form, preview_of(form, ask="asked" in form.data, names_all=names_all)
    if form.only_lacks_a_partner:
        # While people type, a missing partner is no mistake yet.
        preview = {"state": "incomplete", "wanted": form.errors["partner"]}
        return DonneForm(sheet=form.sheet, number=form.number), preview
    return form, {"state": "impossible"}


def _save(request: MemberRequest, form: DonneForm) -> HttpResponse:
    answer = Answer(TableAccess("", form.sheet.table), form.number)
    if not form.is_valid():
        form = on_its_sheet(request, form)
        form.what_else()
        return answer.refused(form) if wants_json(request) else _form_page(request, form, refused=True)
    if "preview" in request.POST:  # the button for browsers without scripts
        form = on_its_sheet(request, form)
        return _form_page(request, form, preview=preview_of(form, ask=True, names_all=True))
    try:
        recorded = corrected(
            request,
            form.sheet.tournament,
            partial(
                record_donne if form.sheet.table.closed_at is None else correct_upheld,
                table=form.sheet.table,
                number=form.number,
                entry=form.entry,
                key=form.cleaned_data["key"],
                replaces=next(iter(form.replaced()), None),
                reason=form.cleaned_data["reason"],
                confirmed=form.confirmed_codes(),
                by=request.user,
                at=timezone.now(),
            ),
            subject=subject_of_sheet(form.sheet.table, form.number),
            reason=form.cleaned_data["reason"],
            tables=[form.sheet.table],
        )
    except Refusal as refusal:
        if wants_json(request):
            return answer_later(request, answer, form, refusal, by=request.user)
        return _refused(request, on_its_sheet(request, form), refusal)
    is_mine = recorded.line.key == form.cleaned_data["key"]
    if LATER in request.POST:
        return answer.saved(recorded.line, is_mine=is_mine)
    messages.success(request, _saved_sentence(recorded.line, form))
    is_over = corrects_after_end(request, form.sheet.tournament)
    onwards = see_other("sheet", **address(form.sheet.table)) if is_over else _onwards(recorded)
    return answer.saved(recorded.line, is_mine=is_mine, onwards=onwards.url) if wants_json(request) else onwards


def _upheld(place: Seated, number: int) -> Protest | None:
    """Return the protest that lets a donne of a closed sheet be corrected. No query for an open sheet."""
    return upheld_since_closing(place.table).filter(number=number).last() if place.table.closed_at else None


def _refused(request: MemberRequest, form: DonneForm, refusal: Refusal) -> HttpResponse:
    """Return the form with the refusal and the sheet as it is now: its page may be older."""
    preview = shown_refused(form, refusal, names_all=True)
    return _form_page(request, form, preview=preview, stale=refusal.code == STALE, refused=True)


def shown_refused(form: DonneForm, refusal: Refusal, *, names_all: bool = False) -> dict[str, Any] | None:
    """
    Add a refusal to a form that has its whole sheet, and return the preview; a stale form becomes a correction.

    `names_all` as in `preview_of`.
    """
    preview = None
    if refusal.code not in NOT_SCORED:
        scored = refusal.line if isinstance(refusal, LineRefused) else None
        preview = preview_of(form, scored, ask=refusal.code not in CONTRADICTS, names_all=names_all)
    if refusal.code != TO_CONFIRM:  # nothing is wrong with it: the box asks for confirmation
        form.refuse(refusal)
    if refusal.code == STALE:
        form.becomes_correction()
    return preview


def on_its_sheet(request: HttpRequest, form: DonneForm) -> DonneForm:
    """Return the form that was sent, with its sheet as it is now, to be shown again."""
    form = DonneForm(request.POST, sheet=sheet_with_donne(form.sheet, form.number), number=form.number)
    form.is_valid()
    return form


def sheet_with_donne(place: Seated, number: int) -> Sheet:
    """Return a table's sheet, or the page that says that it has no such donne."""
    sheet = written_at(place)
    if not 1 <= number <= max(len(sheet.rows), MOST_DONNES if sheet.takes_another else 0):
        raise Http404(
            _("La table %(table)d n’a pas de donne %(number)d.") % {"table": place.table.number, "number": number}
        )
    return sheet


def preview_of(form: DonneForm, line: SheetLine | None = None, *, ask: bool, names_all: bool = False) -> dict[str, Any]:
    """
    Return the preview of a valid form: marks by player and parts, or what is missing, or what is impossible.

    `line` is what the form says, where it was scored already. What is odd about the donne is shown with its marks or,
    with `ask`, at the box of the form that confirms it. Who changes place by a correction is shown only to those who
    may read everybody's name (`names_all`): at a table withheld names are not shown.
    """
    sheet = form.sheet
    names = staff_names(sheet.seats)
    try:
        line = line or score_line(
            form.entry,
            table=sheet.table,
            number=form.number,
            tournament=sheet.tournament,
            seats=sheet.seats,
            names=names,
        )
    except Refusal as refusal:
        if refusal.code == "donne_incomplete":
            return {"state": "incomplete", "wanted": [text for texts in refusal.fields.values() for text in texts]}
        form.refuse(refusal)
        return {"state": "impossible"}
    line_in_words = told_line(line, tournament=sheet.tournament, names=names)
    odd = odd_about(line_in_words, line, form.call)
    if ask and odd:
        form.ask(odd)
    return _preview_of_line(line, line_in_words, names) | {
        "warnings": [] if ask else [{"message": oddity.sentence} for oddity in odd],
        "effect": _effect(form, line) if names_all else None,
    }


def _effect(form: DonneForm, line: SheetLine) -> Effect | None:
    """Return who changes place by a correction; None for a new donne, which always changes the standings."""
    if form.line is None:
        return None
    return who_moves(form.sheet.tournament, with_lines((form.sheet.table, form.number, line)))


def _preview_of_line(line: SheetLine, line_in_words: ToldLine, names: list[str]) -> dict[str, Any]:
    """Return what a line is worth, as the context of the preview."""
    return line_in_words.marque | {
        "state": "void" if line.outcome != Outcome.PLAYED else "possible",
        "marks": list(zip(names, marks_of(line, len(names)), strict=True)),
        "short": in_short(line_in_words.scored.donne, line_in_words.scored.scores) if line_in_words.scored else [],
    }


def _form_page(
    request: HttpRequest,
    form: DonneForm,
    *,
    preview: dict[str, Any] | None = None,
    stale: bool = False,
    refused: bool = False,
) -> HttpResponse:
    sheet = form.sheet
    after_end = corrects_after_end(request, sheet.tournament)
    upheld = None if after_end else _upheld(sheet, form.number)
    if upheld is not None:
        form.initial["reason"] = upheld.answer
    context = {
        "tournament": sheet.tournament,
        "sheet": sheet,
        "table": sheet.table,
        "place": address(sheet.table),
        "number": form.number,
        "form": form,
        "line": form.line,
        "call": form.call,
        "names": staff_names(sheet.seats),
        "stale": stale,
        "after_end": after_end,
        "corrects_closed": upheld is not None,
        "preview": preview or (first_look(form)),
    }
    return form_page(request, "scoring/donne.html", context, refused=refused)


def first_look(form: DonneForm) -> dict[str, Any]:
    """Return the preview before anything is typed: what a line to correct is worth now."""
    line = form.line
    names = staff_names(form.sheet.seats)
    if form.is_bound or line is None:
        return {"state": "incomplete", "wanted": []}
    line_in_words = told_line(line, tournament=form.sheet.tournament, names=names)
    return _preview_of_line(line, line_in_words, names) | {"checked": line_in_words.confirmed}


def _saved_sentence(line: SheetLine, form: DonneForm) -> str:
    """Return « Donne 3, table 12 enregistrée : Dupont +318, … », or that somebody else had typed the same."""
    sheet = form.sheet
    values: dict[str, Any] = {"number": line.number, "table": sheet.table.number}
    if line.key != form.cleaned_data["key"]:
        values |= {"by": line.written_by_name, "time": french_hour(line.written_at)}
        return (
            _("Donne %(number)d, table %(table)d : identique à ce que %(by)s a saisi à %(time)s ✓ Rien n’a changé.")
            % values
        )
    if line.outcome != Outcome.PLAYED:
        values["outcome"] = Outcome(line.outcome).label
        return _("Donne %(number)d, table %(table)d enregistrée : %(outcome)s.") % values
    marks = ", ".join(
        f"{name} {signed(points)}"
        for name, points in zip(staff_names(sheet.seats), marks_of(line, len(sheet.seats)), strict=True)
    )
    return _("Donne %(number)d, table %(table)d enregistrée : %(marks)s.") % (values | {"marks": marks})


def _onwards(recorded: Recorded) -> SeeOther:
    """Lead on: from a new donne to the next one that is missing, from the last or a correction to the sheet."""
    line, sheet = recorded
    place = address(sheet.table)
    if line.supersedes_id is None and (sheet.missing or sheet.takes_another):
        return see_other("donne", **place, number=sheet.next_number)
    return see_other("sheet", **place)


def in_short(donne: Donne, scores: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return (name, points): the attack, then the defence, as one entry when they all mark the same."""
    attack = [(name, scores[name]) for name in donne.attackers]
    defence = [(name, scores[name]) for name in donne.defenders]
    if len(defence) > 1 and len({points for _name, points in defence}) == 1:
        defence = [(_("chaque défenseur"), defence[0][1])]
    return attack + defence
