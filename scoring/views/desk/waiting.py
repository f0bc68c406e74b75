"""Donnes that waited on a device without network: how the site receives them, and how arbiters settle them."""

from collections.abc import Sequence
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.desk.sheets import SettleForm
from scoring.labels import Kept
from scoring.models import Conflict, SheetLine
from scoring.queries.desk.waiting_at import at_conflict
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import against_ruling, contradicts_ruling, line_at
from scoring.queries.table.sheets import marks_of, sheet_of, subject_of_sheet
from scoring.services.decisions.effects import with_lines
from scoring.services.sheets.conflicts import BESIDE, keep_beside, settle_conflict
from scoring.services.sheets.donnes import SentDonne
from scoring.views.desk.addresses import address, staff_names
from scoring.views.desk.after_end import corrected, corrects_after_end
from scoring.views.table.table_answers import Answer
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, public, requires
from tournaments.queries.standings.place_changes import place_changes
from tournaments.refusals import Refusal
from tournaments.views.answers import form_page, refusals_on, see_other

LATER = "garde"  # the field that says that this waited on a device: nobody is looking at the answer


@require_safe
@public
@never_cache
def fresh_token(request: HttpRequest) -> JsonResponse:
    """Give a script that sends late donnes a CSRF token, and the id of the account logged in, empty without one."""
    return JsonResponse({"token": get_token(request), "who": str(request.user.pk or "")})


def answer_later(request: HttpRequest, answer: Answer, sent: SentDonne, refusal: Refusal) -> JsonResponse:
    """Answer a refused script. A donne sent late is kept for the arbiter when that is possible."""
    if LATER not in request.POST or refusal.code not in BESIDE:
        return answer.to(refusal)
    try:
        beside = keep_beside(sent, refusal=refusal)
    except Refusal as refused:
        return answer.to(refused)
    return answer.saved(beside, is_mine=False) if isinstance(beside, SheetLine) else answer.beside(beside)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD, at=at_conflict)
def settle(request: MemberRequest, *, tournament: Tournament, conflict_id: int) -> HttpResponse:
    """Show the two versions of a donne side by side, and keep the one that the arbiter chooses."""
    conflicts = Conflict.objects.select_related("table__round")
    conflict = get_object_or_404(conflicts, pk=conflict_id, table__round__tournament=tournament)
    table = conflict.table
    table.round.tournament = tournament
    standing = line_at(table, conflict.number)
    form = SettleForm(
        request.POST if request.method == "POST" else None, initial={"seen": standing.pk if standing else None}
    )
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            corrected(
                request,
                tournament,
                partial(settle_conflict, conflict=conflict, by=request.user, at=timezone.now(), **form.cleaned_data),
                subject=subject_of_sheet(table, conflict.number),
                reason=form.cleaned_data["reason"],
                tables=[table],
                counts=lambda settled: settled.kept == Kept.OTHER,
            )
            messages.success(
                request,
                _("Donne %(number)s : c’est tranché.") % {"number": number_told(conflict.table, conflict.number)},
            )
            return see_other(reverse("sheet", kwargs=address(table)) + f"#donne-{conflict.number}")
        conflict.refresh_from_db(fields=["settled_at"])
        form.shown_again(standing.pk if standing else None)
    sheet = sheet_of(table)
    names, call = staff_names(sheet.seats), sheet.calls.get(conflict.number)
    other_line = conflict.as_line(sheet.seats)
    context = {
        "form": form,
        "tournament": tournament,
        "conflict": conflict,
        "ruling": against_ruling(other_line, call).sentence if call and contradicts_ruling(other_line, call) else "",
        "number": conflict.number,
        "names": names,
        "versions": _versions(standing, other_line, names),
        "effect": None
        if conflict.settled_at
        else place_changes(tournament, with_lines((table, conflict.number, other_line))),
        "after_end": corrects_after_end(request, tournament),
        "corrects_closed": table.closed_at is not None,
        "place": address(table),
        "back": reverse("sheet", kwargs=address(table)),
    }
    return form_page(request, "scoring/settle.html", context)


def _versions(
    standing: SheetLine | None, other: SheetLine, names: Sequence[str]
) -> list[tuple[Kept, SheetLine | None, SheetLine | None, list[tuple[str, int]]]]:
    """Return both versions of a donne: its code, its line, the line beside it, and the marks with the names."""
    return [
        (code, line, beside, list(zip(names, marks_of(line, len(names)), strict=True)) if line else [])
        for code, line, beside in ((Kept.STANDING, standing, other), (Kept.OTHER, other, standing))
    ]
