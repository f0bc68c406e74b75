"""Roles offered that wait for an answer: those of a club, and those of one person."""

import unicodedata

from django.db.models import Q, QuerySet

from tournaments.models import Account, Club, Invitation

LONGEST_LOGIN = 150


def login_name(typed: str) -> str:
    """Return a login as invitations are addressed to it: one name whatever its capitals."""
    return unicodedata.normalize("NFKC", typed.strip()).casefold()[:LONGEST_LOGIN]


def invitations_for(account: Account) -> QuerySet[Invitation]:
    """Return what is offered to the person who has this login."""
    return _told(Invitation.objects.filter(username=login_name(account.username)))


def invitations_of(club: Club) -> QuerySet[Invitation]:
    """Return what the club offers and nobody has answered, whether or not anybody has that login."""
    return _told(Invitation.objects.filter(Q(club=club) | Q(tournament__club=club)))


def _told(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    return invitations.select_related("club", "tournament__club", "asked_by")
