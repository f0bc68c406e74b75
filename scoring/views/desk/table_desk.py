"""What the desk does for tables with phones: confirm lines, answer protests and calls, show and revoke codes."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.table.tables import ExtraMinutesForm, NoteForm, ProtestAnswerForm
from scoring.models import ArbiterCall, Protest
from scoring.queries.desk.waiting_at import at_protest
from scoring.queries.table.agreements import upheld_since_closing
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import line_at
from scoring.queries.table.phones import phones_at
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.arbiter_calls import go_to_table, settle_call
from scoring.services.decisions.protests import answer_protest
from scoring.services.sheets.confirmations import confirm_line
from scoring.services.sheets.phones import revoke_codes
from scoring.views.desk.addresses import address, staff_names, table_at, ways_in
from tournaments.forms.base import ReasonForm
from tournaments.models import Table, Tournament
from tournaments.permissions import Action, MemberRequest, Tells, requires
from tournaments.queries.evening.clocks import clock_of
from tournaments.queries.pages.table_codes import token_of
from tournaments.refusals import Refusal
from tournaments.services.evening.clocks import give_extra_minutes
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other, tell_errors


@require_POST
@requires(Action.RECORD)
def confirm_at_desk(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int, number: int
) -> HttpResponse:
    """Confirm, as an arbiter, the line of a table that the page showed."""
    table = table_at(tournament, round_number, table_number)
    with refusals_told(request):
        line = line_at(table, number)
        if line is None or str(line.pk) != request.POST.get("line"):
            raise Refusal(
                _("La donne %(number)s a été changée entre-temps. Relisez-la, puis confirmez.")
                % {"number": number_told(table, number)},
                code="stale_line",
            )
        line.table = table
        confirm_line(line=line, seat=None, by=request.user, at=timezone.now())
        messages.success(request, _("Donne %(number)s confirmée.") % {"number": number_told(table, number)})
    return see_other(reverse("sheet", kwargs=address(table)) + f"#donne-{number}")


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD, at=at_protest)
def answer(request: MemberRequest, *, tournament: Tournament, protest_id: int) -> HttpResponse:
    """Answer a protest; the table reads the answer."""
    protests = Protest.objects.select_related("table__round", "seat__registration__player")
    protest = get_object_or_404(protests, pk=protest_id, table__round__tournament=tournament)
    protest.table.round.tournament = tournament
    form = ProtestAnswerForm(request.POST if request.method == "POST" else None)
    line = None if protest.number is None else line_at(protest.table, protest.number)
    corrects = line is not None and protest.table.closed_at is not None and not tournament.is_finished
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            answered = answer_protest(protest=protest, by=request.user, at=timezone.now(), **form.cleaned_data)
            messages.success(request, _("Réponse envoyée à la table %(table)d.") % {"table": protest.table.number})
            if corrects and upheld_since_closing(protest.table).filter(pk=answered.pk).exists():
                return see_other("donne", **address(protest.table), number=protest.number)
            return see_other("sheet", **address(protest.table))
    context = {
        "form": form,
        "tournament": tournament,
        "protest": protest,
        "line": line,
        "corrects": corrects,
        "names": [] if line is None else staff_names(sheet_of(protest.table).seats),
        "place": address(protest.table),
        "back": reverse("sheet", kwargs=address(protest.table)),
    }
    return form_page(request, "scoring/answer_protest.html", context)


@require_POST
@requires(Action.RECORD, tells=Tells.NOTHING)
def go(request: MemberRequest, *, tournament: Tournament, arbiter_call_id: int) -> HttpResponse:
    """Tell a table that called that this arbiter comes."""
    call = _call(tournament, arbiter_call_id)
    with refusals_told(request):
        go_to_table(call=call, by=request.user, at=timezone.now())
        messages.success(request, _("La table %(table)d sait que vous arrivez.") % {"table": call.table.number})
    return _back_from(request, call)


@require_POST
@requires(Action.RECORD, tells=Tells.NOTHING)
def settle(request: MemberRequest, *, tournament: Tournament, arbiter_call_id: int) -> HttpResponse:
    """Mark a call as settled by the arbiter, with a note if he writes one."""
    call = _call(tournament, arbiter_call_id)
    form = NoteForm(request.POST)
    if not form.is_valid():
        tell_errors(request, form)
        return see_other("sheet", **address(call.table))
    with refusals_told(request):
        settle_call(call=call, answer=form.cleaned_data["answer"], by=request.user, at=timezone.now())
        messages.success(request, _("Appel de la table %(table)d réglé.") % {"table": call.table.number})
    return _back_from(request, call)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD, tells=Tells.NOTHING)
def extra_minutes(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int
) -> HttpResponse:
    """Give a table of a timed position more minutes, or take them back."""
    table = table_at(tournament, round_number, table_number)
    initial = {"minutes": table.extra_minutes or 5, "reason": table.extra_reason}
    form = ExtraMinutesForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            give_extra_minutes(table=table, by=request.user, at=timezone.now(), **form.cleaned_data)
            messages.success(request, _("C’est noté : la table %(table)d le lit.") % {"table": table.number})
            return see_other("desk_round", tournament_id=tournament.pk, round_number=round_number)
    context = {
        "form": form,
        "tournament": tournament,
        "table": table,
        "clock": clock_of(tournament, table.round),
        "place": address(table),
    }
    return form_page(request, "scoring/extra_minutes.html", context)


def _call(tournament: Tournament, pk: int) -> ArbiterCall:
    calls = ArbiterCall.objects.select_related("table__round")
    call = get_object_or_404(calls, pk=pk, table__round__tournament=tournament)
    call.table.round.tournament = tournament
    return call


def _back_from(request: MemberRequest, call: ArbiterCall) -> HttpResponse:
    """Go back to the page of the button: the sheet of the table, or the desk."""
    place = address(call.table)
    if request.POST.get("de") == "feuille":
        return see_other("sheet", **place)
    del place["table_number"]
    return see_other("desk_round", **place)


@require_safe
@requires(Action.RECORD)
def table_code(request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int) -> HttpResponse:
    """Show how phones open the page of a table, and which phones did."""
    table = table_at(tournament, round_number, table_number)
    context = ways_in(request, table, tournament) | {
        "tournament": tournament,
        "table": table,
        "place": address(table),
        "here": reverse("table_page", args=[token_of(table, tournament)]),
        "phones": phones_at(table),
    }
    return render(request, "scoring/table_code.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def revoke_table(
    request: MemberRequest, *, tournament: Tournament, round_number: int, table_number: int
) -> HttpResponse:
    """Revoke the code of one table."""
    return _revoke(request, tournament, table_at(tournament, round_number, table_number))


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE_TOURNAMENT)
def revoke_all(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Revoke all codes of an evening, with the one in letters."""
    return _revoke(request, tournament, None)


def _revoke(request: MemberRequest, tournament: Tournament, table: Table | None) -> HttpResponse:
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if table is None:
        back = reverse("tournament_settings", kwargs={"tournament_id": tournament.pk})
        title = _("Révoquer tous les codes des tables")
        sentence = _("Tous les codes sont révoqués : imprimez de nouveau les feuilles et les listes des tables.")
    else:
        back = reverse("table_code", kwargs=address(table))
        title = _("Révoquer le code de la table %(table)d") % {"table": table.number}
        sentence = _("Le code de la table %(table)d est révoqué : voici le nouveau.") % {"table": table.number}
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            reason = form.cleaned_data["reason"]
            revoke_codes(tournament=tournament, table=table, reason=reason, by=request.user, at=timezone.now())
            messages.success(request, sentence)
            return see_other(back)
    context = {
        "tournament": tournament,
        "form": form,
        "title": title,
        "what": _("Les téléphones entrés par ce code devront photographier le nouveau. Rien de saisi ne se perd."),
        "verb": _("Révoquer"),
        "place": address(table) if table else {},
        "back": back,
    }
    return form_page(request, "scoring/reason.html", context)
