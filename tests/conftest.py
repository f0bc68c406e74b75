"""What every test may use."""

import secrets
from collections.abc import Iterator

import hypothesis
import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import translation

from tests.factories import ClubFactory, TournamentFactory, arbiter, organiser
from tournaments.models import Account, Club, Tournament

# A law is true or false, never late: these machines are noisy.
hypothesis.settings.register_profile("house", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("house")


@pytest.fixture(autouse=True)
def french() -> Iterator[None]:
    """Starts every test in the site's language: a page read in English leaves English to whoever comes next."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory()


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return TournamentFactory(club=club)


@pytest.fixture
def the_organiser(club: Club) -> Account:
    return organiser(club)


@pytest.fixture
def the_arbiter(club: Club) -> Account:
    return arbiter(club)


@pytest.fixture
def as_organiser(the_organiser: Account) -> Client:
    client = Client()
    client.force_login(the_organiser, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.fixture
def as_arbiter(the_arbiter: Account) -> Client:
    client = Client()
    client.force_login(the_arbiter, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.fixture(autouse=True)
def nobody_has_asked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starts every test with no request counted: they come from one address, and may share one Redis."""
    prefix = secrets.token_hex(6)
    monkeypatch.setitem(caches.settings["default"], "KEY_PREFIX", prefix)  # of threads that start later
    monkeypatch.setattr(caches["default"], "key_prefix", prefix)
