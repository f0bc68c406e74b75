"""« Pourquoi 4e » of a league: what each evening brought, which count, and who is before and behind."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PlayerFactory, SeasonFactory
from tests.texts import text
from tests.tournaments.rounds import evening
from tournaments.models import Club, Player, Season, Tournament
from tournaments.queries.standings.league_places import LeaguePlace, league_place_of
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.places import Neighbour
from tournaments.standings import LeagueRule

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=name, first_name="Anne") for name in ("A", "B", "C")]


@pytest.fixture
def season(club: Club, people: list[Player]) -> Season:
    """Three evenings of which two count: A leads, C has played one alone."""
    season = SeasonFactory(club=club, rule=LeagueRule(best_of=2, minimum=2))
    one, two, three = people
    for day, points in ((1, {one: 50, two: -50}), (8, {one: -10, two: 10}), (15, {one: 20, two: 30, three: -50})):
        evening(season, day, points)
    return season


def why(season: Season, player: Player) -> LeaguePlace:
    place = league_place_of(season.main_league, player.pk)
    assert place is not None
    return place


def test_the_evenings_that_count_add_up_to_the_total_of_every_line(season: Season) -> None:
    for line in league_standings(season.main_league).lines:
        place = why(season, Player.objects.get(pk=line.player_id))
        assert place.line == line
        assert place.steps[-1].total == line.total
        assert sum(step.mark.points or 0 for step in place.steps if step.mark.counts) == line.total


def test_who_is_before_and_behind_what_is_left_out_and_what_is_to_be_beaten(
    season: Season, people: list[Player]
) -> None:
    one, two, three = (why(season, player) for player in people)

    assert (one.line.total, two.line.total) == (70, 40)
    assert (one.before, one.behind) == (None, Neighbour(two.line, 30))
    assert (two.before, two.behind) == (Neighbour(one.line, 30), None)
    assert [(step.mark.points, step.mark.dropped, step.total) for step in one.steps] == [
        (50, False, 50),
        (-10, True, 50),
        (20, False, 70),
    ]
    assert (one.to_beat, two.to_beat, three.to_beat) == (20, 10, None)
    assert (one.lacking, three.lacking, three.before, three.behind) == (0, 1, None, None)


def test_who_shares_a_place_is_told_with_how_many(season: Season, people: list[Player]) -> None:
    fourth = PlayerFactory(club=season.club)
    for day, points in ((22, 40), (23, 30)):
        evening(season, day, {fourth: points, people[2]: -points})

    shared = [why(season, player) for player in (people[0], fourth)]

    assert [[other.player_id for other in place.sharing] for place in shared] == [[fourth.pk], [people[0].pk]]
    assert [place.before for place in shared] == [None, None]


def test_the_page_says_it_in_words(season: Season, people: list[Player], client: Client) -> None:
    address = reverse("league_place", args=[season.main_league.pk, people[0].pk])
    assert f'href="{address}"' in client.get(reverse("season", args=[season.pk])).content.decode()

    told = text(client.get(address))
    assert "Pourquoi 1er ?" in told
    assert "1er avec un total de +70." in told
    assert "Derrière, 2e : B Anne, à 30 points." in told
    assert "Pour améliorer son total, il faut un résultat meilleur que +20" in told
    assert "(−10)" in told
    assert "ne compte pas : d’autres sont meilleures" in told
    told = text(client.get(reverse("league_place", args=[season.main_league.pk, people[2].pk])))
    assert "Pourquoi hors classement ?" in told
    assert "Il lui manque 1 soirée pour être classé." in told


def test_nobody_is_found_who_is_not_named_there(season: Season, people: list[Player], client: Client) -> None:
    addresses = [reverse("league_place", args=[season.main_league.pk, pk]) for pk in (people[0].pk, people[0].pk + 999)]
    assert [client.get(address).status_code for address in addresses] == [200, 404]

    Player.objects.filter(pk=people[0].pk).update(consent=False)
    Tournament.objects.update(revision=99)

    page = client.get(reverse("season", args=[season.pk])).content.decode()
    assert addresses[0] not in page
    assert client.get(addresses[0]).status_code == 404
