"""A player's own page: where do I sit, what did I mark, where do I stand."""

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.models import Player, Registration
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries import own as own_query
from tournaments.views.freshness import Facts, etag_of, kept_fresh, wants_fragment


def _facts(player: Player, entries: list[Registration]) -> Facts:
    """Two players of the same evening have different pages, so the player is one of the facts."""
    return [("player", player.pk), *((entry.tournament_id, entry.tournament.revision) for entry in entries)]


def _of_mine(request: MemberRequest) -> Facts:
    me = _me(request)
    return _facts(me, own_query.entries(me))


def _me(request: MemberRequest) -> Player:
    assert request.user.player is not None  # by the role of a player
    return request.user.player


@requires(Action.FOLLOW_OWN)
@kept_fresh(_of_mine)
def own(request: MemberRequest) -> HttpResponse:
    """My evening, alive."""
    me = _me(request)
    entries = own_query.entries(me)
    context = {
        "own": own_query.own(entries),
        "etag": etag_of(request, _facts(me, entries), fragment=True),
    }
    name = "evening" if wants_fragment(request) else "own"
    return render(request, f"tournaments/player/{name}.html", context)
