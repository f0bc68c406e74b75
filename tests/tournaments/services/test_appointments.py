"""Organisers and arbiters: logins made, taken back, and what nobody may do."""

import pytest

from tests.factories import NOW, AccountFactory, ClubFactory, TournamentFactory, arbiter
from tournaments.labels import RoleName
from tournaments.models import Account, Appointment, Club, JournalEntry, Tournament
from tournaments.permissions import Role, roles_of
from tournaments.refusals import Refusal
from tournaments.services.appointments import appoint, create_login, readable_password, renew_password, revoke


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

    with pytest.raises(Refusal) as refused:
        revoke(club=club, appointment=the_organiser.appointments.get(), by=the_organiser, at=NOW)

    assert refused.value.code == "last_organiser"
    assert list(Appointment.objects.all()) == [the_organiser.appointments.get()]


def test_a_lost_password_is_renewed(club: Club, the_arbiter: Account):
    login = renew_password(club=club, account=the_arbiter, by=None, at=NOW)

    the_arbiter.refresh_from_db()
    assert the_arbiter.check_password(login.password)


def test_nobody_takes_over_the_login_of_another_club_or_of_the_administrator(club: Club):
    both = arbiter(club)
    appoint(club=ClubFactory(), account=both, role=RoleName.ARBITER, by=None, at=NOW)
    administrator = AccountFactory(is_superuser=True)
    appoint(club=club, account=administrator, role=RoleName.ARBITER, by=None, at=NOW)

    for account in (both, administrator):
        with pytest.raises(Refusal) as refused:
            renew_password(club=club, account=account, by=None, at=NOW)
        assert refused.value.code == "not_only_ours"


def test_passwords_read_out_well():
    password = readable_password()

    assert [len(group) for group in password.split("-")] == [4, 4, 4]
    assert not set(password) & set("il1o0")
