"""Whoever withheld consent is nobody on any page that others may open: no name, no club, no licence, no order."""

import re

import pytest
from django.test import Client

from tests.factories import (
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    arbiter,
)
from tests.scoring.sheets import record, seated
from tests.test_urls import ALL, as_
from tournaments.labels import TournamentState
from tournaments.models import Account, Season, Tournament
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


def pages(tournament: Tournament, audience: object) -> list[str]:
    values = {
        "tournament_id": tournament.pk,
        "season_id": tournament.season_id,
        "club_id": tournament.club_id,
        "slug": tournament.club.slug,
        "number": 1,
        "round_number": 1,
    }
    found = [address for address in ALL if address.audience == audience and address.arguments <= values.keys()]
    return [address.at(values) for address in found]


def told(client: Client, path: str) -> str:
    answer = client.get(path)
    return " ".join([answer.content.decode(), *map(str, answer.headers.values())])


def test_no_public_page_names_him(evening: Tournament) -> None:
    open_pages = pages(evening, Role.PUBLIC)
    assert len(open_pages) > 12
    for path in open_pages:
        lists_clubs = path in ("/", "/api/v1/clubs/")
        assert not SECRET.search(told(Client(), path).replace("FarawayClub" if lists_clubs else "…", "")), path


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
    before = {path: tokens.sub("", client.get(path).content.decode()) for path in paths}
    player = evening.registrations.get(start_number=1).player
    type(player).objects.filter(pk=player.pk).update(last_name="AAA", first_name="AAA", public_name="AAA")
    assert {path: tokens.sub("", client.get(path).content.decode()) for path in paths} == before
    assert Season.objects.count() == 1
