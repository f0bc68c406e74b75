"""Pages to cancel a round and to restore it, for organisers: what it holds, the standings then, and the reason."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.exports import cancelled_round_table, sheet_table
from scoring.queries.desk.cancelled_rounds import fallen_with, forecast, standings_with, stored_round
from scoring.queries.desk.desk import balance_changes_of
from scoring.queries.desk.penalties import penalties_at
from scoring.queries.rules.baremes import bareme_of
from scoring.queries.table.lines import changes_of
from scoring.queries.table.records import record_of, stored_record
from scoring.queries.table.sheets import recorded_numbers
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.views.desk.addresses import cancelled_sheet_at, staff_names
from scoring.views.desk.sheets import sheet_context
from scoring.views.table.cards import step_context
from tournaments.forms.base import ReasonForm, SeenReasonForm
from tournaments.labels import Keeps
from tournaments.models import Round, Tournament
from tournaments.permissions import Action, MemberRequest, Tells, requires
from tournaments.views.answers import form_page, refusals_on, see_other
from tournaments.views.exports import file_of, wants_file


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW, tells=Tells.ALL)
def cancel(request: MemberRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """Show what cancelling a round would do, ask for a reason, then cancel it with its results."""
    form = SeenReasonForm(request.POST or None, autofocus=False)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            cancel_round(
                tournament=tournament, number=round_number, by=request.user, at=timezone.now(), **form.cleaned_data
            )
            messages.success(
                request,
                _("La position %(number)d est annulée. Ses feuilles sont gardées et ne comptent plus.")
                % {"number": round_number},
            )
            return see_other("seat_changes", tournament_id=tournament.pk)
    round_ = tournament.rounds.filter(number=round_number).first()
    if round_ is None:
        messages.error(
            request,
            _("La position %(number)d n’est pas publiée : il n’y a rien à annuler.") % {"number": round_number},
        )
        return see_other("seat_changes", tournament_id=tournament.pk)
    round_forecast = forecast(tournament, round_)
    form.show(round_forecast.seen)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "number": round_number,
        "forecast": round_forecast,
        "is_finished": tournament.is_finished,
    }
    return form_page(request, "scoring/cancel_round.html", context)


@never_cache
@require_safe
@requires(Action.RECORD)
def cancelled(request: MemberRequest, *, tournament: Tournament, cancelled_id: int) -> HttpResponse:
    """Show a cancelled round as it was: who cancelled it and why, its tables and their points."""
    round_ = _cancelled(tournament, cancelled_id)
    round_as_left = stored_round(tournament, round_)
    if wants_file(request):
        return file_of(request, lambda: cancelled_round_table(tournament, round_as_left))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "stored": round_as_left,
        "is_finished": tournament.is_finished,
    }
    return render(request, "scoring/cancelled_round.html", context)


@never_cache
@require_safe
@requires(Action.RECORD)
def cancelled_sheet(
    request: MemberRequest, *, tournament: Tournament, cancelled_id: int, table_number: int
) -> HttpResponse:
    """Show the sheet of a table of a cancelled round."""
    sheet = cancelled_sheet_at(tournament, _cancelled(tournament, cancelled_id), table_number)
    table = sheet.table
    if wants_file(request):
        laid_out = sheet_context(sheet, staff_names(sheet.seats), changes={})
        return file_of(request, lambda: sheet_table(table, tournament, laid_out))
    keeps_totals = tournament.keeps == Keeps.TOTALS
    context = sheet_context(sheet, staff_names(sheet.seats), changes={} if keeps_totals else changes_of(table)) | {
        "round": table.round,
        "recorded": recorded_numbers(sheet),
        "penalties": penalties_at(table),
        "balance_history": balance_changes_of(table) if keeps_totals else [],
    }
    return render(request, "scoring/cancelled_sheet.html", context)


@never_cache
@require_safe
@requires(Action.RECORD)
def cancelled_record(
    request: MemberRequest, *, tournament: Tournament, cancelled_id: int, table_number: int, number: int
) -> HttpResponse:
    """Replay the record of a donne of a cancelled round."""
    sheet = cancelled_sheet_at(tournament, _cancelled(tournament, cancelled_id), table_number)
    place = {
        "tournament_id": tournament.pk,
        "cancelled_id": cancelled_id,
        "table_number": table_number,
        "number": number,
    }
    record = record_of(sheet.table, number)
    context = {"tournament": tournament, "table": sheet.table, "number": number, "stored": record}
    if record is not None:
        context |= step_context(
            request,
            stored_record(record, staff_names(sheet.seats)),
            base=f"{reverse('cancelled_record', kwargs=place)}?",
            bareme=bareme_of(tournament),
        )
    return render(request, "scoring/cancelled_record.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.DRAW, tells=Tells.ALL)
def restore(request: MemberRequest, *, tournament: Tournament, cancelled_id: int) -> HttpResponse:
    """Show the standings with a cancelled round, ask for a reason, then restore it."""
    round_ = get_object_or_404(Round, pk=cancelled_id)
    if round_.tournament_id == tournament.pk:  # the button was pressed twice
        return see_other("seat_changes", tournament_id=tournament.pk)
    round_ = _cancelled(tournament, cancelled_id)
    form = ReasonForm(request.POST or None, autofocus=False)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            restore_round(tournament=tournament, round_=round_, by=request.user, at=timezone.now(), **form.cleaned_data)
            messages.success(
                request, _("La position %(number)d est rétablie : elle compte de nouveau.") % {"number": round_.number}
            )
            return see_other("seat_changes", tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "stored": stored_round(tournament, round_),
        "lines": standings_with(tournament, round_),
        "penalties": fallen_with(round_).count(),
        "is_finished": tournament.is_finished,
    }
    return form_page(request, "scoring/restore_round.html", context)


def _cancelled(tournament: Tournament, cancelled_id: int) -> Round:
    """Return a cancelled round of a tournament. Raises Http404 when there is none."""
    return get_object_or_404(Round, pk=cancelled_id, cancelled_from=tournament)
