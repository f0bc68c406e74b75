"""A player's card across events: what it adds up, of whom it speaks, and that nothing withheld is on it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.queries.player import player_cards
from scoring.queries.player.player_cards import card_of, meetings
from tests.factories import (
    NOW,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    arbiter,
)
from tests.scoring.sheets import garde, record, seated
from tests.tournaments.compared import IN_PERCENT, lines_compared, share
from tests.tournaments.rounds import evening as played
from tournaments.labels import Purpose, TournamentState
from tournaments.models import Player, Round, Tournament
from tournaments.services.people.consents import record_consents
from tournaments.services.people.players import PlayerFacts, change_player


@pytest.fixture
def people(db: None) -> list[Player]:
    """Four players of a club: Ada and Bob agreed to a card, Cyr to his name alone, and Zed to nothing."""
    club = ClubFactory(name="Les Bouts", slug="les-bouts")
    agreed = {"consent": True, "card_consent": True}
    return [
        PlayerFactory(club=club, last_name="ADA", first_name="", **agreed),
        PlayerFactory(club=club, last_name="BOB", first_name="", **agreed),
        PlayerFactory(club=club, last_name="CYR", first_name="", consent=True),
        PlayerFactory(club=club, last_name="ZED", first_name="", consent=False),
    ]


def evening(people: list[Player], *entries: object, **changes: object) -> Tournament:
    """Play an evening of one table, each on the chair of his number; Ada takes a garde unless `entries` say others."""
    club = people[0].club
    tournament = TournamentFactory(**{"club": club, "state": TournamentState.RUNNING} | changes)
    for number, player in enumerate(people, 1):
        RegistrationFactory(tournament=tournament, player=player, start_number=number)
    (table,) = seated(tournament, chairs=len(people))
    for number, entry in enumerate(entries or (garde(),), 1):
        record(table, number, arbiter(club), entry)
    return tournament


def shown(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def of(player: Player) -> str:
    return reverse("player_card", args=[player.key])


def test_search_engines_are_asked_not_to_show_a_card(people: list[Player]):
    ada, bob = people[:2]
    for path in (of(ada), reverse("two_players", args=[ada.key, bob.key])):
        assert '<meta name="robots" content="noindex">' in shown(path)


def test_positions_kept_until_the_prize_giving_are_on_no_card(people: list[Player]):
    tournament = evening(people)
    Round.objects.update(number=2)
    Tournament.objects.update(rounds_planned=2, hidden_rounds=1)
    hidden = card_of(people[0])
    assert (hidden.contracts, hidden.best, hidden.worst, hidden.met) == ((), (), (), ())
    assert meetings(people[0], people[1]).rows == ()
    Tournament.objects.update(released_at=NOW)
    assert card_of(people[0]).best != ()
    assert [(met.tournament, met.round_number) for met in meetings(people[0], people[1]).rows] == [(tournament, 2)]


def test_a_card_adds_up_evenings_contracts_and_donnes(people: list[Player]):
    season = SeasonFactory(club=people[0].club)
    evening(people, garde(), garde(points="30"), season=season)
    evening(people, garde(taker=1), season=season)

    card = card_of(people[0])

    assert [(each.line.total, each.sum) for each in card.evenings] == [(-66, -84), (-18, -18)]
    assert [(row.contract, row.taken, row.made, row.points) for row in card.contracts] == [("garde", 2, 1, -18)]
    assert [donne.points for donne in card.best] == [198]
    assert [donne.points for donne in card.worst] == [-216, -66]


def test_a_card_shows_every_evening_under_its_season_and_the_others_apart(people: list[Player]):
    season = SeasonFactory(club=people[0].club, name="L’hiver")
    named = [evening(people, name=name, season=of_season) for name, of_season in (("A", season), ("B", None))]
    named.append(evening(people, name="C", season=season))

    page = shown(of(people[0]))

    tables = re.findall(r"<caption>(.*?)</caption>.*?<tbody>(.*?)</tbody>", page, re.DOTALL)
    shown_in = {
        re.sub("<[^>]+>", "", caption): [
            tournament.name for tournament in named if reverse("standings", args=[tournament.pk]) in body
        ]
        for caption, body in tables
    }
    assert {"L’hiver": ["A", "C"], "Hors saison": ["B"]}.items() <= shown_in.items()


def test_a_row_says_the_day_the_place_and_the_points_and_a_name_is_no_markup(people: list[Player]):
    tournament = evening(people, name="<b>Coupe</b>", rounds_planned=2)
    (row,) = card_of(people[0]).evenings

    page = shown(of(people[0]))

    said = re.search(r"<tr><th scope=row(.*?)</tbody>", page, re.DOTALL)
    assert said is not None
    assert "&lt;b&gt;Coupe&lt;/b&gt;" in said[1]
    assert f"{tournament.date:%d/%m/%Y} · provisoire" in said[1]
    assert f"1er / {row.of}" in said[1]
    assert said[1].count("+198") == 2  # of the evening, and of all until then


def test_a_donne_says_on_which_side_he_was(people: list[Player]):
    fifth = PlayerFactory(club=people[0].club, consent=True)
    evening([*people, fifth], garde(taker=1, partner=0), garde(taker=2, partner=3, points="30"), table_size=5)

    words = " ".join(shown(of(people[0])).split())

    assert "Appelé dans une garde réussie" in words
    assert "En défense d’une garde chutée" in words
    assert "Preneur" not in words


def test_only_who_agreed_to_a_card_is_on_that_of_another(people: list[Player]):
    evening(people)

    (met,) = card_of(people[0]).met
    page = shown(of(people[0]))

    assert (met.name, met.times, met.own, met.theirs) == ("BOB", 1, 198, -66)
    assert "CYR" not in page
    assert "ZED" not in page
    assert people[3].key not in page


@pytest.mark.parametrize("whose", [2, 3])
def test_without_consent_a_card_is_one_that_does_not_exist(people: list[Player], whose: int):
    evening(people)
    nobody = Client().get(reverse("player_card", args=["a" * 12]))

    withheld = Client().get(of(people[whose]))

    assert (withheld.status_code, nobody.status_code) == (404, 404)
    assert people[whose].last_name not in withheld.content.decode()


@pytest.mark.parametrize("other", [0, 2, 3])
def test_two_are_compared_only_when_both_agreed_and_are_two(people: list[Player], other: int):
    evening(people)
    for pair in ((people[0].key, people[other].key), (people[other].key, people[0].key)):
        assert Client().get(reverse("two_players", args=pair)).status_code == 404


def test_two_players_are_compared_where_they_sat_together(people: list[Player]):
    tournament = evening(people)

    evening(people, garde(taker=1))
    seated(tournament, round_number=2)  # drawn, and nothing of it is marked yet

    met = meetings(people[0], people[1])

    assert [(row.round_number, row.own, row.theirs) for row in met.rows] == [(1, -66, 198), (1, 198, -66)]
    assert (met.own, met.theirs, met.ahead, met.behind) == (132, 132, 1, 1)
    assert card_of(people[0]).met[0].times == 2
    assert "BOB" in shown(reverse("two_players", args=[people[0].key, people[1].key]))


@pytest.mark.parametrize("hidden", [{"is_trial": True}, {"state": TournamentState.DRAFT}])
def test_what_is_not_public_is_on_no_card(people: list[Player], hidden: dict[str, object]):
    tournament = evening(people)
    Tournament.objects.filter(pk=tournament.pk).update(**hidden)

    card = card_of(people[0])

    assert (card.evenings, card.contracts, card.best, card.met) == ((), (), (), ())
    assert meetings(people[0], people[1]).rows == ()


def test_consent_given_and_taken_back_counts_at_once(people: list[Player]):
    evening(people)
    assert "CYR" not in shown(of(people[0]))

    record_consents(club=people[0].club, players=[people[2]], by=None, at=NOW, purpose=Purpose.CARD)
    assert "CYR" in shown(of(people[0]))
    shown(of(people[2]))

    change_player(player=people[2], facts=PlayerFacts("CYR", consent=True), by=None, at=NOW)
    assert Client().get(of(people[2])).status_code == 404
    assert "CYR" not in shown(of(people[0]))


def test_one_evening_and_three_cost_the_same(people: list[Player], django_assert_max_num_queries):
    for _more in range(2):
        evening(people)
        with django_assert_max_num_queries(8):
            assert card_of(people[0]).evenings


def test_a_card_without_evenings_says_so(people: list[Player]):
    assert "première soirée publique" in shown(of(people[0]))


def test_the_league_leads_to_the_cards_of_who_agreed(people: list[Player]):
    season = SeasonFactory(club=people[0].club)
    evening(people, season=season)

    page = shown(reverse("season", args=[season.pk]))

    assert [of(player) in page for player in people] == [True, True, False, False]


def test_an_evening_in_percent_is_told_and_adds_no_points(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    season = SeasonFactory(club=people[0].club)
    played(season, 10, {people[0]: 100, people[1]: -100})
    played(season, 20, {people[0]: 60, people[1]: 40}, **IN_PERCENT)
    played(season, 25, {people[0]: -30, people[1]: 30})
    monkeypatch.setattr(player_cards, "cached_results", lines_compared)
    card = card_of(people[0])
    assert [(evening.line.total, evening.sum) for evening in card.evenings] == [(-30, 70), (share(60), 100), (100, 100)]
    assert card.total == 70
    assert "60,25\u00a0%" in shown(of(people[0]))
