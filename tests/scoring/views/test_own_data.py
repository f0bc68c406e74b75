"""All that is kept about one person, taken away by him or for him: his own, whole, and nobody else's name."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import AccountFactory, PlayerFactory, RegistrationFactory, TournamentFactory
from tests.scoring.sheets import record, seated
from tournaments.labels import TournamentState
from tournaments.models import Account, Club, Player


@pytest.fixture
def player(club: Club, the_organiser: Account) -> Player:
    """A player who took a garde against three others."""
    tournament = TournamentFactory(club=club, name="Concours", state=TournamentState.RUNNING)
    player = PlayerFactory(club=club, last_name="Zzverdier", first_name="Odile", licence="LIC42")
    RegistrationFactory(tournament=tournament, player=player, start_number=1)
    (table,) = seated(tournament)
    Player.objects.exclude(pk=player.pk).update(last_name="Zzother")
    record(table, 1, the_organiser)
    return player


def test_the_organiser_takes_all_of_a_player_and_nobody_else(as_organiser: Client, player: Player):
    content = as_organiser.get(reverse("player_data", args=[player.club_id, player.pk])).content.decode()
    data = json.loads(content)

    assert (data["player"]["licence"], data["player"]["card_consent"]) == ("LIC42", False)
    assert [entry["start_number"] for entry in data["entries"]] == [1]
    assert [place["result__points"] for place in data["places"]] == [198]
    assert [(donne["contract"], donne["taker__chair"]) for donne in data["donnes"]] == [("garde", 0)]
    assert "Zzother" not in content


def test_a_player_takes_his_own(client: Client, player: Player):
    client.force_login(AccountFactory(username="odile", player=player))

    data = json.loads(client.get(reverse("own_data")).content)

    assert (data["login"], data["player"]["last_name"]) == ("odile", "Zzverdier")
