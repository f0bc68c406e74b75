"""Random evenings of teams recounted from their files, of which `python -m tests.evenings --teams` plays more."""

import pytest

from tests.scoring.chance import any_matches, any_teams, hold, recounted_matches, recounted_teams
from tests.tournaments.rotations import shorten_draws
from tournaments.models import Account, Club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten_draws(monkeypatch)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_evening_of_teams_is_what_its_members_bring_counted_again(
    club: Club, the_organiser: Account, seed: int
) -> None:
    evening = any_teams(club, the_organiser, seed)
    hold(evening, recounted_teams(evening))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_evening_of_matches_is_what_its_takers_bring_counted_again(
    club: Club, the_organiser: Account, seed: int
) -> None:
    evening = any_matches(club, the_organiser, seed)
    hold(evening, recounted_matches(evening))
