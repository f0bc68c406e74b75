"""All that is kept about one person, asked of his organiser or taken by himself: JSON, or a list to be read."""

import json

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.own_exports import own_data_table
from scoring.queries.own_data import data_of
from tournaments.models import Club, Player
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.views.answers import file_answer
from tournaments.views.exports import file_of, is_taken_away


@never_cache
@require_safe
@requires(Action.MANAGE_CLUB)
def player_data(request: MemberRequest, *, club: Club, player_id: int) -> HttpResponse:
    """The data of a player of the club, for who asks his organiser. Of who was erased there is none."""
    players = club.players.select_related("club").filter(erased_at=None)
    return _file(request, get_object_or_404(players, pk=player_id))


@never_cache
@require_safe
@requires(Action.FOLLOW_OWN)
def own_data(request: MemberRequest) -> HttpResponse:
    """My own data."""
    return _file(request, get_object_or_404(Player.objects.select_related("club"), pk=request.user.player_id))


def _file(request: HttpRequest, player: Player) -> HttpResponse:
    data = data_of(player)
    if is_taken_away(request) and request.GET["format"] != "json":
        return file_of(request, lambda: own_data_table(data))
    text = json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return file_answer(text.encode(), "donnees.json", content_type="application/json", as_attachment=True)
