"""Entering a donne on a phone at the table: the form, its marks before saving, saving, confirming."""

from typing import Any, cast

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.desk.donnes import DonneForm
from scoring.models import SheetLine
from scoring.queries.table.phones import others_at, who_writes
from scoring.queries.table.sheets import Sheet, seated, sheet_of
from scoring.services.sheets.conflicts import BESIDE
from scoring.services.sheets.phones import begin_writing
from scoring.services.sheets.table_entry import record_at_table
from scoring.views.desk.addresses import staff_names
from scoring.views.desk.donnes import (
    STALE,
    first_look,
    on_its_sheet,
    preview_of,
    previewed,
    sheet_with_donne,
    shown_refused,
)
from scoring.views.desk.waiting import LATER, answer_later, keep_version
from scoring.views.table.at_table import TableRequest, at_table
from scoring.views.table.table_answers import Answer, wants_json
from tournaments.labels import Keeps
from tournaments.refusals import Refusal
from tournaments.views.answers import form_page, see_other


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def table_donne(request: TableRequest, *, number: int) -> HttpResponse:
    """Show the form of a donne at its table, or save it and go back to the sheet."""
    access, table = request.access, request.access.of_table
    if access.tournament.keeps == Keeps.TOTALS:
        return see_other("table_page", token=access.token)
    place = seated(table, table.seats.select_related("registration__player").order_by("chair"))
    if request.method == "POST":
        return _save(request, DonneForm(request.POST, sheet=place, number=number))
    form = DonneForm(sheet=sheet_with_donne(place, number), number=number)
    closed = access.reads_only or _why_not_here(form)
    if closed:
        messages.error(request, closed)
        return see_other("table_page", token=access.token)
    if LATER not in request.GET:  # a script loads the page for later, without network: nobody is writing yet
        begin_writing(request.phone, number, at=timezone.now())
    return _form_page(request, form)


@require_POST
@at_table
def table_preview(request: TableRequest, *, number: int) -> HttpResponse:
    """Say what the donne being typed would be worth, or everything that is wrong with it. Saves nothing."""
    form, preview = previewed(DonneForm(request.POST, sheet=sheet_of(request.access.of_table), number=number))
    context = {"form": form, "preview": _in_short(preview, form), "asked": "asked" in request.POST}
    return render(request, "scoring/table/donne_preview.html", context)


def _in_short(preview: dict[str, Any], form: DonneForm) -> dict[str, Any]:
    """Return a preview whose marks have last names, where no two are the same: they share one narrow bar."""
    seats = form.sheet.seats
    names = [seat.registration.player.last_name for seat in seats]
    if "marks" not in preview or len(set(names)) < len(names):
        return preview
    return preview | {"marks": [(name, points) for name, (_full, points) in zip(names, preview["marks"], strict=True)]}


def _save(request: TableRequest, form: DonneForm) -> HttpResponse:
    answer = Answer(request.access, form.number)
    if not form.is_valid():
        form = on_its_sheet(request, form)
        form.what_else()
        return answer.refused(form) if wants_json(request) else _form_page(request, form, refused=True)
    if "preview" in request.POST:  # the button for browsers without scripts
        form = on_its_sheet(request, form)
        return _form_page(request, form, preview=preview_of(form, ask=True))
    to_arbiter = LATER in request.POST and not wants_json(request)  # « Porter chez l’arbitre »
    try:
        line = record_at_table(
            table=request.access.of_table,
            number=form.number,
            entry=form.entry,
            key=form.cleaned_data["key"],
            replaces=None if to_arbiter else next(iter(form.replaced()), None),
            reason=form.cleaned_data["reason"],
            confirmed=form.confirmed_codes(),
            phone=request.phone,
            at=timezone.now(),
        )
    except Refusal as refusal:
        if wants_json(request):
            return answer_later(request, answer, form, refusal, by=request.phone)
        return _refused(request, form, refusal, to_arbiter=to_arbiter)
    is_mine = line.key == form.cleaned_data["key"]
    if LATER in request.POST and not to_arbiter:
        return answer.saved(line, is_mine=is_mine)
    values = {"number": form.number, "by": line.written_by_name}
    sentence = (
        _("Donne %(number)d enregistrée.")
        if is_mine
        else _("Donne %(number)d : identique à ce que %(by)s a saisi ✓ Rien n’a changé.")
    )
    messages.success(request, sentence % values)
    onwards = see_other("table_page", token=request.access.token)
    return answer.saved(line, is_mine=is_mine, onwards=onwards.url) if wants_json(request) else onwards


def _refused(request: TableRequest, form: DonneForm, refusal: Refusal, *, to_arbiter: bool) -> HttpResponse:
    """Show why a donne is refused, or keep it beside the sheet for the arbiter as its writer asks."""
    if to_arbiter and refusal.code in BESIDE:
        try:
            keep_version(form, refusal, by=request.phone)
        except Refusal as refused:
            refusal = refused
        else:
            told = _("Donne %(number)d : l’arbitre a les deux versions, il tranche.") % {"number": form.number}
            messages.success(request, told)
            return see_other("table_page", token=request.access.token)
    form = on_its_sheet(request, form)
    preview = shown_refused(form, refusal)
    return _form_page(request, form, preview=preview, stale=refusal.code == STALE, refused=True)


def _why_not_here(form: DonneForm) -> str:
    """Return why a donne is not written at the table: an arbiter wrote it."""
    line: SheetLine | None = form.line
    if line is None or line.written_by_id is None:
        return ""
    return _("La donne %(number)d a été écrite par l’arbitre : lui seul la corrige.") % {"number": form.number}


def _form_page(
    request: TableRequest,
    form: DonneForm,
    *,
    preview: dict[str, Any] | None = None,
    stale: bool = False,
    refused: bool = False,
) -> HttpResponse:
    sheet, now = cast("Sheet", form.sheet), timezone.now()  # a page is made of a whole sheet
    context = {
        "access": request.access,
        "phone": request.phone,
        "tournament": sheet.tournament,
        "sheet": sheet,
        "table": sheet.table,
        "number": form.number,
        "form": form,
        "line": form.line,
        "call": form.call,
        "names": staff_names(sheet.seats),
        "stale": stale,
        "preview": _in_short(preview or first_look(form), form),
        "writing": who_writes(others_at(request.phone), sheet, now),
    }
    return form_page(request, "scoring/table/donne.html", context, refused=refused)
