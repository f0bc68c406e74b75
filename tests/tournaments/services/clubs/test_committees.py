"""Comités: made by the administrator, joined, left, and whom they show nothing to."""

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW, AccountFactory, ClubFactory, PlayerFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.texts import plain
from tournaments.labels import RoleName, TournamentState
from tournaments.models import Appointment, Club, Committee, Invitation, JournalEntry, Tournament
from tournaments.queries.clubs.committees import committees_of, member_clubs
from tournaments.services.clubs.committees import (
    appoint_to_committee,
    change_committee,
    create_committee,
    leave_committee,
    revoke_from_committee,
)
from tournaments.services.people.appointments import renew_password


@pytest.fixture
def committee(club: Club) -> Committee:
    made = create_committee(name="Comité  de Bourgogne ")
    return change_committee(committee=made, name=made.name, clubs=[club], by=None, at=NOW)


def test_it_has_a_name_an_address_and_clubs_that_read_that_they_joined(committee: Committee, club: Club) -> None:
    assert (committee.name, committee.slug) == ("Comité de Bourgogne", "comite-de-bourgogne")
    assert [each.club for each in member_clubs(committee)] == [club]
    assert list(JournalEntry.objects.values_list("action", "subject", "club")) == [
        ("comité rejoint", "Comité de Bourgogne", club.pk)
    ]


def test_two_names_that_make_one_address_get_two(committee: Committee) -> None:
    assert create_committee(name="Comité de Bourgogne !").slug == "comite-de-bourgogne-2"


@pytest.mark.parametrize("name", ["", " \u200b", "Comité de Bourgogne"])
def test_a_name_that_is_empty_or_taken_is_refused_at_its_field(committee: Committee, name: str) -> None:
    refusal = refusal_of(create_committee, name=name)
    assert (refusal.code, list(refusal.fields)) == ("committee_name_refused", ["name"])

    other = create_committee(name="Est")
    again = refusal_of(change_committee, committee=other, name=name, clubs=[], by=None, at=NOW)
    assert again.code == "committee_name_refused"


def test_what_changes_of_its_clubs_is_written_and_nothing_else(committee: Committee, club: Club) -> None:
    JournalEntry.objects.all().delete()
    joins = ClubFactory()
    renamed = change_committee(committee=committee, name="Bourgogne", clubs=[joins], by=None, at=NOW)
    change_committee(committee=committee, name="Bourgogne", clubs=[joins], by=None, at=NOW)

    assert (renamed.name, renamed.slug) == ("Bourgogne", "comite-de-bourgogne")
    assert set(JournalEntry.objects.values_list("action", "club")) == {
        ("comité quitté", club.pk),
        ("comité rejoint", joins.pk),
    }
    assert JournalEntry.objects.count() == 2


def test_a_club_of_another_comite_is_not_taken_from_it(committee: Committee, club: Club) -> None:
    other, free = create_committee(name="Est"), ClubFactory()

    refusal = refusal_of(change_committee, committee=other, name="Est", clubs=[club, free], by=None, at=NOW)

    assert plain(str(refusal)) == (
        f"« {club} » est déjà d’un autre comité, « Comité de Bourgogne » : ce club doit d’abord le quitter."
    )
    assert [each.club for each in member_clubs(committee)] == [club]
    assert member_clubs(other) == []


def test_a_club_leaves_with_a_reason_and_leaves_but_once(committee: Committee, club: Club) -> None:
    assert refusal_of(leave_committee, club=club, reason=" ", by=None, at=NOW).code == "change_without_reason"

    leave_committee(club=club, reason="pour l’Auvergne", by=None, at=NOW)

    assert member_clubs(committee) == []
    assert JournalEntry.objects.latest("pk").reason == "pour l’Auvergne"
    assert refusal_of(leave_committee, club=club, reason="encore", by=None, at=NOW).code == "no_committee"


def test_players_and_tournaments_are_counted_apart_and_only_those_everybody_may_know(
    committee: Committee, club: Club
) -> None:
    for number in range(3):
        PlayerFactory(club=club, **({"erased_at": NOW, "consent": False, "licence": ""} if number == 2 else {}))
    for state in (TournamentState.DRAFT, TournamentState.OPEN, TournamentState.FINISHED):
        TournamentFactory(club=club, state=state)
    TournamentFactory(club=club, is_trial=True)

    (each,) = member_clubs(committee)

    assert (each.players, each.evenings) == (2, 2)


def test_who_answers_for_it_is_found_by_his_login_whatever_its_capitals(committee: Committee) -> None:
    account = AccountFactory(username="Odile")

    appointment = appoint_to_committee(committee=committee, username=" ODILE")

    assert appoint_to_committee(committee=committee, username="odile") == appointment
    assert list(committees_of(account)) == [committee]
    assert list(committees_of(AccountFactory(is_superuser=True))) == [committee]
    revoke_from_committee(committee=committee, appointment=appointment)
    assert list(committees_of(account)) == []


@pytest.mark.parametrize("username", ["personne", "", "parti"])
def test_a_login_that_nobody_has_or_that_is_closed_is_refused(committee: Committee, username: str) -> None:
    AccountFactory(username="parti", is_active=False)
    refusal = refusal_of(appoint_to_committee, committee=committee, username=username)
    assert (refusal.code, list(refusal.fields)) == ("no_account", ["username"])


def test_a_club_gives_no_new_password_to_who_answers_for_a_comite(committee: Committee, club: Club) -> None:
    account = AccountFactory()
    Appointment.objects.create(account=account, role=RoleName.ARBITER, club=club)
    appoint_to_committee(committee=committee, username=account.username)

    assert refusal_of(renew_password, club=club, account=account, by=None, at=NOW).code == "not_only_ours"


def test_the_database_knows_what_a_role_is_of(committee: Committee, club: Club, tournament: Tournament) -> None:
    account = AccountFactory()
    wrong = [
        {"role": RoleName.COMMITTEE, "club": club},
        {"role": RoleName.COMMITTEE, "club": club, "committee": committee},
        {"role": RoleName.ARBITER, "committee": committee},
        {"role": RoleName.ARBITER, "club": club, "tournament": tournament},
        {"role": RoleName.ARBITER},
    ]
    for columns in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            Appointment.objects.create(account=account, **columns)
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.create(username="ada", role=RoleName.COMMITTEE, club=club, asked_at=NOW)
    assert not account.appointments.exists()
