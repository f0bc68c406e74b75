"""Who may open which of the organiser's pages."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import AccountFactory, PlayerFactory, RegistrationFactory, SeasonFactory, organiser
from tests.tournaments.views.test_office_club import document
from tournaments.models import Tournament

ORGANISER_ONLY = [
    "club_desk", "club_players", "add_player", "edit_player", "export_players", "player_model", "import_players",
    "apply_import", "abandon_import", "new_season", "edit_season", "new_tournament", "club_access", "revoke_access",
    "renew_password", "club_documents", "club_journal", "tournament_settings", "registrations", "register_players",
    "mark_all_present", "set_status", "finish_tournament", "reopen_tournament", "give_player_access",
    "renew_player_password",
]  # fmt: skip
ARBITER_TOO = ["organisation", "tournament_desk", "documents", "document", "journal"]
POST_ONLY = {
    "apply_import", "abandon_import", "revoke_access", "renew_password", "mark_all_present", "set_status",
    "reopen_tournament", "give_player_access", "renew_player_password",
}  # fmt: skip


def address(name: str, tournament: Tournament) -> str:
    club = tournament.club_id
    ids = {
        "edit_player": [club, 1],
        "give_player_access": [club, 1],
        "renew_player_password": [club, 1],
        "revoke_access": [club, 1],
        "renew_password": [club, 1],
        "set_status": [tournament.pk, 1],
        "edit_season": [SeasonFactory(club=tournament.club).pk],
        "document": [document(tournament).pk],
        "organisation": [],
    }
    of_tournament = ["tournament_", "registrations", "register_", "mark_", "finish_", "reopen_", "documents", "journal"]
    usual = [tournament.pk] if name.startswith(tuple(of_tournament)) else [club]
    return reverse(name, args=ids.get(name, usual))


def ask(client: Client, name: str, tournament: Tournament) -> int:
    where = address(name, tournament)
    return (client.post(where) if name in POST_ONLY else client.get(where)).status_code


@pytest.mark.parametrize("name", ORGANISER_ONLY + ARBITER_TOO)
def test_strangers_are_sent_to_the_login(client: Client, tournament: Tournament, name: str):
    assert ask(client, name, tournament) == 302


@pytest.mark.parametrize("name", ORGANISER_ONLY)
def test_an_arbiter_is_refused_the_organiser_s_pages(as_arbiter: Client, tournament: Tournament, name: str):
    assert ask(as_arbiter, name, tournament) == 403


@pytest.mark.parametrize("name", ARBITER_TOO)
def test_an_arbiter_opens_his_own(as_arbiter: Client, tournament: Tournament, name: str):
    assert ask(as_arbiter, name, tournament) == 200


@pytest.mark.parametrize("name", ORGANISER_ONLY + ARBITER_TOO)
def test_the_organiser_of_another_club_and_a_player_are_refused(tournament: Tournament, name: str):
    player = AccountFactory(player=PlayerFactory())
    RegistrationFactory(tournament=tournament, player=player.player)
    answers = []
    for account in (organiser(SeasonFactory().club), player):
        client = Client()
        client.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
        answers.append(ask(client, name, tournament))

    assert answers == ([200, 403] if name == "organisation" else [403, 403])


@pytest.mark.parametrize("name", sorted(set(ORGANISER_ONLY) - POST_ONLY - {"edit_player"}))
def test_the_organiser_opens_them_all(as_organiser: Client, tournament: Tournament, name: str):
    assert ask(as_organiser, name, tournament) == 200


@pytest.mark.parametrize("name", sorted(POST_ONLY))
def test_what_changes_something_is_never_a_link(as_organiser: Client, tournament: Tournament, name: str):
    path = address(name, tournament)
    answer = as_organiser.get(path)
    assert (answer.status_code, answer["Allow"]) == (302, "POST")
    assert path.startswith(answer.url)
