"""Somebody who reads the public pages, the price of an evening, and an evening that is drawn."""

import pytest
from django.test import Client

from tests.tournaments.rotations import published
from tournaments.labels import RateCode
from tournaments.models import Account, Rate, Registration, Tournament


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"accept-language": "fr"})


@pytest.fixture
def rate(tournament: Tournament) -> Rate:
    return Rate.objects.create(tournament=tournament, code=RateCode.MEMBER, label="Adhérent", amount=500, place=1)


@pytest.fixture
def entries(tournament: Tournament, the_organiser: Account) -> list[Registration]:
    """Sixteen players whose rotation is published."""
    return published(tournament, the_organiser)
