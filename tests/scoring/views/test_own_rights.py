"""What a player does about his own data without an account: takes it away, agrees to a purpose, takes it back."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, AccountFactory, PlayerFactory, RegistrationFactory, TournamentFactory
from tests.tournaments.links import phone_of
from tests.tournaments.rounds import mark, publish
from tournaments.labels import TournamentState
from tournaments.models import Account, Club, JournalEntry, Player, Tournament
from tournaments.services.personal_links import withdraw_link

pytestmark = pytest.mark.django_db
PURPOSES = ("consent", "card_consent", "sharing_consent")


@pytest.fixture
def ada(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="MARTIN", first_name="Ada", licence="LIC7", consent=False)


@pytest.fixture
def evening(club: Club, ada: Player) -> Tournament:
    """An evening of which everybody reads « Joueur n° 1 » where Ada stands."""
    tournament = TournamentFactory(club=club, state=TournamentState.RUNNING)
    entries = [RegistrationFactory(tournament=tournament, player=ada, start_number=1)]
    entries += [RegistrationFactory(tournament=tournament, start_number=number) for number in (2, 3, 4)]
    mark(publish(tournament, 1, [entries]), dict(zip(entries, (30, -10, -10, -10), strict=True)))
    return tournament


def agreed(player: Player) -> list[bool]:
    player.refresh_from_db()
    return [getattr(player, name) for name in PURPOSES]


def agree(phone: Client, *purposes: str) -> int:
    return phone.post(reverse("own_consents"), dict.fromkeys(purposes, "on")).status_code


def test_all_of_his_data_by_his_link(evening: Tournament, ada: Player) -> None:
    phone = phone_of(ada)
    address = reverse("own_data")
    assert address in phone.get(reverse("own")).content.decode()
    answer = phone.get(address)
    data = json.loads(answer.content)
    assert (data["player"]["last_name"], [place["result__points"] for place in data["places"]]) == ("MARTIN", [30])
    assert {"private", "no-store"} <= set(answer["Cache-Control"].replace(" ", "").split(","))
    assert "MARTIN" in phone.get(address + "?format=csv").content.decode()


def test_a_card_that_somebody_finds_does_not_tell_him_who_the_player_is_elsewhere(
    evening: Tournament, ada: Player
) -> None:
    Player.objects.filter(pk=ada.pk).update(birth_year=1951)
    account = AccountFactory(username="zzlogin", email="zz@example.org", player=ada)
    for query in ("", "?format=csv"):
        told = phone_of(ada).get(reverse("own_data") + query).content.decode()
        assert "MARTIN" in told
        assert not [secret for secret in ("LIC7", "1951", "zzlogin", "zz@example.org") if secret in told]
    own = Client()
    own.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
    told = own.get(reverse("own_data")).content.decode()
    assert all(secret in told for secret in ("LIC7", "1951", "zzlogin", "zz@example.org"))


def test_nobody_has_them_without_a_link_or_by_a_withdrawn_one(ada: Player, the_organiser: Account) -> None:
    assert Client().get(reverse("own_data")).status_code == 302
    phone = phone_of(ada)
    withdraw_link(player=ada, reason="téléphone perdu", by=the_organiser, at=NOW)
    for name in ("own_data", "own_consents"):
        assert phone.get(reverse(name)).status_code == 410
    assert agree(phone, "consent") == 410
    assert agreed(ada) == [False, False, False]


def test_he_agrees_and_takes_back_purpose_by_purpose(evening: Tournament, ada: Player) -> None:
    phone, page = phone_of(ada), reverse("standings", args=[evening.pk])
    assert "MARTIN" not in Client().get(page).content.decode()

    assert agree(phone, "consent", "card_consent") == 303
    assert agreed(ada) == [True, True, False]
    assert "MARTIN" in Client().get(page).content.decode()
    assert Client().get(reverse("player_card", args=[ada.key])).status_code == 200

    assert agree(phone, "consent", "sharing_consent") == 303
    assert agreed(ada) == [True, False, True]
    assert Client().get(reverse("player_card", args=[ada.key])).status_code == 404

    assert agree(phone, "card_consent", "sharing_consent") == 303  # his name taken back takes the rest with it
    assert agreed(ada) == [False, False, False]
    assert "MARTIN" not in Client().get(page).content.decode()


def test_more_than_the_name_is_refused_without_it_and_stays_ticked(ada: Player) -> None:
    answer = phone_of(ada).post(reverse("own_consents"), {"card_consent": "on"})
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert "Sans l’accord sur le nom il n’y a ni fiche ni transmission" in shown
    assert "checked" in shown.split('name="card_consent"')[1].split(">")[0]
    assert agreed(ada) == [False, False, False]


def test_the_journal_says_that_it_came_by_his_link(ada: Player) -> None:
    agree(phone_of(ada), "consent")
    line = JournalEntry.objects.get(action="joueur modifié")
    assert (line.details["consent"], line.by, line.device) == ([False, True], None, "par son lien")


def test_who_logs_in_does_the_same(ada: Player, client: Client) -> None:
    client.force_login(AccountFactory(player=ada), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert agree(client, "consent") == 303
    assert agreed(ada) == [True, False, False]


def test_nothing_else_of_his_file_is_changed(ada: Player) -> None:
    phone_of(ada).post(reverse("own_consents"), {"consent": "on", "licence": "PIRATE", "last_name": "AUTRE"})
    ada.refresh_from_db()
    assert (ada.licence, ada.last_name) == ("LIC7", "MARTIN")
