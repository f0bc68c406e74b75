"""A table stops before all its donnes are played: the others are not expected until it plays on."""

from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.sheets import refuse_unless_open
from tournaments.labels import Keeps
from tournaments.models import Account, Table
from tournaments.refusals import Refusal, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision


@transaction.atomic
def stop_table(*, table: Table, reason: str, by: Account, at: datetime) -> int:
    """
    Note that a table stops after the donnes entered; return the number of the last one. Idempotent.

    Donnes missing before the last one are still expected. In duplicate it is how many boards have a line, and none of
    the others is expected. Refuses an empty `reason`, a closed sheet, a finished
    tournament, and a table that keeps only balances.
    """
    tournament = lock_tournament(table.round.tournament_id)
    refuse_unless_open(tournament, table)
    if tournament.keeps == Keeps.TOTALS:
        raise Refusal(
            _("Ce tournoi ne garde que le bilan de chaque joueur : saisissez les bilans comme ils sont, puis closez."),
            code="balances_only",
        )
    reason = refuse_without_reason(
        reason,
        _("%(table)s : dites pourquoi la table s’arrête là.") % {"table": str(table).capitalize()},
        code="stopping_without_reason",
        at_field=_("Dites pourquoi la table s’arrête là."),
    )
    standing = Table.objects.get(pk=table.pk)
    if standing.stopped_after is not None:
        return standing.stopped_after
    after = Count("pk") if table.boards else Max("number")  # of its boards it may have left out any
    last: int = table.lines.filter(current=True).aggregate(last=after)["last"] or 0
    stopped = {"stopped_after": last, "stopped_at": at, "stopped_by_name": str(by)[:150], "stop_reason": reason}
    Table.objects.filter(pk=table.pk).update(**stopped)
    log(
        action=gettext_noop("table arrêtée"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"donnes": last},
    )
    raise_revision(tournament)
    return last


@transaction.atomic
def resume_table(*, table: Table, reason: str, by: Account, at: datetime) -> None:
    """
    Note that a stopped table plays on: its donnes are expected again. Idempotent.

    Refuses an empty `reason`, a closed sheet and a finished tournament.
    """
    tournament = lock_tournament(table.round.tournament_id)
    refuse_unless_open(tournament, table)
    reason = refuse_without_reason(
        reason,
        _("%(table)s : dites pourquoi la table reprend.") % {"table": str(table).capitalize()},
        code="resuming_without_reason",
        at_field=_("Dites pourquoi la table reprend."),
    )
    emptied = {"stopped_after": None, "stopped_at": None, "stopped_by_name": "", "stop_reason": ""}
    if not Table.objects.filter(pk=table.pk, stopped_at__isnull=False).update(**emptied):
        return
    log(
        action=gettext_noop("table reprise"),
        subject=subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )
    raise_revision(tournament)
