"""The first places of a season on a wall, with its honours, from the page of the club to the paper."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PlayerFactory, SeasonFactory, rewrite
from tests.texts import plain
from tests.tournaments.documents.printing import claimed, pages
from tests.tournaments.rounds import evening
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Club, Document, Job, Player, Season
from tournaments.seating import Monitor
from tournaments.standings import LeagueRule
from tournaments.tasks import WORKS

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club: Club) -> Season:
    """Two evenings of six; the second of the league is not named."""
    season = SeasonFactory(club=club, name="2026-2027")
    people = [PlayerFactory(club=club, last_name=f"NOM{number}", first_name="Ada") for number in range(6)]
    for day in (1, 8):
        evening(season, day, {player: 50 - 20 * number for number, player in enumerate(people)})
    Player.objects.filter(last_name="NOM1").update(consent=False)
    return season


def made(season: Season) -> str:
    job = claimed(JobKind.LEAGUE_POSTER, season=season, site="https://club.example")
    answer = WORKS[JobKind.LEAGUE_POSTER](job, Monitor())
    (page,) = pages(Document.objects.get(pk=answer["document"]))
    assert "Palmarès provisoire" in page.splitlines() or "provisoire" not in page  # by itself, spaced as it is
    return plain(" ".join(page.split()))


def test_the_podium_those_who_follow_and_the_honours(season: Season) -> None:
    words = made(season)
    expected = ("2026-2027", "Championnat, 2 tournois", "Palmarès provisoire", "Places comptées parmi ceux dont le nom")
    names = ("1er NOM0 Ada", "2e NOM2 Ada", "3e NOM3 Ada", "NOM5 Ada", "Le plus de soirées gagnées NOM0 Ada")
    found = [words.index(word) for word in (*expected, *names)]
    assert found == sorted(found)
    assert "NOM1" not in words
    assert "anonyme" not in words
    assert "2 soirées" in words
    assert f"club.example/saisons/{season.pk}" in words.replace(" ", "")


@pytest.mark.parametrize("state", [TournamentState.FINISHED, TournamentState.RUNNING])
def test_it_is_provisional_until_the_season_and_its_evenings_are_over(season: Season, state: TournamentState) -> None:
    Season.objects.update(ends_on=datetime.date(2026, 10, 31))
    rewrite(season.tournaments.earliest("pk"), state=state)
    assert ("provisoire" in made(season)) == (state == TournamentState.RUNNING)


def test_a_term_is_over_before_its_season(season: Season) -> None:
    season.leagues.update(rule=LeagueRule(ends_on=datetime.date(2026, 10, 31)).data)
    assert "provisoire" not in made(season)


def test_an_organiser_asks_for_it(season: Season, as_organiser: Client) -> None:
    page = as_organiser.get(reverse("club_seasons", args=[season.club_id])).content.decode()
    address = reverse("make_league_poster", args=[season.pk])
    assert f'formaction="{address}"' in page

    as_organiser.post(address)

    job = Job.objects.get()
    assert (job.kind, job.season) == (JobKind.LEAGUE_POSTER, season)
    page = as_organiser.get(reverse("job", args=[job.pk])).content.decode()
    assert "palmarès du championnat" in page
