"""Ends the membership of somebody who leaves a club and stays in another."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from tournaments.models import Account, Club, Player, Registration, Tournament
from tournaments.queries.people.members import ending_membership, next_keeper, played_for
from tournaments.services.journal import log
from tournaments.services.people.players import lock_clubs_of
from tournaments.services.results import raise_revisions
from tournaments.services.undo.undoing import as_it_is, refuse_consequences


@transaction.atomic
def end_membership(*, club: Club, player: Player, by: Account | None, at: datetime, seen: str | None = None) -> Player:
    """
    End a player's membership of a club, and return him; where he never played the row goes, else it has its last day.

    When the club kept his file, another of his clubs does from now on. Refuses whom no other club has, and one who is
    entered in a tournament of this club that is not over.
    """
    clubs = lock_clubs_of(player, and_club=club)
    player = as_it_is(club.files.select_related("club"), player.pk)
    refuse_consequences(ending_membership(player, club), seen)
    membership = player.memberships.get(club=club)
    if player.club_id == club.pk:
        player.club = next_keeper(player, club)
        player.save(update_fields=["club"])
        played = Registration.objects.filter(player=player).values("tournament")
        raise_revisions(Tournament.objects.filter(pk__in=played))
    if played_for(player, club):
        membership.until = timezone.localdate(at)
        membership.save(update_fields=["until"])
    else:
        membership.delete()
    for owner in clubs:
        log(
            action=gettext_noop("adhésion terminée"),
            subject=f"{player} : {club}",
            by=by,
            at=at,
            club=owner,
            details={"id": player.pk},
        )
    return player
