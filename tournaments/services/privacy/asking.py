"""A player's request to the club that keeps his file: to erase his data. He may take the request back."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, ByLink, Player
from tournaments.queries.people.members import is_himself
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.locks import lock_club
from tournaments.services.people.players import refuse_erased


@transaction.atomic
def ask_erasure(*, player: Player, asks: bool, by: Account | ByLink, at: datetime) -> Player:
    """
    Note that a player asks for the erasure of his data, or no longer does, and return the player. Idempotent.

    The club that keeps his file reads this, and erases him (`erase_player`). Refuses anybody but the player.
    """
    lock_club(player.club)
    player = Player.objects.select_related("club").get(pk=player.pk)
    refuse_erased(player)
    if not is_himself(player, by):
        raise Refusal(_("Lui seul demande que ses données soient effacées."), code="not_himself")
    if asks == (player.erasure_asked_on is not None):
        return player
    player.erasure_asked_on = timezone.localdate(at) if asks else None
    player.save(update_fields=["erasure_asked_on"])
    log(
        action=gettext_noop("effacement demandé") if asks else gettext_noop("demande d’effacement retirée"),
        subject=player.full_name,
        by=by,
        at=at,
        club=player.club,
        details={"id": player.pk},
    )
    return player
