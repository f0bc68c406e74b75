"""What programs may ask of a list: how much of it, of which days, what is new since; and a 304 when nothing is."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tests.factories import SeasonFactory, TournamentFactory
from tests.tournaments.rounds import publish
from tournaments.labels import TournamentState
from tournaments.models import Club, Tournament
from tournaments.services.locks import raise_revision

pytestmark = pytest.mark.django_db

LISTS = "/api/v1/tournaments/"


def test_as_many_a_page_as_one_asks_for_within_bounds(client: Client, club: Club) -> None:
    TournamentFactory.create_batch(3, club=club)
    first = client.get(f"{LISTS}?page_size=2").json()
    assert (first["count"], len(first["results"])) == (3, 2)
    assert len(client.get(first["next"]).json()["results"]) == 1
    assert client.get(f"{LISTS}?page_size=200").status_code == 200
    assert len(client.get(f"{LISTS}?page_size=").json()["results"]) == 3
    for size in ("0", "-1", "201", "x", "٣", "99999999999"):
        answer = client.get(LISTS, {"page_size": size})
        assert (answer.status_code, list(answer.json()["fields"])) == (400, ["page_size"])


def names(client: Client, **asked: str) -> list[str]:
    answer = client.get(LISTS, asked)
    assert answer.status_code == 200, answer.json()
    return [one["name"] for one in answer.json()["results"]]


def test_tournaments_are_found_by_their_day(client: Client, club: Club) -> None:
    for day in ("2026-11-20", "2026-11-21", "2026-11-22"):
        TournamentFactory(club=club, name=day, date=day)
    assert names(client, date_from="2026-11-21") == ["2026-11-22", "2026-11-21"]
    assert names(client, date_from="2026-11-21", date_to="2026-11-21") == ["2026-11-21"]
    assert client.get(LISTS, {"date_to": "21/11/2026"}).status_code == 400


def test_a_program_asks_what_is_new_since_it_asked(client: Client, club: Club) -> None:
    old, other = TournamentFactory(club=club, name="ancien"), TournamentFactory(club=club, name="autre")
    long_ago = timezone.now() - timedelta(days=2)
    Tournament.objects.update(changed_at=long_ago)
    since = timezone.now().isoformat()
    assert names(client, updated_since=since) == []
    raise_revision(old)
    assert names(client, updated_since=since) == ["ancien"]
    told = client.get(f"{LISTS}{other.pk}/").json()["changed_at"]
    assert parse_datetime(told) == long_ago
    assert set(names(client, updated_since=told)) == {"ancien", "autre"}
    assert client.get(LISTS, {"updated_since": "hier"}).status_code == 400


def test_a_list_that_has_not_changed_is_a_304(client: Client, club: Club) -> None:
    season = SeasonFactory(club=club)
    tournament = TournamentFactory(club=club, season=season)
    publish(tournament, 1, [])
    parts = f"clubs/ clubs/{club.pk}/ seasons/ seasons/{season.pk}/ tournaments/ tournaments/{tournament.pk}/"
    for part in f"{parts} tournaments/{tournament.pk}/rounds/".split():
        address = f"/api/v1/{part}"
        first = client.get(address)
        assert "no-cache" in first.headers["Cache-Control"]
        again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b""), address
        assert client.get(address, headers={"If-None-Match": '"other"'}).status_code == 200
        if "tournaments" in part and "rounds" not in part:
            raise_revision(tournament)
            assert client.get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.DRAFT)
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/").status_code == 404
