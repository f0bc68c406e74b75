"""The record of a donne of a sheet: attach, compare, replay, withdraw it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.table.records import AttachForm, WithdrawForm
from scoring.labels import Outcome
from scoring.models import DonneRecord
from scoring.queries.desk.desk import tables_sat_at
from scoring.queries.rules.baremes import bareme_of
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import line_at
from scoring.queries.table.records import past_records, record_of, stored_record
from scoring.queries.table.sheet_texts import names_read_by
from scoring.queries.table.sheets import Sheet, marks_of
from scoring.services.sheets.comparisons import compared
from scoring.services.sheets.records import TO_CONFIRM, attach_record, withdraw_record
from scoring.views.desk.addresses import address, own_sheet_at, sheet_at, staff_names
from scoring.views.table.cards import step_context
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.refusals import Refusal
from tournaments.views.answers import form_page, refusals_on, see_other
from tournaments.views.own_pages import OwnRequest, follows_evening

PAGE = "scoring/cards/record.html"


@require_safe
@requires(Action.RECORD)
def donne_record(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int, number: int
) -> HttpResponse:
    """Replay the record of a donne beside its line, or say that there is none yet."""
    sheet = sheet_at(tournament, round_number, table_number)
    record = _record_on(sheet, number)
    names = staff_names(sheet.seats)
    place = address(sheet.table)
    context = _page_context(sheet, number, record) | {
        "place": place,
        "attach": reverse("attach_record", kwargs=place | {"number": number}),
        "withdraw": reverse("withdraw_record", kwargs=place | {"number": number}),
        "past": past_records(sheet.table, number),
    }
    if record is not None:
        line = line_at(sheet.table, number)
        assert line is not None  # a donne with a record has a line
        comparison = compared(record, line, tournament=tournament, seats=sheet.seats, names=names)
        context |= step_context(
            request,
            stored_record(record, names),
            base=f"{reverse('donne_record', kwargs=place | {'number': number})}?",
            bareme=bareme_of(tournament),
        )
        context["comparison"] = comparison
        if comparison.marks:
            context["sides"] = list(zip(names, marks_of(line, len(names)), comparison.marks, strict=True))
    return render(request, PAGE, context)


@require_safe
@follows_evening
def own_record(request: OwnRequest, *, tournament: Tournament, round_number: int, number: int) -> HttpResponse:
    """Replay a donne for a player of that table; other players are named as they consented."""
    player_id = request.me.pk
    tables = tables_sat_at(tournament, player_id)
    sheet = own_sheet_at(tournament, tables, round_number)
    record = _record_on(sheet, number)
    names = names_read_by(sheet.seats, player_id)
    context = _page_context(sheet, number, record)
    if record is not None:
        place = {"tournament_id": tournament.pk, "round_number": round_number, "number": number}
        context |= step_context(
            request,
            stored_record(record, names),
            base=f"{reverse('own_record', kwargs=place)}?",
            bareme=bareme_of(tournament),
        )
    return render(request, PAGE, context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def attach(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int, number: int
) -> HttpResponse:
    """Ask for the record of a donne, then attach it to the donne's line."""
    sheet = sheet_at(tournament, round_number, table_number)
    record = _record_on(sheet, number)
    chairs = len(sheet.seats)
    place = address(sheet.table) | {"number": number}
    if request.method == "POST":
        form = AttachForm(request.POST, request.FILES, chairs=chairs)
        if form.is_valid():
            try:
                attach_record(
                    table=sheet.table,
                    number=number,
                    record=form.valid_record,
                    first=form.first_chair,
                    key=form.cleaned_data["key"],
                    replaces=next(iter(form.replaced()), None),
                    reason=form.cleaned_data["reason"],
                    anyway=form.cleaned_data["quand_meme"],
                    by=request.user,
                    at=timezone.now(),
                )
            except Refusal as refusal:
                form.refuse(refusal)
                if refusal.code == TO_CONFIRM:
                    form.ask_anyway()
                if refusal.code == "stale_record":
                    form.renew(replaces=str(record.pk) if record else "")
            else:
                messages.success(
                    request, _("Relevé rattaché à la donne %(number)s.") % {"number": number_told(sheet.table, number)}
                )
                return see_other("donne_record", **place)
    else:
        form = AttachForm(chairs=chairs, initial={"replaces": str(record.pk)} if record else None)
    context = _page_context(sheet, number, record) | {
        "form": form,
        "names": staff_names(sheet.seats),
        "back": reverse("donne_record" if record else "sheet", kwargs=place if record else address(sheet.table)),
    }
    return form_page(request, "scoring/cards/attach.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def withdraw(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int, number: int
) -> HttpResponse:
    """Ask for a reason, then withdraw the record of a donne; it stays on record."""
    sheet = sheet_at(tournament, round_number, table_number)
    record = _record_on(sheet, number)
    place = address(sheet.table) | {"number": number}
    form = WithdrawForm(request.POST or None, initial={"record": record and record.pk})
    if request.method == "POST" and form.is_valid():
        seen_record = get_object_or_404(sheet.table.records, number=number, pk=form.cleaned_data["record"])
        with refusals_on(form):
            withdraw_record(record=seen_record, reason=form.cleaned_data["reason"], by=request.user, at=timezone.now())
            messages.success(
                request, _("Relevé de la donne %(number)s retiré.") % {"number": number_told(sheet.table, number)}
            )
            return see_other("donne_record", **place)
    if record is None:
        return see_other("donne_record", **place)
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Retirer le relevé de la donne %(number)s") % {"number": number_told(sheet.table, number)},
        "what": _("Rattaché par %(by)s. La marque ne change pas ; le relevé et le motif restent au journal.")
        % {"by": record.written_by_name},
        "verb": _("Retirer ce relevé"),
        "place": place,
        "back": reverse("donne_record", kwargs=place),
    }
    return form_page(request, "scoring/reason.html", context)


def _record_on(sheet: Sheet, number: int) -> DonneRecord | None:
    """Return the record of a donne of this sheet, None without one. Raises Http404 when the sheet has no such donne."""
    if all(row.number != number for row in sheet.rows):
        raise Http404(
            _("La table %(table)d n’a pas de donne %(number)s.")
            % {
                "table": sheet.table.number,
                "number": number_told(sheet.table, number),
            }
        )
    return record_of(sheet.table, number)


def _page_context(sheet: Sheet, number: int, record: DonneRecord | None) -> dict[str, Any]:
    line = next(row.line for row in sheet.rows if row.number == number)
    return {
        "tournament": sheet.tournament,
        "table": sheet.table,
        "number": number,
        "stored": record,
        "line": line,
        "anchor": "#rejeu",  # the anchor is below the differences
        "is_played": line is not None and line.outcome == Outcome.PLAYED,
    }
