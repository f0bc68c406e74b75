"""A player's public card across events, and a comparison of two players: only of those who agreed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scoring.queries.player.player_cards import card_of, meetings
from tournaments.models import Player
from tournaments.permissions import public
from tournaments.queries.pages.revisions import of_card, of_two_cards
from tournaments.queries.people.names import with_card
from tournaments.views.caching import OFTEN, SELDOM, cached_page, live_part


@require_safe
@public
@cached_page(of_card)
def player_card(request: HttpRequest, player_key: str) -> HttpResponse:
    """Show the sum of a player's public evenings. Without his consent, there is no such page."""
    card = card_of(_player(player_key))
    context = {
        "card": card,
        "ends": [(True, card.best), (False, card.worst)],
        "live": live_part(
            request, "card", SELDOM if all(each.tournament.is_final for each in card.evenings) else OFTEN
        ),
    }
    return render(request, "scoring/player_card.html", context)


@require_safe
@public
@cached_page(of_two_cards)
def two_players(request: HttpRequest, player_key: str, other_key: str) -> HttpResponse:
    """Show how two players did when they sat at one table. Both must have agreed."""
    player, other = _player(player_key), _player(other_key)
    if player == other:
        raise Http404
    context = {"player": player, "other": other, "met": meetings(player, other)}
    context["live"] = live_part(request, "met", SELDOM)
    return render(request, "scoring/two_players.html", context)


def _player(key: str) -> Player:
    return get_object_or_404(with_card().select_related("club"), key=key)
