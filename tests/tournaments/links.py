"""A phone that came by a personal link, for tests."""

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Player
from tournaments.queries.pages.personal_links import link_code_on


def address_of(player: Player) -> str:
    """Return the address of a player's link, as it is given today."""
    return reverse("open_link", args=[link_code_on(player, player.club, timezone.localdate())])


def phone_of(player: Player, client: Client | None = None) -> Client:
    """Return a phone that photographed the code of a player."""
    phone = client or Client()
    answer = phone.get(address_of(player))
    assert (answer.status_code, answer["Location"]) == (303, reverse("own"))
    return phone
