"""The codes that open the pages of tables: one, or all of an evening, are revoked and replaced by new ones."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop

from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.sheets import refuse_if_redrawn
from tournaments.models import Account, Table, Tournament
from tournaments.refusals import refuse_if_finished, refuse_without_reason
from tournaments.services.evening.tournaments import free_entry_code
from tournaments.services.journal import log
from tournaments.services.results import lock_tournament


@transaction.atomic
def revoke_codes(
    *, tournament: Tournament, table: Table | None = None, reason: str, by: Account, at: datetime
) -> Tournament:
    """
    Revoke the code of one table or, without a table, every code of an evening, the one in letters too.

    A phone that is at a table has to take the new one. Refuses an empty reason and a finished tournament.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament)
    reason = refuse_without_reason(reason, code="revoking_without_reason")
    if table is not None:
        refuse_if_redrawn(table)
        Table.objects.filter(pk=table.pk).update(entry_version=F("entry_version") + 1)
    else:
        code = free_entry_code()
        Tournament.objects.filter(pk=tournament.pk).update(entry_version=F("entry_version") + 1, entry_code=code)
        tournament.refresh_from_db(fields=["entry_version", "entry_code"])
    log(
        action=gettext_noop("codes des tables révoqués"),
        subject=tournament.name if table is None else subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )
    return tournament
