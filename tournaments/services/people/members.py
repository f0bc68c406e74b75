"""Ends the membership of a player who leaves a club and stays in another."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from tournaments.models import Account, Club, Membership, Player, Registration, Tournament
from tournaments.queries.people.files import OWN_FIELDS
from tournaments.queries.people.members import ending_membership, next_keeper, played_for
from tournaments.services.locks import lock_clubs_of, raise_revisions
from tournaments.services.people.keeping import give_file
from tournaments.services.people.players import log_membership
from tournaments.services.undo.undoing import as_it_is, refuse_consequences


@transaction.atomic
def end_membership(*, club: Club, player: Player, by: Account | None, at: datetime, seen: str | None = None) -> Player:
    """
    End a player's membership of a club, and return the player.

    The row is deleted if he neither played there nor paid a fee; else it gets today as its last day. If the club kept
    his file, another of his clubs becomes the keeper. Refuses a player of no other club, and one who is registered in a
    tournament of this club that is not over.
    """
    lock_clubs_of(player, and_club=club)
    player = as_it_is(club.files.select_related("club"), player.pk)
    refuse_consequences(ending_membership(player, club), seen)
    membership = player.memberships.get(club=club)
    keeper = next_keeper(player, club)
    if player.club_id == club.pk and keeper is not None:
        give_file(player, keeper)
        membership.refresh_from_db()
        played = Registration.objects.filter(player=player).values("tournament")
        raise_revisions(Tournament.objects.filter(pk__in=played))
    if played_for(player, club) or membership.fees.exists():
        membership.until = timezone.localdate(at)
        for name in OWN_FIELDS:  # it has no use for them any more
            setattr(membership, name, getattr(Membership(), name))
        membership.save()
    else:
        membership.delete()
    log_membership(gettext_noop("adhésion terminée"), player, club, by=by, at=at)
    return player
