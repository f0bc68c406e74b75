"""
Withdraws links to a player's own pages: his personal link, by himself or the club that keeps his file; the links of an
evening, by its organiser. Each stays when the other is withdrawn.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, ByLink, Player, Registration, Tournament
from tournaments.queries.people.members import is_himself, speaks_for
from tournaments.refusals import Refusal, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_tournament
from tournaments.subjects import subject_of

WITHOUT_REASON = "withdrawing_without_reason"
# Why, where nobody is asked for a reason: in French, as everything the journal keeps.
BY_HIMSELF = gettext_noop("par lui-même")
# What journals say since before an evening had links of its own: it is still read in English.
ALL_WITHDRAWN_BEFORE = gettext_noop("liens personnels retirés")


@transaction.atomic
def withdraw_link(*, player: Player, reason: str, by: Account | ByLink, at: datetime) -> Player:
    """
    Withdraw every personal link that a player was given so far, and return the player; the next link is different.

    Phones with an old link are logged out at once. Refuses an empty reason, unless the player does it himself, and
    everybody who may not answer for him (`speaks_for`).
    """
    lock_club(player.club)
    player = Player.objects.select_related("club").get(pk=player.pk)
    if not speaks_for(player, by):
        sentence = _("%(club)s tient la fiche de %(player)s : son lien personnel se donne et se retire là, ou par lui.")
        raise Refusal(sentence % {"club": player.club, "player": player}, code="kept_elsewhere")
    if not is_himself(player, by):
        reason = refuse_without_reason(reason, code=WITHOUT_REASON)
    Player.objects.filter(pk=player.pk).update(link_version=F("link_version") + 1)
    player.refresh_from_db(fields=["link_version"])
    log(
        action=gettext_noop("lien personnel retiré"),
        subject=player.full_name,
        by=by,
        at=at,
        club=player.club,
        reason=reason.strip() or BY_HIMSELF,
    )
    return player


@transaction.atomic
def withdraw_evening_link(
    *, tournament: Tournament, registration: int, reason: str, by: Account, at: datetime
) -> Registration:
    """
    Withdraw the links of an evening that a registered player was given, his team's as its captain too, and return his
    registration.

    Works after the tournament too. Refuses an empty reason.
    """
    tournament = lock_tournament(tournament.pk)
    reason = refuse_without_reason(reason, code=WITHOUT_REASON)
    tournament.registrations.filter(pk=registration).update(link_version=F("link_version") + 1)
    captained = tournament.teams.filter(members__pk=registration, members__is_captain=True)
    tournament.teams.filter(pk__in=captained.values("pk")).update(link_version=F("link_version") + 1)
    entry = tournament.registrations.select_related("player").get(pk=registration)
    log(
        action=gettext_noop("lien de la soirée retiré"),
        subject=entry.player.full_name,
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )
    return entry


@transaction.atomic
def withdraw_evening_links(*, tournament: Tournament, reason: str, by: Account, at: datetime) -> int:
    """
    Withdraw the links of an evening that all registered players and captains were given, and return how many players
    there are.

    Works after the tournament too. Refuses an empty reason.
    """
    tournament = lock_tournament(tournament.pk)
    reason = refuse_without_reason(reason, code=WITHOUT_REASON)
    count = tournament.registrations.update(link_version=F("link_version") + 1)
    tournament.teams.update(link_version=F("link_version") + 1)
    log(
        action=gettext_noop("liens de la soirée retirés"),
        subject=subject_of("players", count=count),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )
    return count
