"""
Roles given to people of other clubs: offered, and theirs only once they accept.

A club names its own people at once: whoever has a role in it already, or is one of its players. To any other login it
sends an invitation. So no organiser gains a hold on somebody else's account (a new password is given only to an account
that is the club's alone), and none learns which logins exist: a name that nobody has is answered in the same words, and
waits in the same list.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, Club, Invitation, Tournament
from tournaments.queries.clubs import has_role_at, invitations_for, invitations_of, login_name
from tournaments.refusals import Refusal
from tournaments.services.appointments import appoint, refuse_other_club
from tournaments.services.journal import log
from tournaments.services.players import lock_club
from tournaments.subjects import subject_of

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
    Appoint the person who has this login when the club knows him, and return him; otherwise invite, return None.

    Whether a login that the club does not know exists is not told: an invitation to nobody looks the same. Refuses a
    tournament of another club, and more than `MOST_WAITING` invitations without an answer.
    """
    lock_club(club)
    refuse_other_club(club, tournament)
    account = _ours(club, username)
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
def accept(*, invitation_id: int, account: Account, at: datetime) -> Invitation:
    """Take the role that was offered. Refuses an invitation of somebody else, or one withdrawn or answered since."""
    invitation = _mine(invitation_id, account)
    club = _club(invitation)
    _log(invitation, action=gettext_noop("invitation acceptée"), club=club, by=account, at=at)
    appoint(club=club, account=account, role=invitation.role, tournament=invitation.tournament, by=account, at=at)
    invitation.delete()
    return invitation


@transaction.atomic
def decline(*, invitation_id: int, account: Account, at: datetime) -> Invitation:
    """Refuse the role that was offered, which the journal tells. Refuses an invitation as `accept` does."""
    invitation = _mine(invitation_id, account)
    _log(invitation, action=gettext_noop("invitation refusée"), club=_club(invitation), by=account, at=at)
    invitation.delete()
    return invitation


@transaction.atomic
def withdraw(*, club: Club, invitation: Invitation, by: Account | None, at: datetime) -> None:
    """Delete an invitation that has no answer yet; the journal keeps that it was sent and withdrawn."""
    lock_club(club)
    _log(invitation, action=gettext_noop("invitation retirée"), club=club, by=by, at=at)
    invitation.delete()


def _ours(club: Club, username: str) -> Account | None:
    """Return the account of somebody the club knows: it learns nothing new from naming him."""
    known = Account.objects.filter(has_role_at(club.pk) | Q(player__club=club), is_active=True).distinct()
    return next((account for account in known if login_name(account.username) == login_name(username)), None)


def _mine(invitation_id: int, account: Account) -> Invitation:
    """Return an invitation of this person, the club that sent it locked."""
    invitation = invitations_for(account).filter(pk=invitation_id).first()
    if invitation is not None:
        lock_club(_club(invitation))  # it may have been withdrawn or answered meanwhile
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
    where = invitation.tournament or invitation.club
    role = subject_of(f"role.{invitation.role}")
    subject = subject_of("appointment", account=invitation.username, role=role, where=where)
    log(action=action, subject=subject, by=by, at=at, club=club, tournament=invitation.tournament)
