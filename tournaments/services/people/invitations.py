"""
Roles offered to people of other clubs, and files offered to the login of their player.

A club gives a role at once to its own people: those with a role in it, and its players. Any other login gets an
invitation, and has the role once it accepts. So no organiser gains power over an account of another club (only an
account of one club alone may get a new password from it), nor learns which logins exist: for an unknown login the
answer and the list look the same. A login opens a file once its owner accepts it as his own.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, Club, Invitation, Player, Tournament
from tournaments.queries.clubs.directory import has_role_at, invitations_for, invitations_of, login_name, plays_at
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_clubs_of
from tournaments.services.people.appointments import (
    appoint,
    appointment_subject,
    link_player,
    login_for,
    refuse_other_club,
)

MOST_WAITING = 30  # of one club


@transaction.atomic
def name_or_invite(
    *,
    club: Club,
    username: str,
    role: str,
    by: Account | None,
    at: datetime,
    tournament: Tournament | None = None,
) -> Account | None:
    """
    Give a role to the account with this login if the club knows it, and return it; else invite it, and return None.

    An unknown login gets an invitation too, so that nobody learns which logins exist. Refuses a tournament of another
    club, and more than `MOST_WAITING` invitations without an answer.
    """
    lock_club(club)
    refuse_other_club(club, tournament)
    account = _account_known_to(club, username)
    if account is not None:
        appoint(club=club, account=account, role=role, tournament=tournament, by=by, at=at)
        return account
    if invitations_of(club).count() >= MOST_WAITING:
        raise Refusal(
            _("Trop d’invitations de ce club attendent une réponse. Retirez-en avant d’en envoyer une autre."),
            code="too_many_invitations",
        )
    scope = {"tournament": tournament} if tournament else {"club": club}
    invitation, is_new = Invitation.objects.get_or_create(
        username=login_name(username), role=role, **scope, defaults={"asked_by": by, "asked_at": at}
    )
    if is_new:
        _log(invitation, action=gettext_noop("invitation"), club=club, by=by, at=at)
    return None


@transaction.atomic
def offer_file(*, club: Club, player: Player, username: str, by: Account | None, at: datetime) -> Invitation:
    """
    Offer a player's file to a login with a role in the club; once its owner accepts, the login opens the file.
    Idempotent.

    Refuses what `login_for` refuses.
    """
    account = login_for(club, player, username)
    invitation, is_new = Invitation.objects.get_or_create(
        player=player, defaults={"username": login_name(account.username), "club": club, "asked_by": by, "asked_at": at}
    )
    if is_new:
        _log(invitation, action=gettext_noop("invitation"), club=club, by=by, at=at)
    return invitation


@transaction.atomic
def accept(*, invitation_id: int, account: Account, at: datetime) -> Invitation:
    """
    Accept an offered role, or the offer of one's own file.

    Refuses another person's invitation, one that was withdrawn or answered since, and what `login_for` refuses.
    """
    invitation = _locked_invitation(invitation_id, account)
    club = _club(invitation)
    _log(invitation, action=gettext_noop("invitation acceptée"), club=club, by=account, at=at)
    invitation.delete()
    if invitation.player is not None:
        link_player(club=club, player=invitation.player, username=account.username, by=account, at=at)
    else:
        appoint(club=club, account=account, role=invitation.role, tournament=invitation.tournament, by=account, at=at)
    return invitation


@transaction.atomic
def decline(*, invitation_id: int, account: Account, at: datetime) -> Invitation:
    """Decline an invitation, and log that. Refuses another person's invitation, and one withdrawn or answered since."""
    invitation = _locked_invitation(invitation_id, account)
    _log(invitation, action=gettext_noop("invitation refusée"), club=_club(invitation), by=account, at=at)
    invitation.delete()
    return invitation


@transaction.atomic
def withdraw(*, club: Club, invitation: Invitation, by: Account | None, at: datetime) -> None:
    """
    Delete an invitation that has no answer yet; the journal says that it was sent and withdrawn.

    Refuses an invitation that was withdrawn or answered since it was read.
    """
    lock_club(club)
    if not Invitation.objects.filter(pk=invitation.pk).exists():
        sentence = _("Cette invitation a déjà une réponse, ou elle est déjà retirée : rien n’est changé.")
        raise Refusal(sentence, code="no_invitation")
    _log(invitation, action=gettext_noop("invitation retirée"), club=club, by=by, at=at)
    invitation.delete()


def _account_known_to(club: Club, username: str) -> Account | None:
    """Return the account with this login if its owner has a role in the club or plays in it, else None."""
    accounts = Account.objects.filter(has_role_at(club.pk) | plays_at(club.pk), is_active=True).distinct()
    return next((account for account in accounts if login_name(account.username) == login_name(username)), None)


def _locked_invitation(invitation_id: int, account: Account) -> Invitation:
    """Lock the club that sent an invitation, and all clubs of an offered file; return it. Refuses another person's."""
    invitation = invitations_for(account).filter(pk=invitation_id).first()
    if invitation is not None:
        of_file = [] if invitation.player is None else [invitation.player]
        lock_clubs_of(*of_file, and_club=_club(invitation))  # it may have been withdrawn or answered meanwhile
        invitation = invitations_for(account).filter(pk=invitation_id).first()
    if invitation is None:
        raise Refusal(_("Cette invitation n’est pas pour vous, ou elle n’est plus valable."), code="no_invitation")
    return invitation


def _club(invitation: Invitation) -> Club:
    if invitation.tournament is not None:
        return invitation.tournament.club
    assert invitation.club is not None  # by the constraint
    return invitation.club


def _log(invitation: Invitation, *, action: str, club: Club, by: Account | None, at: datetime) -> None:
    subject = appointment_subject(invitation, invitation.username)
    log(action=action, subject=subject, by=by, at=at, club=club, tournament=invitation.tournament)
