"""Phones that came by a personal link, or by that of an evening, for tests."""

import re

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Player, Registration, Team
from tournaments.queries.pages.personal_links import captain_code, evening_code, personal_code

# An address begins where a word or a site does: a picture in base64 may hold these letters too.
CODE = re.compile(r"(?:[\"'\s]|https?://[^/\s]+)/j/([0-9A-Za-z_-]+)")


def addresses_in(page: str) -> set[str]:
    """Return the addresses of the links that a page shows or holds as a code."""
    return {reverse("open_link", args=[code]) for code in CODE.findall(page)}


def address_of(player: Player) -> str:
    """Return the address of a player's personal link, as the club that keeps his file gives it today."""
    return reverse("open_link", args=[personal_code(player, timezone.localdate())])


def phone_of(player: Player, client: Client | None = None) -> Client:
    """Return a phone that photographed the personal link of a player."""
    return _phone_at(address_of(player), client)


def evening_address(entry: Registration) -> str:
    """Return the address of the link that opens an evening for who is entered in it."""
    return reverse("open_link", args=[evening_code(entry)])


def evening_phone(entry: Registration, client: Client | None = None) -> Client:
    """Return a phone that photographed the code of a player's card, or the one at the door."""
    return _phone_at(evening_address(entry), client)


def _phone_at(address: str, client: Client | None) -> Client:
    phone = client or Client()
    answer = phone.get(address)
    assert (answer.status_code, answer["Location"]) == (303, reverse("own"))
    return phone


def captain_phone(team: Team, client: Client | None = None) -> Client:
    """Return a phone that photographed the link of a team's captain."""
    return _phone_at(reverse("open_link", args=[captain_code(team)]), client)
