"""Organisers and arbiters: logins made, taken back, and what nobody may do."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, TournamentFactory, arbiter
from tests.refusals import refusal_of
from tournaments.labels import RoleName
from tournaments.models import Account, Appointment, Club, JournalEntry, Tournament
from tournaments.permissions import Role, roles_of
from tournaments.refusals import Refusal
from tournaments.services.people.appointments import (
    appoint,
    create_login,
    give_player_access,
    link_player,
    readable_password,
    renew_password,
    revoke,
)


def test_a_login_works_and_its_password_is_kept_nowhere(club: Club, the_organiser: Account):
    login = create_login(
        club=club,
        username="arbitre1",
        first_name="Paul",
        last_name="Roy",
        role=RoleName.ARBITER,
        by=the_organiser,
        at=NOW,
    )

    account = Account.objects.get(username="arbitre1")
    assert account.check_password(login.password)
    assert Role.ARBITER in roles_of(account, club=club)
    assert login.password not in str(list(JournalEntry.objects.values()))


def test_an_arbiter_of_one_tournament_is_none_of_the_club(club: Club, tournament: Tournament):
    login = create_login(
        club=club,
        username="a",
        first_name="",
        last_name="",
        role=RoleName.ARBITER,
        tournament=tournament,
        by=None,
        at=NOW,
    )

    assert Role.ARBITER in roles_of(login.account, tournament=tournament)
    assert Role.ARBITER not in roles_of(login.account, club=club)


@pytest.mark.parametrize("username", ["", "DEJA", "a b"])
def test_a_username_that_is_empty_taken_or_strange_is_refused(club: Club, username: str):
    AccountFactory(username="deja")

    with pytest.raises(Refusal) as refused:
        create_login(club=club, username=username, first_name="", last_name="", role=RoleName.ARBITER, by=None, at=NOW)

    assert list(refused.value.fields) == ["username"]
    assert Account.objects.count() == 1


def test_a_tournament_of_another_club_is_refused(club: Club):
    with pytest.raises(Refusal) as refused:
        appoint(
            club=club,
            account=AccountFactory(),
            role=RoleName.ARBITER,
            tournament=TournamentFactory(),
            by=None,
            at=NOW,
        )

    assert refused.value.code == "not_of_this_club"


def test_appointed_twice_is_appointed_once(club: Club):
    account = AccountFactory()

    for _click in range(2):
        appoint(club=club, account=account, role=RoleName.ARBITER, by=None, at=NOW)

    assert Appointment.objects.count() == 1
    assert JournalEntry.objects.count() == 1


def test_the_last_organiser_stays(club: Club, the_organiser: Account, the_arbiter: Account):
    revoke(club=club, appointment=the_arbiter.appointments.get(), by=the_organiser, at=NOW)

    refused = refusal_of(revoke, club=club, appointment=the_organiser.appointments.get(), by=the_organiser, at=NOW)

    assert refused.code == "last_organiser"
    assert list(Appointment.objects.all()) == [the_organiser.appointments.get()]


def test_an_appointment_that_another_took_back_meanwhile_is_taken_back_once(
    club: Club, the_organiser: Account, the_arbiter: Account
):
    read_twice = [the_arbiter.appointments.get() for _organiser in range(2)]
    for appointment in read_twice:
        revoke(club=club, appointment=appointment, by=the_organiser, at=NOW)

    assert [entry.action for entry in JournalEntry.objects.all()] == ["nomination retirée"]


def test_a_lost_password_is_renewed(club: Club, the_arbiter: Account):
    login = renew_password(club=club, account=the_arbiter, by=None, at=NOW)

    the_arbiter.refresh_from_db()
    assert the_arbiter.check_password(login.password)


def test_a_new_password_lifts_the_lock_of_who_guessed_wrong(club: Club, client: Client):
    locked = arbiter(club)
    for _guess in range(5):
        refused = client.post(reverse("account_login"), {"login": locked.username, "password": "faux"})
    assert refused.status_code == 429

    login = renew_password(club=club, account=locked, by=None, at=NOW)

    answer = client.post(reverse("account_login"), {"login": locked.username, "password": login.password})
    assert (answer.status_code, answer.url) == (302, reverse("organisation"))


def test_nobody_takes_over_the_login_of_another_club_or_of_the_administrator(club: Club):
    both = arbiter(club)
    appoint(club=ClubFactory(), account=both, role=RoleName.ARBITER, by=None, at=NOW)
    administrator = AccountFactory(is_superuser=True)
    appoint(club=club, account=administrator, role=RoleName.ARBITER, by=None, at=NOW)

    plays_there = AccountFactory(player=PlayerFactory())
    appoint(club=club, account=plays_there, role=RoleName.ARBITER, by=None, at=NOW)

    for account in (both, administrator, plays_there):
        assert refusal_of(renew_password, club=club, account=account, by=None, at=NOW).code == "not_only_ours"


def test_a_player_is_given_his_own_access_once(club: Club):
    player = PlayerFactory(club=club, last_name="Îlot", first_name="Élise")

    login = give_player_access(club=club, player=player, username="elise.ilot", by=None, at=NOW)

    assert (login.account.player, str(login.account)) == (player, "Élise Îlot")
    assert login.account.check_password(login.password)
    assert roles_of(login.account) == {Role.PUBLIC, Role.ACCOUNT, Role.PLAYER}
    assert login.password not in str(list(JournalEntry.objects.values()))
    assert (
        refusal_of(give_player_access, club=club, player=player, username="autre", by=None, at=NOW).code == "has_access"
    )
    assert Account.objects.count() == 1


def test_an_arbiter_who_plays_keeps_one_login(club: Club, the_arbiter: Account):
    player = PlayerFactory(club=club)

    link_player(club=club, player=player, username=the_arbiter.username, by=None, at=NOW)

    the_arbiter.refresh_from_db()
    assert the_arbiter.player == player
    assert roles_of(the_arbiter, club=club) >= {Role.ARBITER, Role.PLAYER}


def test_a_stranger_s_login_is_not_given_a_player_of_ours(club: Club):
    taken = arbiter(club)
    link_player(club=club, player=PlayerFactory(club=club), username=taken.username, by=None, at=NOW)

    said = set()
    for username in (AccountFactory().username, arbiter(ClubFactory()).username, taken.username, "personne"):
        refused = refusal_of(
            link_player, club=club, player=PlayerFactory(club=club), username=username, by=None, at=NOW
        )
        assert list(refused.fields) == ["username"]
        said.add(str(refused).replace(username, "x"))
    assert len(said) == 1  # a login of another club is answered like one that nobody has


def test_passwords_read_out_well():
    password = readable_password()

    assert [len(group) for group in password.split("-")] == [4, 4, 4]
    assert not set(password) & set("il1o0")
