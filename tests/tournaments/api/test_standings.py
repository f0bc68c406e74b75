"""Standings and leagues as programs read them: the page's own figures, and nobody's name without consent."""

import json

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    NOW,
    AccountFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    rewrite,
)
from tests.tournaments.rounds import mark, publish
from tests.tournaments.teams import a_team
from tournaments.labels import Sex, Status, TournamentState
from tournaments.models import Player, Registration, Season, Tournament
from tournaments.queries.people.names import public_key
from tournaments.queries.standings.corrections import AFTER_END
from tournaments.queries.standings.standings import standings
from tournaments.queries.standings.teams import public_team_standings
from tournaments.services.journal import log
from tournaments.services.locks import raise_revision
from tournaments.services.people.players import PlayerFacts, change_player
from tournaments.standings import LeagueRule, Unfinished


def evening(tournament: Tournament, *players: Registration) -> list[Registration]:
    """Play one round of four: +90, −30, −30, −30, and a penalty for the second."""
    entered = list(players) or [RegistrationFactory(tournament=tournament, start_number=each) for each in range(1, 5)]
    Registration.objects.filter(pk=entered[1].pk).update(penalty_points=-20)
    mark(publish(tournament, 1, [entered]), dict(zip(entered, (90, -30, -30, -30), strict=True)))
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING)
    return entered


@pytest.fixture
def played(tournament: Tournament) -> Tournament:
    evening(tournament)
    tournament.refresh_from_db()
    return tournament


def address(tournament: Tournament) -> str:
    return f"/api/v1/tournaments/{tournament.pk}/standings/"


def test_the_standings_are_those_of_the_page(client: Client, played: Tournament) -> None:
    Player.objects.filter(consent=True).update(sharing_consent=True)
    told = client.get(address(played)).json()
    assert {name: told[name] for name in ("tournament", "name", "state", "revision", "rounds")} == {
        "tournament": played.pk,
        "name": played.name,
        "state": "en_cours",
        "revision": 1,
        "rounds": [1],
    }
    assert [(line["place"], line["shared"], line["start_number"], line["total"]) for line in told["lines"]] == [
        (1, False, 1, 90),
        (2, True, 3, -30),
        (2, True, 4, -30),
        (4, False, 2, -50),
    ]
    last, shown = told["lines"][3], standings(played).lines[3]
    assert last == {
        "place": 4,
        "shared": False,
        "overall": None,
        "arrived_at": None,
        "left_after": None,
        "attended": 1,
        "remarks": [],
        "start_number": 2,
        "name": shown.name,
        "person": public_key(shown.player_id, is_shared=True),
        "club": played.club.name,
        "marks": [{"points": -30, "donnes": 4, "exempt": False, "missed": False, "given": 0}],
        "penalties": -20,
        "total": -50,
        "donnes": 4,
        "rounds_played": 1,
    }


def test_unchanged_standings_are_a_304(
    client: Client, played: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = client.get(address(played))
    known = {"If-None-Match": first.headers["ETag"]}
    assert "no-cache" in first.headers["Cache-Control"]
    with django_assert_num_queries(1):
        again = client.get(address(played), headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(address(played), headers=known | {"Accept-Language": "en"}).status_code == 200
    raise_revision(played)
    changed = client.get(address(played), headers=known)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != known["If-None-Match"]


def test_a_name_that_is_withdrawn_is_gone_at_once(client: Client, played: Tournament) -> None:
    player = played.registrations.get(start_number=1).player
    first = client.get(address(played))
    assert first.json()["lines"][0]["name"] == player.full_name
    facts = PlayerFacts(last_name=player.last_name, first_name=player.first_name, licence=player.licence)
    change_player(player=player, facts=facts, by=None, at=NOW)
    second = client.get(address(played), headers={"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert second.json()["lines"][0]["name"] == "Joueur n°\N{NO-BREAK SPACE}1"


def test_who_left_early_is_told_and_has_no_place_where_the_rule_says_so(client: Client, tournament: Tournament) -> None:
    entered = evening(tournament)
    mark(publish(tournament, 2, [entered[1:]]), dict(zip(entered[1:], (40, -20, -20), strict=True)))
    Registration.objects.filter(pk=entered[0].pk).update(status=Status.WITHDRAWN)
    Tournament.objects.filter(pk=tournament.pk).update(unfinished_rule=Unfinished.OUT, rounds_planned=2)
    told = client.get(address(tournament)).json()
    assert told["rounds_required"] == 2
    assert [(line["place"], line["start_number"]) for line in told["lines"]] == [(1, 2), (2, 3), (2, 4), (None, 1)]
    leaver = told["lines"][-1]
    assert (leaver["left_after"], leaver["arrived_at"], leaver["attended"], leaver["total"]) == (1, None, 1, 90)
    assert leaver["marks"][1] == {"points": None, "donnes": 0, "exempt": False, "missed": True, "given": 0}
    assert leaver["remarks"][0] == "départ après la position 1"


def test_the_ranking_of_a_group_has_places_of_its_own_and_nobody_whose_name_is_withheld(
    client: Client, played: Tournament
) -> None:
    ladies = [entry.player_id for entry in played.registrations.filter(start_number__in=(2, 3, 4))]
    Player.objects.filter(pk__in=ladies).update(sex=Sex.WOMAN)
    Player.objects.filter(pk=ladies[2]).update(consent=False)
    whole, some = client.get(address(played)), client.get(f"{address(played)}?group=dames")
    assert [(line["place"], line["overall"], line["start_number"]) for line in some.json()["lines"]] == [
        (1, 2, 3),
        (2, 4, 2),
    ]
    assert (some.json()["group"], whole.json()["group"]) == ("dames", None)
    assert some.headers["ETag"] != whole.headers["ETag"]
    firsts = [(each["group"], each["name"], each["place"]) for each in whole.json()["firsts"]]
    third = played.registrations.get(start_number=3).player.full_name
    assert ("dames", third, 2) in firsts
    assert some.json()["firsts"] == []
    wrong = client.get(f"{address(played)}?group=reines")
    assert (wrong.status_code, list(wrong.json()["fields"])) == (400, ["group"])


def test_a_part_of_the_standings_is_asked_for_as_on_the_page(client: Client, played: Tournament) -> None:
    guest = RegistrationFactory(tournament=played, player=PlayerFactory(), start_number=5)
    one = played.registrations.get(start_number=1)
    mark(publish(played, 2, [[one, guest]]), {one: -200, guest: 200})

    def read(query: str) -> tuple[list[int], list[int]]:
        told = client.get(f"{address(played)}{query}").json()
        return told["rounds"], [line["start_number"] for line in told["lines"]]

    assert read("") == ([1, 2], [5, 3, 4, 2, 1])
    assert read("?after=1") == ([1], [1, 3, 4, 2])
    assert read("?round=2&after=1") == ([2], [5, 1])
    assert read(f"?club={guest.player.club_id}") == ([1, 2], [5])
    tags = {client.get(f"{address(played)}{query}")["ETag"] for query in ("", "?after=1", "?after=2", "?round=2")}
    assert len(tags) == 4
    for query in ("?after=3", "?round=9", "?club=999999", f"?club={guest.player.club_id}&after=1"):
        assert client.get(f"{address(played)}{query}").status_code == 404
    for query, field in (("?after=0", "after"), ("?round=un", "round"), ("?club=-1", "club")):
        wrong = client.get(f"{address(played)}{query}")
        assert (wrong.status_code, list(wrong.json()["fields"])) == (400, [field])
    Tournament.objects.filter(pk=played.pk).update(hidden_rounds=1, rounds_planned=2, revision=9)
    assert client.get(f"{address(played)}?round=2").status_code == 404
    assert read("") == read("?after=1")


@pytest.mark.parametrize("count", [4, 32])
def test_the_standings_cost_the_same_whatever_their_length(
    client: Client, tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    players = [RegistrationFactory(tournament=tournament, start_number=number) for number in range(1, count + 1)]
    tables = [players[start : start + 4] for start in range(0, count, 4)]
    mark(publish(tournament, 1, tables), dict.fromkeys(players, 0))
    with django_assert_num_queries(6):  # one for the ranking rules that were changed
        assert len(client.get(address(tournament)).json()["lines"]) == count
    with django_assert_num_queries(4):
        client.get(f"/api/v1/tournaments/{tournament.pk}/rounds/1/")


@pytest.fixture
def season(tournament: Tournament) -> Season:
    season = SeasonFactory(club=tournament.club, rule=LeagueRule(best_of=1))
    Tournament.objects.filter(pk=tournament.pk).update(season=season)
    first = evening(tournament)
    second = TournamentFactory(club=tournament.club, season=season, name="le second")
    evening(second, *(RegistrationFactory(tournament=second, player=one.player) for one in reversed(first)))
    return season


def test_the_league_adds_up_and_drops_what_the_rule_drops(client: Client, season: Season) -> None:
    told = client.get(f"/api/v1/seasons/{season.pk}/league/").json()
    assert told["season"]["id"] == season.pk
    assert [event["name"] for event in told["events"]][1] == "le second"
    assert [(line["place"], line["shared"], line["total"], line["played"]) for line in told["lines"]] == [
        (1, True, 90, 2),
        (1, True, 90, 2),
        (3, True, -30, 2),
        (3, True, -30, 2),
    ]
    known = ["club", "marks", "name", "overall", "person", "place", "played", "shared", "total"]
    assert sorted(told["lines"][0]) == known
    whole = {"score": None, "place": None, "ranked": True, "late": False, "left": False}
    assert {"points": -30, "dropped": True} | whole in told["lines"][0]["marks"]
    assert {"points": 90, "dropped": False} | whole in told["lines"][0]["marks"]
    assert (told["events_required"], told["group"]) == (1, None)


def test_an_unchanged_league_is_a_304_until_an_evening_or_the_rule_changes(client: Client, season: Season) -> None:
    league = f"/api/v1/seasons/{season.pk}/league/"
    known = {"If-None-Match": client.get(league).headers["ETag"]}
    assert client.get(league, headers=known).status_code == 304
    raise_revision(season.tournaments.first())
    changed = client.get(league, headers=known)
    assert changed.status_code == 200
    known = {"If-None-Match": changed.headers["ETag"]}
    season.leagues.update(rule=LeagueRule().data, revision=2)
    changed = client.get(league, headers=known)
    assert changed.status_code == 200
    known = {"If-None-Match": changed.headers["ETag"]}
    assert client.get(f"{league}?group=dames", headers=known).status_code == 200
    assert client.get(f"{league}?group=reines").status_code == 400


def test_no_name_without_consent_no_licence_and_no_account_anywhere(client: Client, tournament: Tournament) -> None:
    season = SeasonFactory(club=tournament.club)
    Tournament.objects.filter(pk=tournament.pk).update(season=season)
    hidden = [
        PlayerFactory(
            club=tournament.club,
            last_name=f"SECRET-NOM{number}",
            first_name=f"SECRET-PRENOM{number}",
            licence=f"SECRET-LICENCE{number}",
            public_name=f"SECRET-PUBLIC{number}",
            consent=False,
        )
        for number in range(3)
    ]
    open_ = PlayerFactory(
        club=tournament.club, last_name="SECRET-NOM", licence="SECRET-LICENCE", public_name="Lulu", consent=True
    )
    AccountFactory(username="SECRET-COMPTE", player=open_)
    players = [RegistrationFactory(tournament=tournament, player=player) for player in (open_, *hidden)]
    evening(tournament, *players)
    answers = [
        client.get(f"/api/v1/{place}")
        for place in (
            "clubs/",
            f"clubs/{tournament.club_id}/",
            "seasons/",
            f"seasons/{season.pk}/",
            f"seasons/{season.pk}/league/",
            "tournaments/",
            f"tournaments/{tournament.pk}/",
            f"tournaments/{tournament.pk}/rounds/",
            f"tournaments/{tournament.pk}/rounds/1/",
            f"tournaments/{tournament.pk}/standings/",
        )
    ]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    told = "".join(json.dumps(answer.json(), ensure_ascii=False) for answer in answers)
    assert "SECRET" not in told
    assert told.count("Lulu") == 3  # the league, the round, the standings
    assert told.count("Joueur n°") == 6
    assert told.count("Joueur anonyme") == 0
    assert answers[4].json()["unnamed"] == 3
    ids = {str(player.pk) for player in (open_, *hidden)} | {str(one.pk) for one in players}
    assert not any(f'"player_id": {each}' in told or f'"registration_id": {each}' in told for each in ids)


def test_who_is_not_named_is_not_named_in_a_reason_either(client: Client, played: Tournament) -> None:
    Tournament.objects.filter(pk=played.pk).update(state=TournamentState.FINISHED)
    PlayerFactory(club=played.club, last_name="Bonnefoy", first_name="Raymond", consent=False)
    PlayerFactory(club=played.club, last_name="Dumoulin", first_name="Anne")
    PlayerFactory(club=played.club, last_name="Martineau", first_name="Zoé", public_name="Lulu", consent=True)
    reason = "BONNEFOY Raymond a triché, dit Anne Dumoulin : Mme Bonnefoy, ou raymond bonnefoy ; bonnefoy, Zoé"
    log(action=AFTER_END, subject="x", by=None, at=NOW, tournament=played, reason=reason)
    raise_revision(played)
    (told,) = client.get(address(played)).json()["corrections"]
    other = "un autre joueur"
    assert told["reason"] == f"{other} a triché, dit Anne Dumoulin : {other}, ou {other} ; {other}, {other}"
    page = client.get(f"/tournois/{played.pk}/classement/").content.decode()
    assert ("Anne Dumoulin" in page, "Raymond" in page) == (True, False)


def test_what_was_corrected_after_the_end_is_told(client: Client, played: Tournament) -> None:
    assert client.get(address(played)).json()["corrections"] == []
    Tournament.objects.filter(pk=played.pk).update(state=TournamentState.FINISHED)
    for subject in ({"code": "table", "round": 1, "table": 1}, "n° 1 SECRET Ada"):
        log(action=AFTER_END, subject=subject, by=None, at=NOW, tournament=played, reason="points mal lus")
    raise_revision(played)
    told = client.get(address(played)).json()["corrections"]
    assert [(each["what"], each["reason"]) for each in told] == [
        ("", "points mal lus"),
        ("position 1, table 1", "points mal lus"),
    ]


def test_the_ranking_of_teams_is_that_of_the_page(client: Client, played: Tournament) -> None:
    address = f"/api/v1/tournaments/{played.pk}/teams/"
    assert client.get(address).status_code == 404
    rewrite(played, team_size=2, state=TournamentState.RUNNING)
    entries = list(played.registrations.order_by("start_number"))
    a_team("Les Bouts", *entries[:2])
    hidden = entries[1].player
    hidden.consent = False
    hidden.save()

    answer = client.get(address)
    (line,) = answer.json()["lines"]
    (shown,) = public_team_standings(played).lines

    assert (line["place"], line["number"], line["name"], line["total"]) == (1, 1, "Les Bouts", shown.total)
    assert [(each["start_number"], each["captain"]) for each in line["members"]] == [(1, True), (2, False)]
    assert line["total"] == sum(each["total"] for each in line["members"])
    assert hidden.last_name not in answer.content.decode()
    assert client.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert client.get(f"/api/v1/tournaments/{played.pk}/").json()["team_size"] == 2
