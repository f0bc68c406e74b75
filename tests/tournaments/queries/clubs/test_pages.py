"""The dates of a club, as a calendar reads them."""

from datetime import time

import pytest

from tests.factories import ClubFactory, TournamentFactory
from tournaments.queries.clubs.pages import event_of

HOURS = "Accueil dès 19 h 30"


@pytest.mark.django_db
@pytest.mark.parametrize(("at", "is_told"), [(time(20), True), (time(0), True), (None, False)])
def test_the_usual_hours_of_a_club_are_told_beside_an_hour_and_not_beside_none(at: time | None, is_told: bool) -> None:
    tournament = TournamentFactory(club=ClubFactory(hours=HOURS), starts_at=at)
    assert (HOURS in event_of(tournament).note) is is_told
