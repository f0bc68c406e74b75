"""Withdraws the links to players' own pages: those of one player, or of everybody in a tournament."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop

from tournaments.models import Account, Player, Tournament
from tournaments.refusals import refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.people.players import lock_club
from tournaments.services.results import lock_tournament
from tournaments.subjects import subject_of


@transaction.atomic
def withdraw_link(*, player: Player, reason: str, by: Account, at: datetime) -> Player:
    """
    Withdraw every link given to a player until now, and return him; the next one is different.

    Phones that use an old one are logged out at once. Refuses an empty reason.
    """
    lock_club(player.club)
    reason = refuse_without_reason(reason, code="withdrawing_without_reason")
    Player.objects.filter(pk=player.pk).update(link_version=F("link_version") + 1)
    player.refresh_from_db(fields=["link_version"])
    log(
        action=gettext_noop("lien personnel retiré"),
        subject=player.full_name,
        by=by,
        at=at,
        club=player.club,
        reason=reason,
    )
    return player


@transaction.atomic
def withdraw_links(*, tournament: Tournament, reason: str, by: Account, at: datetime) -> int:
    """
    Withdraw the links of everybody entered in a tournament, finished or not, and return the number of players.

    Refuses an empty reason.
    """
    lock_club(tournament.club)
    tournament = lock_tournament(tournament.pk)
    reason = refuse_without_reason(reason, code="withdrawing_without_reason")
    entered = Player.objects.filter(registrations__tournament=tournament)
    count = Player.objects.filter(pk__in=entered.values("pk")).update(link_version=F("link_version") + 1)
    log(
        action=gettext_noop("liens personnels retirés"),
        subject=subject_of("players", count=count),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )
    return count
