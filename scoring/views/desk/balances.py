"""Pages to enter the balances of a table, in a tournament that keeps no donnes."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.desk.sheets import BalanceGridForm, BalancesForm, tables_in_grid
from scoring.queries.desk.desk import tables_numbered, tables_without_balances
from scoring.queries.table.sheets import Sheet, sheet_of, subject_of_sheet
from scoring.services.decisions.effects import with_balances
from scoring.services.sheets.balances import record_balances
from scoring.services.sheets.rounds_of_sheets import Balances, record_all_balances
from scoring.services.sheets.sheets import refuse_unless_open
from scoring.templatetags.donnes import held_open
from scoring.views.desk.addresses import address, sheet_at, staff_names
from scoring.views.desk.after_end import corrected, corrects_after_end
from tournaments.labels import Keeps
from tournaments.models import Round, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.standings.place_changes import Effect, place_changes
from tournaments.refusals import Refusal
from tournaments.templatetags.marks import signed
from tournaments.views.answers import form_page, refusals_told, see_other

STALE = "stale_balances"


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def balances(request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int) -> HttpResponse:
    """Show the form of a table's balances, or save them and go back to the sheet."""
    sheet = sheet_at(tournament, round_number, table_number)
    if tournament.keeps != Keeps.TOTALS:
        return see_other("sheet", **address(sheet.table))
    if request.method == "POST":
        return _save(request, sheet, BalancesForm(request.POST, sheet=sheet))
    with refusals_told(request):
        if not corrects_after_end(request, tournament):
            refuse_unless_open(tournament, sheet.table)
        return _form_page(request, BalancesForm(sheet=sheet))
    return see_other("sheet", **address(sheet.table))


@require_POST
@requires(Action.RECORD)
def balances_effect(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int
) -> HttpResponse:
    """Show who changes place by the balances being typed; empty while they are not valid. Saves nothing."""
    sheet = sheet_at(tournament, round_number, table_number)
    form = BalancesForm(request.POST, sheet=sheet)
    effect = _effect(form) if tournament.keeps == Keeps.TOTALS and form.is_valid() else None
    return render(request, "scoring/place_changes.html", {"effect": effect})


def _effect(form: BalancesForm) -> Effect | None:
    """Return who changes place by a correction, None while the correction is not valid."""
    balances = form.balances()
    if sum(balances.values()) or not form.sheet.balances:
        return None
    return place_changes(form.sheet.tournament, with_balances(form.sheet.table, balances))


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def balance_grid(request: MemberRequest, *, tournament: Tournament, round_number: int) -> HttpResponse:
    """Show the form of all tables' balances of a position, or save those filled in; close their sheets when asked."""
    desk = {"tournament_id": tournament.pk, "round_number": round_number}
    round_ = get_object_or_404(Round, tournament=tournament, number=round_number)
    if request.method == "POST":
        form = BalanceGridForm(request.POST, tables=tables_numbered(round_, tables_in_grid(request.POST)))
        if form.is_valid() and not form.balances():
            form.add_error(None, _("Rien n’est encore écrit : recopiez les bilans d’une table au moins."))
        elif form.is_valid():
            try:
                _save_grid(request, tournament, form.balances())
            except Refusal as refusal:
                # Tables that another arbiter wrote meanwhile leave the grid; everything else that was typed stays.
                form = BalanceGridForm(request.POST, tables=tables_without_balances(round_))
                form.is_valid()
                form.refuse(refusal)
            else:
                return see_other("desk_round", **desk)
    else:
        is_open = tournament.keeps == Keeps.TOTALS and not tournament.is_finished
        form = BalanceGridForm(tables=tables_without_balances(round_) if is_open else [])
        if not form.tables:
            return see_other("desk_round", **desk)
    context = {"tournament": tournament, "form": form, "round_number": round_number}
    return form_page(request, "scoring/balance_grid.html", context)


def _save_grid(request: MemberRequest, tournament: Tournament, rows: list[Balances]) -> None:
    closing = record_all_balances(
        tournament=tournament, rows=rows, then_close="clore" in request.POST, by=request.user, at=timezone.now()
    )
    sentence = ngettext("Bilans enregistrés : %(count)d table.", "Bilans enregistrés : %(count)d tables.", len(rows))
    messages.success(request, sentence % {"count": len(rows)})
    if closing.held:
        messages.warning(request, held_open(closing.held))


def _save(request: MemberRequest, sheet: Sheet, form: BalancesForm) -> HttpResponse:
    if not form.is_valid():
        return _form_page(request, form, refused=True)
    if "preview" in request.POST:  # the button for browsers without scripts
        return _form_page(request, form, effect=_effect(form))
    try:
        corrected(
            request,
            sheet.tournament,
            partial(
                record_balances,
                table=sheet.table,
                balances=form.balances(),
                key=form.cleaned_data["key"],
                replaces=form.replaced(),
                reason=form.cleaned_data["reason"],
                by=request.user,
                at=timezone.now(),
            ),
            subject=subject_of_sheet(sheet.table),
            reason=form.cleaned_data["reason"],
            tables=[sheet.table],
        )
    except Refusal as refusal:
        stale = refusal.code == STALE
        if stale:
            # The page may be older than the balances that stand there now: show what they say.
            form = BalancesForm(request.POST, sheet=sheet_of(sheet.table))
            form.is_valid()
        form.refuse(refusal)
        if stale:
            form.becomes_correction()
        return _form_page(request, form, stale=stale, refused=True)
    marks = ", ".join(
        f"{name} {signed(form.balances()[seat.chair_index])}"
        for seat, name in zip(sheet.seats, staff_names(sheet.seats), strict=True)
    )
    messages.success(
        request,
        _("Bilans de la table %(table)d enregistrés : %(said)s.") % {"table": sheet.table.number, "said": marks},
    )
    return see_other("sheet", **address(sheet.table))


def _form_page(
    request: HttpRequest,
    form: BalancesForm,
    *,
    stale: bool = False,
    refused: bool = False,
    effect: Effect | None = None,
) -> HttpResponse:
    context = {
        "tournament": form.sheet.tournament,
        "sheet": form.sheet,
        "table": form.sheet.table,
        "place": address(form.sheet.table),
        "form": form,
        "stale": stale,
        "effect": effect,
        "after_end": corrects_after_end(request, form.sheet.tournament),
    }
    return form_page(request, "scoring/balances.html", context, refused=refused)
