"""Side honours of a league, among those who are named: the most evenings, wins, contracts, and the best evening."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PlayerFactory, SeasonFactory
from tests.texts import text
from tests.tournaments.compared import IN_PERCENT, lines_compared
from tests.tournaments.rounds import evening
from tournaments.kit.text import signed
from tournaments.labels import TournamentState
from tournaments.models import Club, Player, Season, SeatResult
from tournaments.queries.standings.honours import honours
from tournaments.queries.standings.leagues import league_standings
from tournaments.standings import Brings, LeagueRule

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=name, first_name="Anne", card_consent=True) for name in "ABCD"]


@pytest.fixture
def season(club: Club, people: list[Player]) -> Season:
    """Three evenings: A comes each time, B wins two, D plays the best one without being named."""
    season = SeasonFactory(club=club)
    a, b, c, d = people
    evening(season, 1, {a: -10, b: 40, c: -30})
    evening(season, 8, {a: -20, b: 20})
    evening(season, 15, {a: 50, c: -150, d: 100})
    Player.objects.filter(pk=d.pk).update(consent=False, card_consent=False)
    return season


def told(season: Season) -> dict[str, tuple[str, str]]:
    return {honour.title: (honour.names, honour.words) for honour in honours(league_standings(season.main_league))}


def test_who_came_most_won_most_and_played_the_best_evening(season: Season) -> None:
    assert told(season) == {
        "Le plus de soirées": ("A Anne", "3 soirées"),
        "Le plus de soirées gagnées": ("B Anne", "2 soirées"),
        "La meilleure soirée": ("A Anne", "+50"),
    }


def test_contracts_are_of_who_has_a_card_and_whose_sheets_all_tell_them(season: Season, people: list[Player]) -> None:
    a, b, c, _d = (SeatResult.objects.filter(seat__registration__player=player) for player in people)
    for results, made in ((a, 2), (b, 7), (c, 9)):
        results.update(contracts=made)
    assert told(season)["Le plus de contrats réussis"] == ("C Anne", "18 contrats")

    Player.objects.filter(pk=people[2].pk).update(card_consent=False)
    assert told(season)["Le plus de contrats réussis"] == ("B Anne", "14 contrats")

    first = b.earliest("pk")
    SeatResult.objects.filter(pk=first.pk).update(contracts=None)
    assert told(season)["Le plus de contrats réussis"] == ("A Anne", "6 contrats")


def test_what_too_many_share_is_no_honour_and_an_evening_that_runs_does_not_count(
    club: Club, people: list[Player]
) -> None:
    season = SeasonFactory(club=club)
    evening(season, 1, dict.fromkeys(people, 0))
    evening(season, 8, dict.fromkeys(people, 10), state=TournamentState.RUNNING)
    assert told(season) == {}

    evening(season, 15, {people[0]: -5, people[1]: 5})
    evening(season, 16, {people[0]: 5, people[2]: -5})
    assert told(season) == {
        "Le plus de soirées": ("A Anne", "3 soirées"),
        "Le plus de soirées gagnées": ("B Anne, A Anne", "2 soirées"),
        "La meilleure soirée": ("B Anne, A Anne", "+5"),
    }


def test_who_is_out_of_the_ranking_has_his_honours(season: Season, people: list[Player]) -> None:
    """The league asks for three evenings, so that A alone is ranked: B still won two, and C played the best one."""
    evening(season, 22, {people[2]: 200, people[3]: -200})
    season.leagues.update(rule=LeagueRule(minimum=4).data)
    assert told(season) == {
        "Le plus de soirées": ("A Anne, C Anne", "3 soirées"),
        "Le plus de soirées gagnées": ("B Anne", "2 soirées"),
        "La meilleure soirée": ("C Anne", "+200"),
    }
    assert league_standings(season.main_league).ranked == ()


def test_the_best_evening_is_told_by_its_score_whatever_the_rule_makes_of_it(season: Season) -> None:
    season.leagues.update(rule=LeagueRule(Brings.TABLE, table=(9, 6, 3)).data)
    assert told(season)["La meilleure soirée"] == ("A Anne", "+50")


def test_the_best_evening_is_one_of_points_whatever_share_another_one_brought(
    season: Season, people: list[Player]
) -> None:
    season.leagues.update(rule=LeagueRule(Brings.TABLE, table=(9, 6, 3)).data)
    evening(season, 22, {people[0]: 30, people[2]: 70}, **IN_PERCENT)
    league = league_standings(season.main_league, results_of=lines_compared)
    assert [signed(mark.score) for _index, mark in league.lines[0].attended][-1:] == ["30,25\u00a0%"]
    assert {honour.title: honour.words for honour in honours(league)}["La meilleure soirée"] == "+50"


def test_three_may_share_one_and_one_evening_won_is_none(club: Club, people: list[Player]) -> None:
    season = SeasonFactory(club=club)
    a, b, c, d = people
    evening(season, 1, {a: 10, b: -10})
    evening(season, 8, {b: 10, c: -10})
    assert told(season) == {
        "Le plus de soirées": ("B Anne", "2 soirées"),
        "La meilleure soirée": ("A Anne, B Anne", "+10"),
    }

    for day in (15, 22):
        evening(season, day, {a: 5, b: 5, c: 5, d: -15})
    assert told(season)["Le plus de soirées gagnées"] == ("A Anne, B Anne", "3 soirées")
    evening(season, 23, {c: 3, d: -3})
    assert told(season)["Le plus de soirées gagnées"] == ("A Anne, B Anne, C Anne", "3 soirées")


def test_they_are_read_below_the_league_of_everybody(season: Season, client: Client) -> None:
    page = text(client.get(reverse("season", args=[season.pk])))
    assert "Honneurs, parmi ceux dont le nom est montré" in page
    assert "Le plus de soirées gagnées" in page
    page = text(client.get(reverse("season", args=[season.pk]), {"categorie": "senior"}))
    assert "Honneurs" not in page
