"""All that is kept about one person, exported by his organiser or by himself: JSON, or a list to be read."""

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.own_exports import own_data_table
from scoring.queries.player.own_data import data_of
from tournaments.models import Club
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.views.answers import file_answer
from tournaments.views.exports import file_of, wants_file
from tournaments.views.own_pages import OwnRequest, follows_own


@never_cache
@require_safe
@requires(Action.MANAGE_CLUB)
def player_data(request: MemberRequest, *, club: Club, player_id: int) -> HttpResponse:
    """The data of a player of the club, for the organiser whom he asked. For an erased player there is none."""
    players = club.players.select_related("club").filter(erased_at=None)
    return _file(request, data_of(get_object_or_404(players, pk=player_id)))


@never_cache
@require_safe
@follows_own
def own_data(request: OwnRequest) -> HttpResponse:
    """My own data, when I am logged in; with my personal link, without what would identify me elsewhere."""
    return _file(request, data_of(request.me, by_link=request.link is not None))


def _file(request: HttpRequest, data: dict[str, Any]) -> HttpResponse:
    if wants_file(request) and request.GET["format"] != "json":
        return file_of(request, lambda: own_data_table(data))
    text = json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return file_answer(text.encode(), "donnees.json", content_type="application/json", as_attachment=True)
