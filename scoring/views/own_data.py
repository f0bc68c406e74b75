"""All that is kept about one person, as a file: asked of his organiser, or taken by himself."""

import json

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from scoring.queries.own_data import data_of
from tournaments.models import Club, Player
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.views.answers import file_answer


@require_safe
@requires(Action.MANAGE_CLUB)
def player_data(_request: MemberRequest, *, club: Club, player_id: int) -> HttpResponse:
    """The data of a player of the club, for who asks his organiser."""
    return _file(get_object_or_404(club.players.select_related("club"), pk=player_id))


@require_safe
@requires(Action.FOLLOW_OWN)
def own_data(request: MemberRequest) -> HttpResponse:
    """My own data."""
    return _file(get_object_or_404(Player.objects.select_related("club"), pk=request.user.player_id))


def _file(player: Player) -> HttpResponse:
    text = json.dumps(data_of(player), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return file_answer(text.encode(), "donnees.json", content_type="application/json", as_attachment=True)
