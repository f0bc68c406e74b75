"""A player's own page: where do I sit, what did I mark, where do I stand."""

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.models import Player, Registration
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries import own as own_query
from tournaments.queries.clubs import invitations_for
from tournaments.queries.revisions import Facts
from tournaments.views.caching import etag_of, kept_fresh_for_one, wants_fragment


def _facts(player: Player, entries: list[Registration], invited: int) -> Facts:
    """Two players of the same evening have different pages, so the player is one of the facts."""
    own = [("player", player.pk), ("invited", invited)]
    return [*own, *((entry.tournament_id, entry.tournament.revision) for entry in entries)]


def _me(request: MemberRequest) -> Player:
    assert request.user.player is not None  # by the role of a player
    return request.user.player


def _of_mine(request: MemberRequest) -> Facts:
    invited = invitations_for(request.user).count()
    me = _me(request)
    return _facts(me, own_query.entries(me), invited)


@requires(Action.FOLLOW_OWN)
@kept_fresh_for_one(_of_mine)
def own(request: MemberRequest) -> HttpResponse:
    """My evening, live."""
    me = _me(request)
    entries = own_query.entries(me)
    invited = invitations_for(request.user).count()
    context = {
        "own": own_query.own(entries),
        "invited": invited,
        "etag": etag_of(request, _facts(me, entries, invited), fragment=True),
    }
    name = "evening" if wants_fragment(request) else "own"
    return render(request, f"tournaments/player/{name}.html", context)
