"""Whoever withheld consent is nobody on any page that others may open: no name, no club, no licence, no order."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.factories import (
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    arbiter,
    organiser,
)
from tests.scoring.sheets import record, seated
from tests.test_urls import ALL
from tests.who_asks import as_
from tournaments.labels import TournamentState
from tournaments.models import Account, Player, Prize, PrizePlan, Season, Series, Tournament
from tournaments.permissions import Action, Role

SECRET = re.compile("zzhidden|firstsecret|lic4242|farawayclub|pseudosecret|loginsecret", re.IGNORECASE)


@pytest.fixture
def evening(db: None) -> Tournament:
    """A running tournament whose first player, from another club, withheld consent; he has a login of his own."""
    club = ClubFactory()
    tournament = TournamentFactory(club=club, season=SeasonFactory(club=club), state=TournamentState.RUNNING)
    hidden = PlayerFactory(
        club=ClubFactory(name="FarawayClub", slug="elsewhere"),
        last_name="ZZHidden",
        first_name="FirstSecret",
        licence="LIC4242",
        public_name="PseudoSecret",
        consent=False,
    )
    AccountFactory(username="loginsecret", player=hidden)
    RegistrationFactory(tournament=tournament, player=hidden, start_number=1)
    (table,) = seated(tournament)
    record(table, 1, arbiter(club))
    return tournament


def places(tournament: Tournament) -> dict[str, object]:
    return {
        "tournament_id": tournament.pk,
        "season_id": tournament.season_id,
        "club_id": tournament.club_id,
        "slug": tournament.club.slug,
        "number": 1,
        "round_number": 1,
        "table_number": 1,
    }


def pages(tournament: Tournament, audience: object) -> list[str]:
    values = places(tournament)
    found = [address for address in ALL if address.audience == audience and address.arguments <= values.keys()]
    return [address.at(values) for address in found]


def told(client: Client, path: str) -> str:
    answer = client.get(path)
    return " ".join([answer.content.decode(errors="replace"), *map(str, answer.headers.values())])


def test_no_public_page_names_him(evening: Tournament) -> None:
    cache.clear()
    open_pages = pages(evening, Role.PUBLIC)
    assert len(open_pages) > 12
    files = [f"{path}?format=csv" for path in open_pages]  # where a page has a list, the list as a file
    for path in [*open_pages, *files]:
        lists_clubs = path.split("?")[0] in ("/", "/api/v1/clubs/")
        assert not SECRET.search(told(Client(), path).replace("FarawayClub" if lists_clubs else "…", "")), path


@pytest.mark.parametrize(
    "hidden",
    [pytest.param({"is_trial": True}, marks=pytest.mark.product), {"state": TournamentState.DRAFT}],
    ids=["trial", "draft"],
)
def test_no_public_page_shows_a_draft_or_a_trial(evening: Tournament, hidden: dict[str, object]) -> None:
    """Nor a file, a calendar or the API: neither its name nor who plays in it, whoever asks from elsewhere."""
    cache.clear()
    Player.objects.update(last_name="ZZHidden", consent=True)
    series = Series.objects.create(club=evening.club, name="Les vendredis", starts_on=timezone.localdate())
    plan = PrizePlan.objects.create(tournament=evening)
    Prize.objects.create(plan=plan, number=1, lot="ZZHidden")
    Tournament.objects.update(name="ZZHidden", date=timezone.localdate(), series=series, revision=2, **hidden)
    elsewhere = as_(organiser(ClubFactory()))
    found = [address for address in ALL if address.audience == Role.PUBLIC]
    values = places(evening)
    about_it = {address.at(values) for address in found if "tournament_id" in address.arguments <= values.keys()}
    assert len(about_it) > 10
    for client in (Client(), elsewhere):
        for path in pages(evening, Role.PUBLIC):
            for query in ("", "?format=csv", "?fragment", "?state=en_cours"):
                answer = client.get(path + query)
                assert "ZZHidden" not in answer.content.decode(errors="replace"), path + query
                assert path not in about_it or answer.status_code == 404, path + query


def test_the_big_screen_of_a_draft_is_for_those_who_run_it(evening: Tournament) -> None:
    Tournament.objects.update(state=TournamentState.DRAFT)
    page = f"/tournois/{evening.pk}/ecran/"
    boss = as_(organiser(evening.club))
    assert [client.get(page).status_code for client in (Client(), boss)] == [404, 200]
    assert [client.get(f"{page}?fragment").status_code for client in (Client(), boss)] == [404, 200]


@pytest.mark.parametrize("typed", ["ZZHidden", "firstsecret", "LIC4242", "PseudoSecret", "FarawayClub"])
def test_the_search_does_not_find_him_by_what_is_hidden(evening: Tournament, typed: str) -> None:
    answer = Client().get(f"/tournois/{evening.pk}/tables/", {"nom": typed})
    assert answer.context["found"] == set()


def test_those_at_his_table_read_no_more_than_the_public(evening: Tournament) -> None:
    other: Account = AccountFactory(player=evening.registrations.get(start_number=2).player)
    for path in pages(evening, Action.FOLLOW_OWN):
        assert not SECRET.search(told(as_(other), path)), path


def test_his_name_changes_nothing_in_the_order(evening: Tournament) -> None:
    """Nor may the alphabet of a list tell where his name begins."""
    paths = [path for path in pages(evening, Role.PUBLIC) if "tournois" in path or "tournaments" in path]
    tokens = re.compile(r'(csrfmiddlewaretoken" value|X-CSRFToken)[^>]*')
    client = Client()
    before = {path: tokens.sub("", client.get(path).content.decode(errors="replace")) for path in paths}
    player = evening.registrations.get(start_number=1).player
    type(player).objects.filter(pk=player.pk).update(last_name="AAA", first_name="AAA", public_name="AAA")
    assert {path: tokens.sub("", client.get(path).content.decode(errors="replace")) for path in paths} == before
    assert Season.objects.count() == 1
