"""The services of logins, appointments and invitations, one row for each thing that one of them can do."""

from tests.factories import NOW, AccountFactory
from tests.services.calls import Act, Entry, World, call_of
from tournaments.labels import RoleName
from tournaments.models import Account, Appointment, Invitation, Tournament
from tournaments.services.people.appointments import (
    appoint,
    create_login,
    give_player_access,
    link_player,
    renew_password,
    revoke,
)
from tournaments.services.people.invitations import accept, decline, name_or_invite, offer_file, withdraw


@call_of(create_login, Entry("nomination", "zoe : arbitre · Les Bouts", of="club"))
def an_arbiter_given_a_login(world: World) -> Act:
    return lambda: create_login(
        club=world.club, username="zoe", first_name="", last_name="", role=RoleName.ARBITER, by=world.by, at=NOW
    )


@call_of(give_player_access, Entry("accès donné à un joueur", "NOM2 Ada : zoe", of="club"))
def a_player_given_a_login(world: World) -> Act:
    return lambda: give_player_access(
        club=world.club, player=world.entries[1].player, username="zoe", by=world.by, at=NOW
    )


@call_of(link_player, Entry("accès donné à un joueur", "NOM2 Ada : aline", of="club"))
def an_organiser_who_plays(world: World) -> Act:
    return lambda: link_player(
        club=world.club, player=world.entries[1].player, username=world.by.username, by=world.by, at=NOW
    )


@call_of(appoint, Entry("nomination", "zoe : arbitre · Concours"))
def an_arbiter_of_one_tournament(world: World) -> Act:
    account = AccountFactory(username="zoe")
    return lambda: appoint(
        club=world.club, account=account, role=RoleName.ARBITER, tournament=world.tournament, by=world.by, at=NOW
    )


@call_of(revoke, Entry("nomination retirée", "aline : arbitre · Concours"))
def an_appointment_taken_back(world: World) -> Act:
    held = Appointment.objects.create(account=world.by, role=RoleName.ARBITER, tournament=world.tournament)
    return lambda: revoke(club=world.club, appointment=held, by=world.by, at=NOW)


@call_of(revoke, Entry("nomination retirée", "zoe : arbitre · Les Bouts", of="club"))
def an_appointment_of_the_club_taken_back(world: World) -> Act:
    held = Appointment.objects.create(account=AccountFactory(username="zoe"), role=RoleName.ARBITER, club=world.club)
    return lambda: revoke(club=world.club, appointment=held, by=world.by, at=NOW)


@call_of(renew_password, Entry("mot de passe renouvelé", "zoe", of="club"))
def a_password_renewed(world: World) -> Act:
    account = AccountFactory(username="zoe")
    Appointment.objects.create(account=account, role=RoleName.ARBITER, club=world.club)
    return lambda: renew_password(club=world.club, account=account, by=world.by, at=NOW)


# Invitations


def inviting(world: World, tournament: Tournament | None = None) -> Act:
    AccountFactory(username="zoe")
    return lambda: name_or_invite(
        club=world.club, username="zoe", role=RoleName.ARBITER, tournament=tournament, by=world.by, at=NOW
    )


@call_of(name_or_invite, Entry("invitation", "zoe : arbitre · Les Bouts", of="club"))
def somebody_invited(world: World) -> Act:
    return inviting(world)


@call_of(
    accept,
    Entry("invitation acceptée", "zoe : arbitre · Concours", by="zoe"),
    Entry("nomination", "zoe : arbitre · Concours", by="zoe"),
)
def an_invitation_accepted(world: World) -> Act:
    inviting(world, world.tournament)()
    zoe, invitation = Account.objects.get(username="zoe"), Invitation.objects.get()
    return lambda: accept(invitation_id=invitation.pk, account=zoe, at=NOW)


def offering(world: World) -> Act:
    return lambda: offer_file(
        club=world.club, player=world.entries[1].player, username=world.by.username, by=world.by, at=NOW
    )


@call_of(offer_file, Entry("invitation", "aline : fiche de NOM2 Ada · Les Bouts", of="club"))
def a_file_offered(world: World) -> Act:
    return offering(world)


@call_of(
    accept,
    Entry("invitation acceptée", "aline : fiche de NOM2 Ada · Les Bouts", of="club"),
    Entry("accès donné à un joueur", "NOM2 Ada : aline", of="club"),
)
def a_file_accepted(world: World) -> Act:
    offering(world)()
    invitation = Invitation.objects.get()
    return lambda: accept(invitation_id=invitation.pk, account=world.by, at=NOW)


@call_of(decline, Entry("invitation refusée", "zoe : arbitre · Les Bouts", of="club", by="zoe"))
def an_invitation_declined(world: World) -> Act:
    inviting(world)()
    zoe, invitation = Account.objects.get(username="zoe"), Invitation.objects.get()
    return lambda: decline(invitation_id=invitation.pk, account=zoe, at=NOW)


@call_of(withdraw, Entry("invitation retirée", "zoe : arbitre · Les Bouts", of="club"))
def an_invitation_withdrawn(world: World) -> Act:
    inviting(world)()
    invitation = Invitation.objects.get()
    return lambda: withdraw(club=world.club, invitation=invitation, by=world.by, at=NOW)
