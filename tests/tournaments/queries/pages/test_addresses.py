"""The address that phones reach: what was set, what was typed, a name of the site, this machine in the hall."""

from typing import Any

import pytest
from django.test import RequestFactory

from tournaments.queries.pages import addresses
from tournaments.queries.pages.addresses import network_addresses, public_address, public_site, site_asked


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
def test_what_was_typed_elsewhere_reaches_it(settings: Any, typed: str, site: str) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "192.168.7.7", "tarot.local", "tarot.example.org"]
    assert public_site(typed) == site


@pytest.mark.parametrize("name", ["salle", "salle.local", "salle.club.example"])
def test_where_every_name_is_let_in_this_machine_has_its_own(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(addresses.socket, "gethostname", lambda: "Salle.club.example" if "club" in name else "Salle")
    assert public_site(f"http://{name}:8000/") == f"http://{name}:8000"


@pytest.mark.parametrize(
    "host", ["etranger.example", "192.0.2.7", "[2001:db8::7]", "etranger.local", "salle.etranger.example", "1.2"]
)
def test_where_every_name_is_let_in_no_other_is_repeated(host: str, rf: RequestFactory) -> None:
    assert public_site(f"http://{host}:8000/") == "http://192.168.1.20:8000"
    assert site_asked(rf.get("/", HTTP_HOST=f"{host}:8000")) == "http://192.168.1.20:8000"


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_who_asks_at_the_laptop_itself_stays_there(host: str, rf: RequestFactory) -> None:
    assert site_asked(rf.get("/", HTTP_HOST=host)) == f"http://{host}"


def test_an_address_that_this_machine_has_is_ours() -> None:
    assert addresses._is_ours("127.0.0.2")
    for address in network_addresses("0.0.0.0"):
        assert addresses._is_ours(address)


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
