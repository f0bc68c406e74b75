"""The barème a tournament is played by: named here, known in its figures by the scoring app alone."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, Tournament
from tournaments.refusals import Refusal
from tournaments.services.journal import note
from tournaments.services.results import lock_tournament, raise_revision


@transaction.atomic
def set_bareme(*, tournament: Tournament, edition: str, name: str, by: Account | None, at: datetime) -> Tournament:
    """
    Have a tournament played by an edition. `name` is what people call it, empty for an official one.

    Nothing is written when it is already played by it. Refuses once a position is published: what was announced at the
    tables stands, and the edition is kept for ever.
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
    note(
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
