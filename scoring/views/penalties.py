"""Penalties of a tournament: the list, a new one, and taking one back."""

from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.parts import ReasonForm
from scoring.forms.penalties import PenaltyForm
from scoring.models import Penalty, PenaltyShare
from scoring.services.penalties import cancel_penalty, give_penalty
from scoring.views.places import see
from tournaments.models import Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.refusals import Refusal
from tournaments.templatetags.marks import signed

STARTS_WITH = ("target", "player", "position", "table", "donne")


@require_safe
@requires(Action.PENALISE)
def penalties(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Show the penalties and the form of a new one; a sheet gives its table in the address."""
    start = {name: request.GET[name] for name in STARTS_WITH if name in request.GET}
    return _page(request, tournament, PenaltyForm(tournament=tournament, initial=start))


@require_POST
@requires(Action.PENALISE)
def give(request: MemberRequest, *, tournament: Tournament) -> HttpResponse:
    """Give a penalty, and show it at the top of the list."""
    form = PenaltyForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return _page(request, tournament, form, status=422)
    try:
        penalty = give_penalty(tournament=tournament, by=request.user, at=timezone.now(), **form.wanted())
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, tournament, form, status=422)
    names = ", ".join(
        share.registration.player.full_name for share in penalty.shares.select_related("registration__player")
    )
    messages.success(
        request,
        _("Pénalité « %(kind)s » donnée, %(points)s : %(names)s.")
        % {"kind": penalty.kind, "points": signed(penalty.points), "names": names},
    )
    return see("penalties", tournament_id=tournament.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.PENALISE)
def cancel(request: MemberRequest, *, tournament: Tournament, penalty_id: int) -> HttpResponse:
    """Ask why, then take a penalty back; it stays on record."""
    penalty = get_object_or_404(
        Penalty.objects.select_related("kind", "registration__player", "table__round"),
        pk=penalty_id,
        tournament=tournament,
    )
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            cancel_penalty(penalty=penalty, reason=form.cleaned_data["reason"], by=request.user, at=timezone.now())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("Pénalité « %(kind)s » annulée.") % {"kind": penalty.kind})
            return see("penalties", tournament_id=tournament.pk)
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Annuler une pénalité"),
        "what": _("« %(kind)s », %(points)s, donnée par %(by)s : %(reason)s")
        % {
            "kind": penalty.kind,
            "points": signed(penalty.points),
            "by": penalty.given_by_name,
            "reason": penalty.reason,
        },
        "verb": _("Annuler cette pénalité"),
        "back": reverse("penalties", kwargs={"tournament_id": tournament.pk}),
    }
    return render(request, "scoring/reason.html", context, status=422 if form.errors else 200)


def _page(request: HttpRequest, tournament: Tournament, form: PenaltyForm, status: int = 200) -> HttpResponse:
    shares = PenaltyShare.objects.select_related("registration__player").order_by("registration__start_number")
    given = tournament.penalties.select_related("kind", "table__round", "cancelled_by").prefetch_related(
        Prefetch("shares", queryset=shares)
    )
    context: dict[str, Any] = {
        "tournament": tournament,
        "form": form,
        "penalties": given.order_by("-pk"),
        "players": tournament.registrations.select_related("player").order_by("start_number"),
    }
    return render(request, "scoring/penalties.html", context, status=status)
