"""
The barème of a tournament: an organiser may choose it until a round is published.

This app stores its code and name only; the scoring app knows its figures.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, Tournament
from tournaments.refusals import Refusal
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision


@transaction.atomic
def set_bareme(*, tournament: Tournament, edition: str, name: str, by: Account | None, at: datetime) -> Tournament:
    """
    Choose the barème (`edition`, a code) of a tournament. `name` is the name people give it, empty for an official one.

    Nothing is written when the tournament has this barème already. Refuses once a round is published, even if it was
    cancelled since: players must know what they play for. The caller checks that `edition` exists.
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
    """Return whether the barème can no longer change, because a round was published, even if it was cancelled since."""
    return tournament.rounds.exists() or tournament.cancelled_rounds.exists()
