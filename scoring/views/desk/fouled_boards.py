"""A board whose hands were changed in its étui: which tables are compared apart, and how that is taken back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.desk.fouled_boards import MOVES, FouledBoardForm
from scoring.views.desk.after_end import corrected, corrects_after_end
from tournaments.forms.base import ReasonForm
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.standings.fouled_boards import (
    rulings_of,
    subject_of_fouled,
    tables_with,
    with_fouled,
    without_fouled,
)
from tournaments.queries.standings.place_changes import place_changes
from tournaments.services.fouled_boards import refuse_fouled, rule_fouled, take_back_fouled
from tournaments.subjects import subject_of, tell
from tournaments.views.answers import form_page, refusals_on, see_other


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.PENALISE)
def fouled_board(request: MemberRequest, *, tournament: Tournament, number: int) -> HttpResponse:
    """Ask which tables had other hands of a board, show who moves, then rule it; below, what was ruled of it."""
    playing = tables_with(tournament, number)
    form = FouledBoardForm(request.POST or None, playing=playing)
    effect = None
    if request.method == "POST" and form.is_valid():
        tables = form.chosen()
        with refusals_on(form):
            if MOVES not in form.confirmed_codes():
                refuse_fouled(tournament, number, tables)
                if not form.cleaned_data["reason"].strip():
                    form.add_error("reason", _("Dites ce qui s’est passé : le journal en garde la trace."))
                effect = place_changes(tournament, with_fouled(tables, number))
                form.ask_to_confirm(
                    _("Ces tables seront comparées entre elles, les autres sans elles."), [], codes=[MOVES]
                )
            else:
                written = {name: form.cleaned_data[name] for name in ("reason", "key")}
                ruled = {"tournament": tournament, "board": number, "tables": tables, **written}
                numbers = ", ".join(str(table.number) for table in tables)
                corrected(
                    request,
                    tournament,
                    lambda: rule_fouled(**ruled, by=request.user, at=timezone.now()),
                    subject=subject_of("board", board=number, tables=numbers),
                    reason=form.cleaned_data["reason"],
                )
                messages.success(request, _("Étui %(board)d : ces tables sont comparées à part.") % {"board": number})
                return see_other("fouled_board", tournament_id=tournament.pk, number=number)
    context = {
        "tournament": tournament,
        "number": number,
        "form": form,
        "effect": effect,
        "rulings": rulings_of(tournament, number),
        "after_end": corrects_after_end(request, tournament),
        "back": reverse("desk", args=[tournament.pk]),
    }
    return form_page(request, "scoring/fouled_board.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.PENALISE)
def take_back(request: MemberRequest, *, tournament: Tournament, fouled_id: int) -> HttpResponse:
    """Ask for a reason and show who moves, then take a ruling back; it stays below, with who did it."""
    ruling = get_object_or_404(tournament.fouled_boards, pk=fouled_id)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        with refusals_on(form):
            corrected(
                request,
                tournament,
                lambda: take_back_fouled(ruling=ruling, reason=reason, by=request.user, at=timezone.now()),
                subject=subject_of_fouled(ruling),
                reason=reason,
            )
            messages.success(
                request,
                _("Étui %(board)d : toutes les tables sont de nouveau comparées ensemble.") % {"board": ruling.board},
            )
            return see_other("fouled_board", tournament_id=tournament.pk, number=ruling.board)
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Annuler la séparation des tables"),
        "what": tell(subject_of_fouled(ruling)),
        "effect": None if ruling.cancelled_at else place_changes(tournament, without_fouled(ruling)),
        "after_end": corrects_after_end(request, tournament),
        "verb": _("Comparer de nouveau toutes les tables"),
        "back": reverse("fouled_board", args=[tournament.pk, ruling.board]),
    }
    return form_page(request, "scoring/reason.html", context)
