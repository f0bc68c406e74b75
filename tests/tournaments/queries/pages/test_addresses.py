"""The address that phones reach: what was set, what was typed, a name of the site, this machine in the hall."""

from typing import Any

import pytest

from tournaments.queries.pages import addresses
from tournaments.queries.pages.addresses import network_addresses, public_address, public_site


@pytest.fixture(autouse=True)
def a_laptop(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PUBLIC_ADDRESS, settings.ALLOWED_HOSTS, settings.HTTPS = "", ["*"], False
    settings.SERVED_AT = ("0.0.0.0", 8000)
    monkeypatch.setattr(
        addresses, "network_addresses", lambda host: ["192.168.1.20"] if host == "0.0.0.0" else network_addresses(host)
    )


@pytest.mark.parametrize("typed", ["http://localhost:8000/", "http://127.0.0.1:8000/", "http://[::1]:8000/", ""])
def test_at_the_laptop_itself_it_is_the_address_in_the_hall(typed: str) -> None:
    assert public_site(typed) == "http://192.168.1.20:8000"


@pytest.mark.parametrize(
    ("typed", "site"),
    [
        ("http://192.168.7.7:8000/", "http://192.168.7.7:8000"),
        ("http://tarot.local:8000/organisation/", "http://tarot.local:8000"),
        ("https://tarot.example.org/", "https://tarot.example.org"),
    ],
)
def test_what_was_typed_elsewhere_reaches_it(typed: str, site: str) -> None:
    assert public_site(typed) == site


def test_what_was_set_goes_before_all_else(settings: Any) -> None:
    settings.PUBLIC_ADDRESS = "https://club.example/"
    assert public_address("/tournois/3/", "http://192.168.7.7/") == "https://club.example/tournois/3/"


@pytest.mark.parametrize(("https", "site"), [(True, "https://club.example"), (False, "http://club.example")])
def test_without_a_request_it_is_the_first_name_of_the_site(settings: Any, *, https: bool, site: str) -> None:
    settings.ALLOWED_HOSTS, settings.HTTPS = ["localhost", "[::1]", ".wild.example", "club.example", "b.example"], https
    assert public_site() == site


@pytest.mark.parametrize("served", [None, ("127.0.0.1", 8000)])
def test_where_no_phone_reaches_it_there_is_no_address(settings: Any, served: tuple[str, int] | None) -> None:
    settings.SERVED_AT = served
    assert public_address("/tournois/3/", "http://localhost:8000/") == ""


def test_a_server_on_one_address_is_reached_there(settings: Any) -> None:
    settings.SERVED_AT = ("10.0.0.4", 80)
    assert public_site() == "http://10.0.0.4:80"
    settings.SERVED_AT = ("fe80::7", 80)
    assert public_site() == "http://[fe80::7]:80"


def test_a_server_on_all_addresses_has_none_of_this_machine_alone() -> None:
    assert [found for found in network_addresses("0.0.0.0") if found.startswith("127.")] == []
    assert network_addresses("127.0.0.1") == network_addresses("::1") == []


def test_a_host_too_long_for_a_code_is_not_taken() -> None:
    assert public_site(f"http://{'a' * 300}/") == "http://192.168.1.20:8000"
