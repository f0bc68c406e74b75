"""
The barème of a tournament: chosen until a position is published.

It is named here, and known in its figures by the scoring app alone.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, Tournament
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.results import lock_tournament, raise_revision


@transaction.atomic
def set_bareme(*, tournament: Tournament, edition: str, name: str, by: Account | None, at: datetime) -> Tournament:
    """
    Have a tournament played by an edition. `name` is what people call it, empty for an official one.

    Nothing is written when it is already played by it. Refuses once a position is published, even if that was cancelled
    since: the players know what they play for. That `edition` exists is for the caller to know.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.bareme == edition:
        return tournament
    if is_bareme_frozen(tournament):
        sentence = _(
            "Le barème de « %(tournament)s » ne change plus : il est joué selon « %(bareme)s » "
            "depuis que sa première position est publiée."
        ) % {"tournament": tournament.name, "bareme": tournament.bareme_label}
        raise Refusal(sentence, code="bareme_frozen", fields={"bareme": [sentence]})
    changes = {"bareme": [tournament.bareme, edition], "bareme_name": [tournament.bareme_name, name]}
    tournament.bareme, tournament.bareme_name = edition, name
    tournament.save(update_fields=["bareme", "bareme_name"])
    log(
        action=gettext_noop("barème choisi"),
        subject=tournament.name,
        by=by,
        at=at,
        tournament=tournament,
        details=changes,
    )
    raise_revision(tournament)
    return tournament


def is_bareme_frozen(tournament: Tournament) -> bool:
    """Whether the barème can no longer change: a position was published, be it cancelled since."""
    return tournament.rounds.exists() or tournament.cancelled_rounds.exists()
