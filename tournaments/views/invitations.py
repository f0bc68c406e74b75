"""The roles that clubs offer to whoever is logged in: accepted or declined on a page of his own."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.clubs import invitations_for
from tournaments.refusals import Refusal
from tournaments.services import invitations


@require_safe
@requires(Action.ANSWER)
def my_invitations(request: MemberRequest) -> HttpResponse:
    """What waits for an answer, and what accepting it means."""
    return render(request, "tournaments/player/invitations.html", {"invitations": invitations_for(request.user)})


@require_POST
@requires(Action.ANSWER)
def accept_invitation(request: MemberRequest, own_invitation_id: int) -> HttpResponse:
    return _answered(request, own_invitation_id, accepts=True)


@require_POST
@requires(Action.ANSWER)
def decline_invitation(request: MemberRequest, own_invitation_id: int) -> HttpResponse:
    return _answered(request, own_invitation_id, accepts=False)


def _answered(request: MemberRequest, invitation_id: int, *, accepts: bool) -> HttpResponse:
    answer = invitations.accept if accepts else invitations.decline
    try:
        invitation = answer(invitation_id=invitation_id, account=request.user, at=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("my_invitations")
    where = {"where": invitation.tournament or invitation.club}
    if not accepts:
        messages.success(request, _("Vous avez décliné l’invitation de %(where)s.") % where)
        return redirect("my_invitations")
    messages.success(request, _("Vous avez maintenant ce rôle : %(where)s.") % where)
    return redirect("organisation")
