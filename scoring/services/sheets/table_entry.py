"""Writing a donne on a phone at its table: what a table may not do, then what everybody does."""

import uuid
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.labels import Outcome
from scoring.marque import Facts
from scoring.models import Phone, SheetLine
from scoring.services.sheets.donnes import record_donne
from scoring.services.sheets.phones import stop_writing
from tournaments.models import Table
from tournaments.refusals import Refusal


def record_at_table(
    *,
    table: Table,
    number: int,
    entry: Facts | Outcome,
    key: uuid.UUID,
    replaces: int | None,
    reason: str,
    confirmed: frozenset[str],
    phone: Phone,
    at: datetime,
) -> SheetLine:
    """
    Write a donne as `record_donne` does, and return its line.

    Refuses to correct what an arbiter wrote and, where the other camp has to confirm, a writer who did not say who he
    is: nobody would know which camp is the other. Neither changes while the donne is written, so no lock is needed.
    """
    if table.round.of_tournament.needs_confirmation and phone.sits_at is None:
        raise Refusal(
            _("Dites d’abord qui vous êtes : l’autre camp doit confirmer la donne. Touchez votre nom sur la feuille."),
            code="writer_unknown",
        )
    if replaces is not None and SheetLine.objects.filter(pk=replaces, written_by__isnull=False).exists():
        raise Refusal(
            _("La donne %(number)d a été écrite par l’arbitre : lui seul la corrige. Appelez-le.") % {"number": number},
            code="arbiters_line",
        )
    line = record_donne(
        table=table,
        number=number,
        entry=entry,
        key=key,
        replaces=replaces,
        reason=reason,
        confirmed=confirmed,
        by=phone,
        at=at,
    ).line
    stop_writing(phone)
    return line
