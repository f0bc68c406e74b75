"""A comité of two clubs with a league of its own."""

import pytest

from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory
from tests.tournaments.rounds import evening
from tournaments.models import Club, Committee, League, Season
from tournaments.services.clubs.committee_leagues import open_league
from tournaments.services.clubs.committees import change_committee


@pytest.fixture
def committee(club: Club) -> Committee:
    made = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    clubs = [club, ClubFactory(name="Beaune")]
    return change_committee(committee=made, name=made.name, clubs=clubs, by=None, at=NOW)


@pytest.fixture
def seasons(committee: Committee, club: Club) -> tuple[Season, Season]:
    """A season of each of its two clubs, with an evening: Alix wins at the first, Bob at Beaune."""
    both = (club, Club.objects.get(name="Beaune"))
    here, there = (SeasonFactory(club=one, name="2026-2027") for one in both)
    alix, bob = (PlayerFactory(club=one.club, last_name=name) for one, name in ((here, "Alix"), (there, "Bob")))
    evening(here, 1, {alix: 100, bob: -100})
    evening(there, 2, {alix: -30, bob: 30})
    return here, there


@pytest.fixture
def league(committee: Committee, seasons: tuple[Season, Season]) -> League:
    return open_league(committee=committee, season=seasons[0], name="Interclubs", by=None, at=NOW)
