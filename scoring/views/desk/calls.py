"""The chelem calls of a tournament: list them, record one, cancel one."""

import uuid
from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.exports import calls_table
from scoring.forms.desk.calls import ChelemCallForm
from scoring.forms.desk.sheets import PlaceForm
from scoring.marque import Facts
from scoring.models import ChelemCall, SheetLine
from scoring.queries.desk.desk import round_to_show, rounds_of
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import line_at, without_call
from scoring.queries.table.sheets import Sheet, sheet_of, subject_of_sheet
from scoring.services.decisions.calls import cancel_chelem_call, record_chelem_call
from scoring.services.decisions.effects import with_lines
from scoring.services.sheets.lines import score_line
from scoring.templatetags.donnes import donne_text_with_marks
from scoring.views.desk.addresses import staff_names
from scoring.views.desk.after_end import corrected, corrects_after_end, too_late
from scoring.views.desk.before_after import before_and_after
from tournaments.forms.base import SeenReasonForm
from tournaments.kit.text import whole_number
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.standings.place_changes import Effect, place_changes
from tournaments.views.answers import form_page, refusals_on, see_other
from tournaments.views.exports import file_of, wants_file

CORRECTS = "call_corrects_the_line"


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def chelem_calls(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Show the calls and, when the table is known (`?position=2&table=12`), the form of a new call."""
    if wants_file(request):
        return file_of(request, lambda: calls_table(tournament, _calls(tournament)))
    rounds = rounds_of(tournament)
    shown_round = round_to_show(rounds)
    place = PlaceForm(
        request.GET if "table" in request.GET else None,
        rounds=rounds,
        initial={"position": shown_round.number if shown_round else None},
    )
    sheet = _sheet(tournament, place)
    if sheet is None or request.method != "POST":
        form = ChelemCallForm(sheet=sheet, prefill=_prefill(request)) if sheet else None
        return _page(request, tournament, place, form)
    form = ChelemCallForm(request.POST, sheet=sheet)
    if not form.is_valid():
        return _page(request, tournament, place, form, refused=True)
    if form.corrects() is not None and CORRECTS not in form.confirmed_codes():
        effect = None
        with refusals_on(form):
            effect = _ask_to_confirm(form, tournament)
        return _page(request, tournament, place, form, refused=True, effect=effect)
    with refusals_on(form):
        return _recorded(request, tournament, sheet, form)
    return _page(request, tournament, place, form, refused=True)


def _recorded(request: MemberRequest, tournament: Tournament, sheet: Sheet, form: ChelemCallForm) -> HttpResponse:
    """Record a call, say what it changed, and go back to the calls."""
    typed, corrects = form.cleaned_data, form.corrects() is not None
    call = corrected(
        request,
        tournament,
        partial(
            record_chelem_call,
            table=sheet.table,
            number=typed["number"],
            caller=form.caller(),
            announced=typed["announced"],
            outcome=typed["outcome"],
            led=typed["led"],
            excuse=typed["excuse"],
            petit_before_last=typed["petit_before_last"],
            key=typed["key"],
            by=request.user,
            at=timezone.now(),
        ),
        subject=subject_of_sheet(sheet.table, typed["number"]),
        reason=typed["reason"],
        tables=[sheet.table],
    )
    messages.success(
        request,
        _("Chelem annoncé par %(caller)s enregistré : position %(position)d, table %(table)d, donne %(number)s.")
        % {
            "caller": form.caller().registration.player.full_name,
            "position": sheet.table.round.number,
            "table": sheet.table.number,
            "number": number_told(call.table, call.number),
        },
    )
    if corrects:
        _tell_new_line(request, sheet, call.line_key)
    if call.led is False:
        messages.warning(
            request,
            _("Il n’a pas entamé, et l’entame lui revenait : notez un incident si la table le conteste."),
        )
    return see_other("chelem_calls", tournament_id=tournament.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def cancel_call(request: MemberRequest, *, tournament: Tournament, call_id: int) -> HttpResponse:
    """Ask for a reason, then cancel a call; it stays on record."""
    call = get_object_or_404(
        ChelemCall.objects.select_related("table__round", "caller__registration__player"),
        pk=call_id,
        table__round__tournament=tournament,
    )
    call.table.round.tournament = tournament
    form = SeenReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        seen = form.cleaned_data["seen"]
        with refusals_on(form):
            taken_back = corrected(
                request,
                tournament,
                partial(
                    cancel_chelem_call,
                    call=call,
                    reason=form.cleaned_data["reason"],
                    seen=whole_number(seen),
                    by=request.user,
                    at=timezone.now(),
                ),
                subject=subject_of_sheet(call.table, call.number),
                reason=form.cleaned_data["reason"],
                tables=[call.table],
            )
            messages.success(request, _("Appel de chelem annulé."))
            if taken_back is not None:
                _tell_new_line(request, sheet_of(call.table), taken_back.key)
            return see_other("chelem_calls", tournament_id=tournament.pk)
    line = line_at(call.table, call.number)
    form.show(str(line.pk if line else 0))
    effects, effect = _effects_of_cancelling(call, line, tournament)
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Annuler un appel de chelem"),
        "what": _said_of(call),
        "effects": effects,
        "effect": effect,
        "after_end": corrects_after_end(request, tournament),
        "refused": too_late(request, tournament),
        "verb": _("Annuler cet appel"),
        "back": reverse("chelem_calls", kwargs={"tournament_id": tournament.pk}),
    }
    return form_page(request, "scoring/reason.html", context)


def _said_of(call: ChelemCall) -> str:
    return _("Chelem annoncé par %(caller)s, position %(position)d, table %(table)d, donne %(number)s.") % {
        "caller": call.caller.registration.player.full_name,
        "position": call.table.round.number,
        "table": call.table.number,
        "number": number_told(call.table, call.number),
    }


def _ask_to_confirm(form: ChelemCallForm, tournament: Tournament) -> Effect | None:
    """
    Show the line of the donne before and after the call, with the box that confirms the correction.

    Returns who changes place.
    """
    line, facts = form.line(), form.corrects()
    assert line is not None  # called only when the call corrects a line
    assert facts is not None
    effects, effect = _before_and_after(line, facts, form.sheet, tournament)
    form.ask_to_confirm(
        _("La donne %(number)s est déjà saisie, et cet appel la corrige :")
        % {"number": number_told(line.table, line.number)},
        effects,
        codes={CORRECTS},
    )
    return effect


def _effects_of_cancelling(
    call: ChelemCall, line: SheetLine | None, tournament: Tournament
) -> tuple[list[str], Effect | None]:
    """Return what cancelling a call does to its donne, in sentences, and who changes place, None without a change."""
    facts = without_call(line, call)
    if facts is not None and line is not None:
        sentences, effect = _before_and_after(line, facts, sheet_of(call.table), tournament)
        taken_back = _("Ce que cet appel a changé à la donne %(number)s est repris :") % {
            "number": number_told(call.table, call.number)
        }
        return [taken_back, *sentences], effect
    unchanged = (
        _("La donne %(number)s n’est pas encore saisie : aucune marque ne change.")
        if line is None
        else _("Cet appel n’a rien changé à la donne %(number)s : sa marque reste la même.")
    )
    return [unchanged % {"number": number_told(call.table, call.number)}], None


def _before_and_after(
    before: SheetLine, facts: Facts, sheet: Sheet, tournament: Tournament
) -> tuple[list[str], Effect | None]:
    """Return sentences about the line before and after, and who changes place. Refuses as `score_line`."""
    after = score_line(facts, place=sheet, number=before.number, turn=before.turn)
    sentences = before_and_after(before, after, sheet, tournament)
    return sentences, place_changes(tournament, with_lines((sheet.table, before.number, after)))


def _tell_new_line(request: HttpRequest, sheet: Sheet, key: uuid.UUID) -> None:
    """Add a message for the arbiter: the line of a donne after its call is recorded or cancelled."""
    line = SheetLine.objects.select_related("taker", "partner", "sits_out").get(key=key)
    messages.warning(
        request,
        _("La donne %(number)s de la table %(table)d est corrigée : %(line)s")
        % {
            "number": number_told(line.table, line.number),
            "table": sheet.table.number,
            "line": donne_text_with_marks(line, staff_names(sheet.seats)),
        },
    )


def _prefill(request: HttpRequest) -> dict[str, int]:
    """Return what the table said when it called, by field of the form: `?donne=3&annonce=2`."""
    texts = {"number": request.GET.get("donne", ""), "caller": request.GET.get("annonce", "")}
    return {name: number for name, text in texts.items() if (number := whole_number(text, digits=3)) is not None}


def _sheet(tournament: Tournament, place: PlaceForm) -> Sheet | None:
    """Return the sheet of the table asked for. A table that does not exist is an error of its field."""
    if not place.is_bound or not place.is_valid():
        return None
    table = place.table_meant(tournament)
    return sheet_of(table) if table is not None else None


def _page(
    request: HttpRequest,
    tournament: Tournament,
    place: PlaceForm,
    form: ChelemCallForm | None,
    *,
    refused: bool = False,
    effect: Effect | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "tournament": tournament,
        "place": place,
        "form": form,
        "noted": _calls(tournament),
        "effect": effect,
        "after_end": corrects_after_end(request, tournament),
        "too_late": too_late(request, tournament),
    }
    return form_page(request, "scoring/chelem_calls.html", context, refused=refused)


def _calls(tournament: Tournament) -> QuerySet[ChelemCall]:
    calls = ChelemCall.objects.filter(table__round__tournament=tournament)
    return calls.select_related("table__round", "caller__registration__player", "cancelled_by").order_by("-pk")
