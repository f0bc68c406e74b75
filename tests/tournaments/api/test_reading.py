"""Clubs, seasons, tournaments and rounds as programs read them."""

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import ClubFactory, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory, field
from tests.scoring.api.programs import check
from tests.tournaments.rounds import publish
from tournaments.labels import TournamentState
from tournaments.models import Club, Registration, Tournament
from tournaments.queries.people.names import public_key
from tournaments.standings import LeagueRule

AS_STORED = (
    *("id", "season", "state", "table_size", "starts_at", "place", "rounds_planned", "pace", "donnes_per_round"),
    *("minutes_per_round", "keeps", "unfinished_rule", "minimum_rounds", "missed_counts", "missed_points"),
    *("tie_breaks", "hidden_rounds", "released_at", "bareme", "revision"),
)


@pytest.mark.django_db
def test_a_club(client: Client) -> None:
    club = ClubFactory(name="Tarot club d’Évreux", slug="evreux", town="Évreux")
    expected = {"id": club.pk, "slug": "evreux", "name": "Tarot club d’Évreux", "town": "Évreux"}
    assert client.get(f"/api/v1/clubs/{club.pk}/").json() == expected
    listed = client.get("/api/v1/clubs/").json()
    assert listed == {"count": 1, "next": None, "previous": None, "results": [expected]}


def test_a_tournament(client: Client, club: Club) -> None:
    season = SeasonFactory(club=club, name="2026-2027", rule=LeagueRule(best_of=5))
    tournament = TournamentFactory(club=club, season=season, name="Concours de novembre")
    field(tournament, 2)
    path = f"/api/v1/tournaments/{tournament.pk}/"
    answer = client.get(path)
    check(answer, "GET", path)
    told = answer.json()
    assert (told["name"], told["date"], told["entered"]) == ("Concours de novembre", "2026-11-21", 2)
    assert told["club"] == {"id": club.pk, "slug": club.slug, "name": club.name, "town": ""}
    assert (told["state_label"], told["bareme_label"]) == ("inscriptions ouvertes", "règlement FFT 2012")
    assert told["changed_at"] == timezone.localtime(tournament.changed_at).isoformat()
    assert {name: told[name] for name in AS_STORED} == Tournament.objects.values(*AS_STORED).get()
    assert client.get(f"/api/v1/seasons/{season.pk}/").json() == {
        "id": season.pk,
        "name": "2026-2027",
        "club": {"id": club.pk, "slug": club.slug, "name": club.name, "town": ""},
        "starts_on": "2026-09-01",
        "ends_on": "2027-06-30",
        "best_of": 5,
        "minimum_evenings": None,
        "rule": LeagueRule(best_of=5).data,
    }


def names(client: Client, question: str) -> list[str]:
    answer = client.get(f"/api/v1/{question}")
    assert answer.status_code == 200
    return [one["name"] for one in answer.json()["results"]]


def test_tournaments_are_found_by_club_season_and_state(client: Client, club: Club) -> None:
    season = SeasonFactory(club=club, name="la saison")
    TournamentFactory(club=club, season=season, name="le nôtre")
    TournamentFactory(club=club, name="fini", state=TournamentState.FINISHED)
    other = TournamentFactory(name="ailleurs")
    SeasonFactory(club=other.club, name="leur saison")
    assert names(client, "tournaments/") == ["ailleurs", "fini", "le nôtre"]
    assert names(client, f"tournaments/?club={club.pk}") == ["fini", "le nôtre"]
    assert names(client, f"tournaments/?season={season.pk}") == ["le nôtre"]
    assert names(client, f"tournaments/?club={club.pk}&state=termine") == ["fini"]
    assert names(client, f"seasons/?club={club.pk}") == ["la saison"]


@pytest.mark.django_db
def test_a_wrong_parameter_is_named(client: Client) -> None:
    answer = client.get("/api/v1/tournaments/?state=perdu&club=99")
    assert answer.status_code == 400
    told = answer.json()
    assert told["code"] == "invalid"
    assert set(told["fields"]) == {"state", "club"}
    assert told["message"] in (told["fields"]["state"][0], told["fields"]["club"][0])


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "clubs/99/",
        "seasons/99/",
        "seasons/99/league/",
        "tournaments/99/",
        "tournaments/99/rounds/",
        "tournaments/99/rounds/1/",
        "tournaments/99/standings/",
        "players/",
        "",
    ],
)
def test_nothing_is_there(client: Client, address: str) -> None:
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json()["code"] == "not_found"
    assert answer.json()["message"].startswith("Il n’y a rien à cette adresse.")


def test_a_round_that_is_not_published_is_not_there(client: Client, tournament: Tournament) -> None:
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/rounds/1/").status_code == 404


def seated(entry: Registration, name: str, club: str, index: int | None, chair: str, **more: None) -> dict[str, object]:
    """Return how a player reads in a round."""
    person = {"person": public_key(entry.player_id, is_shared=True)} | more
    where = {"chair": chair, "chair_index": index, "chair_label": chair}
    return {"start_number": entry.start_number, "name": name, "club": club} | person | where


def test_a_round_says_who_sits_where(client: Client, tournament: Tournament) -> None:
    players = [
        RegistrationFactory(
            tournament=tournament,
            start_number=number,
            player=PlayerFactory(
                club=tournament.club, last_name=f"Nom{number}", consent=number != 3, sharing_consent=number != 3
            ),
        )
        for number in range(1, 6)
    ]
    publish(tournament, 1, [players[:4]], [players[4]])
    rounds = client.get(f"/api/v1/tournaments/{tournament.pk}/rounds/").json()
    published = {"number": 1, "published_at": "2026-11-21T21:00:00+01:00"}
    assert rounds["results"] == [published | {"tables": 1, "closed_tables": 0}]
    club = tournament.club.name
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/rounds/1/").json() == published | {
        "tables": [
            {
                "number": 1,
                "closed": False,
                "seats": [
                    seated(players[0], "Nom1 Prénom", club, 0, "Sud"),
                    seated(players[1], "Nom2 Prénom", club, 1, "Est"),
                    seated(players[2], "Joueur n°\N{NO-BREAK SPACE}3", "", 2, "Nord", person=None),
                    seated(players[3], "Nom4 Prénom", club, 3, "Ouest"),
                ],
            }
        ],
        "exempts": [seated(players[4], "Nom5 Prénom", club, None, "")],
    }


def test_fifty_a_page(client: Client, club: Club) -> None:
    TournamentFactory.create_batch(51, club=club)
    first = client.get("/api/v1/tournaments/").json()
    assert (first["count"], len(first["results"]), first["previous"]) == (51, 50, None)
    second = client.get(first["next"]).json()
    assert (len(second["results"]), second["next"]) == (1, None)
    beyond = client.get("/api/v1/tournaments/?page=3")
    assert (beyond.status_code, beyond.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_is_read_only(client: Client, tournament: Tournament, method: str) -> None:
    for address in (
        "clubs/",
        f"clubs/{tournament.club_id}/",
        "seasons/",
        "tournaments/",
        f"tournaments/{tournament.pk}/",
        f"tournaments/{tournament.pk}/rounds/",
        f"tournaments/{tournament.pk}/standings/",
    ):
        answer = getattr(client, method)(f"/api/v1/{address}", content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


@pytest.mark.parametrize("count", [1, 30])
def test_lists_cost_the_same_whatever_their_length(
    client: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for _one in range(count):
        season = SeasonFactory(club=ClubFactory())
        tournament = TournamentFactory(season=season, club=season.club)
        RegistrationFactory(tournament=tournament)
    shown = TournamentFactory(club=club)
    for number in range(1, count + 1):
        publish(shown, number, [])
    lists = {"clubs/": 2, "seasons/": 3, "tournaments/": 2, f"tournaments/{shown.pk}/rounds/": 3}
    for address, queries in lists.items():
        with django_assert_num_queries(queries):
            assert len(client.get(f"/api/v1/{address}").json()["results"]) >= count


def test_english_for_whoever_asks_for_it(client: Client, tournament: Tournament) -> None:
    address = f"/api/v1/tournaments/{tournament.pk}/"
    assert client.get(address).headers["Content-Language"] == "fr"
    assert client.get(address, headers={"Accept-Language": "de"}).headers["Content-Language"] == "fr"
    english = client.get(address, headers={"Accept-Language": "en"})
    assert english.headers["Content-Language"] == "en"
    assert "Accept-Language" in english.headers["Vary"]
