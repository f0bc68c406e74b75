"""How often one address may ask, and whose address it is."""

from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client, RequestFactory
from django.urls import reverse

from scoring.views.table.cards import CARDS_RATE
from tournaments.kit.throttle import RateLimit, address_of

FORGED = "203.0.113.66"


@pytest.mark.parametrize(
    ("remote", "forwarded", "behind_proxy", "address"),
    [
        ("192.0.2.7", None, False, "192.0.2.7"),
        ("192.0.2.7", FORGED, False, "192.0.2.7"),
        ("10.0.0.1", "198.51.100.7", True, "198.51.100.7"),
        ("10.0.0.1", f"{FORGED}, 198.51.100.7", True, "198.51.100.7"),
        ("10.0.0.1", f"{FORGED},198.51.100.7 ", True, "198.51.100.7"),
        ("10.0.0.1", None, True, "10.0.0.1"),
        ("10.0.0.1", "not an address", True, "0.0.0.0"),
        ("", None, False, "0.0.0.0"),
        ("2001:db8:1:2:aaaa::1", None, False, "2001:db8:1:2::"),
        ("2001:db8:1:2:bbbb::9", None, False, "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", None, False, "192.0.2.7"),
    ],
)
def test_the_address_of_a_client_is_what_the_trusted_hop_says(
    settings: Any, remote: str, forwarded: str | None, behind_proxy: bool, address: str
) -> None:
    settings.BEHIND_PROXY = behind_proxy
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=remote, headers=headers)) == address


@pytest.mark.services
def test_one_too_many_waits_until_the_minute_is_over_and_nobody_else_does() -> None:
    rate = RateLimit("test", 3, 60)
    waits = [rate.wait("192.0.2.7") for _request in range(4)]
    assert waits[:3] == [None, None, None]
    assert 0 < (waits[3] or 0) <= 60
    assert rate.wait("192.0.2.8") is None


@pytest.mark.services
def test_where_nothing_can_be_counted_nobody_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    dead = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    monkeypatch.setitem(caches.settings, "default", dead)
    alive = caches["default"]
    del caches["default"]
    try:
        assert [RateLimit("test", 1, 60).wait("192.0.2.7") for _request in range(3)] == [None, None, None]
    finally:
        caches["default"] = alive


@pytest.mark.services
def test_where_somebody_else_has_a_key_of_ours_nobody_is_turned_away() -> None:
    caches["default"].set("rate:test:192.0.2.7", "some")
    assert RateLimit("test", 1, 60).wait("192.0.2.7") is None
    assert not RateLimit("test", 1, 60).is_used_up("192.0.2.7")


@pytest.mark.django_db
def test_the_pages_of_cards_are_counted_together_and_by_address(client: Client) -> None:
    pages = [reverse(name) for name in ("count_pile", "renonce", "replay")]
    asked = [CARDS_RATE.wait("127.0.0.1") for _request in range(CARDS_RATE.most - len(pages))]
    assert [*asked, *(client.get(page).status_code for page in pages)] == [None] * len(asked) + [200] * 3
    answer = client.get(pages[0])
    assert answer.status_code == 429
    assert "Trop de demandes à la fois" in answer.content.decode()
    assert 0 < int(answer["Retry-After"]) <= 60
    assert client.get(pages[0], REMOTE_ADDR="192.0.2.7").status_code == 200
