"""The recount of a season: which evenings a club has counted again from their sheets."""

import pytest

from scoring.services.sheets.results import recount
from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory
from tests.tournaments.rounds import evening
from tournaments.labels import JobKind
from tournaments.models import Club, Committee, LeagueGuest
from tournaments.seating import Monitor
from tournaments.services.clubs.committee_leagues import open_league
from tournaments.services.clubs.committees import change_committee
from tournaments.services.work import jobs

pytestmark = pytest.mark.django_db


def test_a_club_recounts_the_evenings_of_its_own_leagues_and_not_those_of_its_comite(club: Club) -> None:
    """What differs is told with the names of who played: at other clubs, nobody who organises this one reads them."""
    other = ClubFactory()
    committee = Committee.objects.create(name="Bourgogne", slug="bourgogne")
    change_committee(committee=committee, name=committee.name, clubs=[club, other], by=None, at=NOW)
    here, there = (SeasonFactory(club=one, name="2026-2027") for one in (club, other))
    for day, season in enumerate((here, there), 1):
        evening(season, day, {PlayerFactory(club=season.club): 10, PlayerFactory(club=season.club): -10})
    open_league(committee=committee, season=here, name="Interclubs", by=None, at=NOW)
    LeagueGuest.objects.update(agreed_at=NOW)

    def counted() -> int:
        job = jobs.ask(kind=JobKind.RECOUNT, season=here, by=None, at=NOW)
        job.delete()
        return int(recount(job, Monitor())["evenings"])

    assert counted() == 1
    LeagueGuest.objects.create(league=here.main_league, season=there, agreed_at=NOW)
    assert counted() == 2
