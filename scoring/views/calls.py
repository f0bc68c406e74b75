"""Chelem calls of a tournament: the list, a new one, and taking one back."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.calls import ChelemCallForm, PlaceForm
from scoring.forms.parts import ReasonForm
from scoring.labels import CalledWhen
from scoring.models import ChelemCall
from scoring.queries.sheets import Sheet, sheet_of
from scoring.services.calls import cancel_chelem_call, record_chelem_call
from scoring.views.places import see
from tournaments.models import Table, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.refusals import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def chelem_calls(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Show the calls and, once the table is known (`?position=2&table=12`), the form of a new one."""
    place = PlaceForm(request.GET if "table" in request.GET else None, rounds=list(tournament.rounds.all()))
    sheet = _sheet(tournament, place)
    if sheet is None or request.method != "POST":
        form = ChelemCallForm(sheet=sheet) if sheet else None
        return _page(request, tournament, place, form)
    form = ChelemCallForm(request.POST, sheet=sheet)
    if not form.is_valid():
        return _page(request, tournament, place, form, status=422)
    said = form.cleaned_data
    try:
        call = record_chelem_call(
            table=sheet.table,
            number=said["number"],
            caller=form.caller(),
            announced=said["announced"],
            outcome=said["outcome"],
            key=said["key"],
            by=request.user,
            at=timezone.now(),
        )
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, tournament, place, form, status=422)
    messages.success(
        request,
        _("Chelem annoncé par %(caller)s enregistré : position %(position)d, table %(table)d, donne %(number)d.")
        % {
            "caller": form.caller().registration.player.full_name,
            "position": sheet.table.round.number,
            "table": sheet.table.number,
            "number": call.number,
        },
    )
    return see("chelem_calls", tournament_id=tournament.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def cancel_call(request: MemberRequest, *, tournament: Tournament, call_id: int) -> HttpResponse:
    """Ask why, then take a call back; it stays on record."""
    call = get_object_or_404(
        ChelemCall.objects.select_related("table__round", "caller__registration__player"),
        pk=call_id,
        table__round__tournament=tournament,
    )
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            cancel_chelem_call(call=call, reason=form.cleaned_data["reason"], by=request.user, at=timezone.now())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("Appel de chelem annulé. La marque d’une donne déjà saisie ne change pas."))
            return see("chelem_calls", tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Annuler un appel de chelem"),
        "what": _("Chelem annoncé par %(caller)s, position %(position)d, table %(table)d, donne %(number)d.")
        % {
            "caller": call.caller.registration.player.full_name,
            "position": call.table.round.number,
            "table": call.table.number,
            "number": call.number,
        },
        "verb": _("Annuler cet appel"),
        "back": reverse("chelem_calls", kwargs={"tournament_id": tournament.pk}),
    }
    return render(request, "scoring/reason.html", context, status=422 if form.errors else 200)


def _sheet(tournament: Tournament, place: PlaceForm) -> Sheet | None:
    """Return the sheet of the table asked for; a table that does not exist is said at its field."""
    if not place.is_bound or not place.is_valid():
        return None
    said = place.cleaned_data
    table = (
        Table.objects.select_related("round")
        .filter(round__tournament=tournament, round__number=said["position"], number=said["table"])
        .first()
    )
    if table is None:
        place.add_error(
            "table",
            _("La position %(position)d n’a pas de table %(table)d. Vérifiez le numéro.") % said,
        )
        return None
    table.round.tournament = tournament
    return sheet_of(table)


def _page(
    request: HttpRequest, tournament: Tournament, place: PlaceForm, form: ChelemCallForm | None, status: int = 200
) -> HttpResponse:
    calls = ChelemCall.objects.filter(table__round__tournament=tournament).select_related(
        "table__round", "caller__registration__player", "cancelled_by"
    )
    context: dict[str, Any] = {
        "tournament": tournament,
        "place": place,
        "form": form,
        "calls": calls.order_by("-pk"),
        "late": CalledWhen.LATE,
    }
    return render(request, "scoring/chelem_calls.html", context, status=status)
