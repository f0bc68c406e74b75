"""The penalties of a tournament: list them, give one, cancel one."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.exports import penalties_table
from scoring.forms.desk.penalties import PenaltyForm
from scoring.labels import OF_A_DONNE, Sanction
from scoring.models import Penalty
from scoring.queries.desk.donne_decisions import with_waiting
from scoring.queries.desk.penalties import decisions_of, with_members
from scoring.queries.rules.catalogues import faults_on
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import line_at
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.effects import changed_back_by, with_penalty, without_penalty
from scoring.services.decisions.penalties import (
    GIVEN_BY_ANOTHER,
    ask_decisions,
    cancel_penalty,
    give_penalty,
    given_already,
    note_applied,
)
from scoring.services.decisions.penalty_checks import refusals_of
from scoring.templatetags.penalties import penalty_text, whom
from scoring.views.desk.addresses import address
from scoring.views.desk.after_end import corrected, corrects_after_end, too_late
from scoring.views.desk.before_after import before_and_after
from tournaments.kit.languages import current_language
from tournaments.kit.text import whole_number
from tournaments.models import Table, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.draws.seat_changes import places_kept
from tournaments.queries.standings.place_changes import Effect, place_changes
from tournaments.refusals import together
from tournaments.views.answers import SeeOther, follow, form_page, reason_page, refusals_on, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file

CHANGES = "decision_changes_the_donne"
STARTS_WITH = ("target", "player", "position", "table", "donne", "seated")  # the fields that an address may fill in


@require_safe
@requires(Action.PENALISE)
def penalties(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Show the penalties and the form of a new one. A link from a sheet has its table in the address."""
    if wants_file(request):
        decisions = _decisions(request, tournament)
        return file_of(request, lambda: penalties_table(tournament, decisions))
    start: dict[str, Any] = {name: request.GET[name] for name in STARTS_WITH if name in request.GET}
    if fault := request.GET.get("faute"):
        start["kind"] = faults_on(tournament.club_id, tournament.date).filter(code=fault).first()
    if "table" in start:
        start["from_sheet"] = "1"
    return _page(request, tournament, PenaltyForm(tournament=tournament, initial=start))


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.PENALISE)
def give(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Give a penalty, and show it first in the list. A GET, for example after a login, leads to the form."""
    if request.method != "POST":
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        return see_other(reverse("penalties", kwargs={"tournament_id": tournament.pk}) + query)
    form = PenaltyForm(request.POST, tournament=tournament, by=request.user)
    if not form.is_valid():
        form.what_else()
        return _page(request, tournament, form)
    if refusals := refusals_of(form.penalty()):
        form.refuse(together(refusals))
        return _page(request, tournament, form)
    with refusals_on(form):
        if not form.confirmed_codes() >= _asked_about(form):
            return _page(request, tournament, form, effect=_ask_to_confirm(form, tournament))
        said = form.arguments() | {"is_another": GIVEN_BY_ANOTHER in form.confirmed_codes()}
        penalty = corrected(
            request,
            tournament,
            partial(give_penalty, tournament=tournament, by=request.user, at=timezone.now(), **said),
            subject=str(form.cleaned_data["kind"]),
            reason=form.cleaned_data["reason"],
            tables=_sheets_of(form.penalty()),
        )
        saved = with_members(Penalty.objects.filter(pk=penalty.pk)).get()
        messages.success(
            request,
            _("Pénalité « %(kind)s » donnée, %(points)s : %(names)s.")
            % {
                "kind": saved.kind,
                "points": saved.takes or saved.does,
                "names": whom(saved),
            },
        )
        return see_other("penalties", tournament_id=tournament.pk)
    return _page(request, tournament, form)


@require_POST
@requires(Action.PENALISE)
def penalty_effect(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Show who changes place by the penalty being typed; empty while it cannot be given. Gives nothing."""
    form = PenaltyForm(request.POST, tournament=tournament)
    return render(request, "scoring/place_changes.html", {"effect": _effect(tournament, form)})


def _asked_about(form: PenaltyForm) -> set[str]:
    """Return the codes of what the arbiter must confirm before a decision is given."""
    changes = {CHANGES} if form.corrects() is not None else set()
    return changes | ({GIVEN_BY_ANOTHER} if form.given_by_another() is not None else set())


def _ask_to_confirm(form: PenaltyForm, tournament: Tournament) -> Effect | None:
    """
    Show what another arbiter gave already, the donne before and after, and the box that confirms the decision.

    Return who changes place.
    """
    penalty, same, changes = form.penalty(), form.given_by_another(), form.corrects()
    told = [] if same is None else [str(given_already(same))]
    if changes is not None and penalty.table is not None:
        told.append(
            _("La donne %(number)s est déjà saisie, et cette décision la change :")
            % {"number": number_told(penalty.table, penalty.donne)}
        )
        told += before_and_after(*changes, sheet_of(penalty.table), tournament)
    form.ask_to_confirm(told[0], told[1:], codes=_asked_about(form))
    return place_changes(tournament, with_penalty(penalty))


def _sheets_of(penalty: Penalty) -> list[Table]:
    """Return the sheets that a decision may write on: one, or none."""
    return [penalty.table] if penalty.table is not None and penalty.sanction in OF_A_DONNE else []


def _effect(tournament: Tournament, form: PenaltyForm) -> Effect | None:
    """Return who changes place by a penalty; None for a warning, and while the penalty cannot be given."""
    if not form.is_valid():
        return None
    penalty = form.penalty()
    moving = {*OF_A_DONNE, Sanction.DONNE_SCORE, Sanction.EXCLUSION}
    moves_nobody = not (penalty.points or penalty.basis or penalty.sanction in moving)
    if moves_nobody or form.cleaned_data["is_dealt_again"]:
        return None
    return None if refusals_of(penalty) else place_changes(tournament, with_penalty(penalty))


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.PENALISE)
def cancel(request: MemberRequest, *, tournament: Tournament, penalty_id: int) -> HttpResponse:
    """Ask for a reason, then cancel a penalty; it stays on record."""
    penalty = get_object_or_404(
        with_members(Penalty.objects.select_related("table__round")),
        pk=penalty_id,
        tournament=tournament,
    )

    def act(reason: str) -> SeeOther:
        corrected(
            request,
            tournament,
            partial(cancel_penalty, penalty=penalty, reason=reason, by=request.user, at=timezone.now()),
            subject=str(penalty.kind),
            reason=reason,
            tables=_sheets_of(penalty),
        )
        messages.success(request, _("Pénalité « %(kind)s » annulée.") % {"kind": penalty.kind})
        return see_other("penalties", tournament_id=tournament.pk)

    changed = changed_back_by(penalty) if penalty.cancelled_at is None else None
    effects = []
    if changed is not None:
        table, number, after = changed
        taken_back = _("Ce que cette décision a changé à la donne %(number)s est repris :") % {
            "number": number_told(table, number)
        }
        effects = [taken_back, *before_and_after(line_at(table, number), after, sheet_of(table), tournament)]
    context = {
        "tournament": tournament,
        "effects": effects,
        "title": _("Annuler une pénalité"),
        "what": _("%(penalty)s. Donnée par %(by)s.") % {"penalty": penalty_text(penalty), "by": penalty.given_by_name},
        "effect": place_changes(tournament, without_penalty(penalty)) if penalty.cancelled_at is None else None,
        "after_end": corrects_after_end(request, tournament),
        "refused": too_late(request, tournament),
        "verb": _("Annuler cette pénalité"),
        "back": reverse("penalties", kwargs={"tournament_id": tournament.pk}),
    }
    return reason_page(request, "scoring/reason.html", context, act)


@require_POST
@requires(Action.PENALISE)
def applied(request: MemberRequest, *, tournament: Tournament, penalty_id: int) -> HttpResponse:
    """Say whether a donne already follows a decision, and go back to the sheet."""
    penalties = Penalty.objects.select_related("kind", "table__round")
    penalty = get_object_or_404(penalties, pk=penalty_id, tournament=tournament)
    with refusals_told(request):
        messages.success(request, note_applied(penalty=penalty, by=request.user, at=timezone.now()))
    if penalty.table is None:  # about a player of the tournament: it never waited
        return see_other("penalties", tournament_id=tournament.pk)
    penalty.table.round.tournament = tournament
    return see_other("sheet", **address(penalty.table))


@require_POST
@requires(Action.PENALISE)
def make_decisions(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Ask for the PDF of one decision (`penalty`), or of all decisions and incidents."""
    penalty_id = request.POST.get("penalty", "")
    penalty = None
    if penalty_id:
        penalty = get_object_or_404(tournament.penalties, pk=whole_number(penalty_id))
    return follow(
        ask_decisions(
            tournament=tournament,
            penalty=penalty,
            language=current_language(),
            by=request.user,
            at=timezone.now(),
        )
    )


def _decisions(request: HttpRequest, tournament: Tournament) -> list[Penalty]:
    """Return the decisions of a tournament, the latest first; with `?sanction=`, those with this sanction."""
    decisions = with_members(tournament.penalties.select_related("table__round", "cancelled_by"))
    sanction = request.GET.get("sanction", "")
    decisions = decisions.filter(sanction=sanction) if sanction in Sanction.values else decisions
    return with_waiting(decisions.order_by("-pk"))


def _page(
    request: HttpRequest, tournament: Tournament, form: PenaltyForm, *, effect: Effect | None = None
) -> HttpResponse:
    about = form.about
    earlier = decisions_of([registration.pk for registration in about]) if about else Penalty.objects.none()
    context: dict[str, Any] = {
        "tournament": tournament,
        "form": form,
        "effect": effect,
        "after_end": corrects_after_end(request, tournament),
        "too_late": too_late(request, tournament),
        "penalties": _decisions(request, tournament),
        "kept": places_kept(tournament),
        "earlier": [
            {"registration": registration, "decisions": own}
            for registration in about
            if (own := [each for each in earlier if each.fell_on == registration.player_id])  # type: ignore[attr-defined]
        ],
        "sanctions": Sanction.choices,
        "sanction": request.GET.get("sanction", ""),
        "players": tournament.registrations.select_related("player").order_by("start_number"),
    }
    return form_page(
        request, "scoring/penalties.html", context, refused=bool(form.errors) or form.confirmation is not None
    )
