"""Asking for sheets on paper."""

from datetime import datetime

from django.utils.translation import gettext as _

from scoring.queries.told_sheets import tables_to_print
from tournaments.labels import JobKind
from tournaments.models import Account, Job, Tournament
from tournaments.refusals import Refusal
from tournaments.services import jobs


def ask_sheets(
    *,
    tournament: Tournament,
    round_number: int,
    table_number: int | None,
    language: str,
    by: Account | None,
    at: datetime,
    cancelled: int | None = None,
) -> Job:
    """
    Return the job that prints the sheet of a table or, without a table, all those of a position.

    `cancelled` is the id of the round when it is one that was set aside. Refuses a position or a table that nobody sat
    at. The caller then calls `tasks.enqueue(job.pk)`.
    """
    tables = tables_to_print(tournament, round_number, cancelled)
    if not tables.exists():
        raise Refusal(
            _("La position %(position)d n’a pas de table : choisissez une position de la liste.")
            % {"position": round_number},
            code="position_without_tables",
        )
    if table_number is not None and not tables.filter(number=table_number).exists():
        raise Refusal(
            _("La position %(position)d n’a pas de table %(table)d : choisissez une autre table.")
            % {"position": round_number, "table": table_number},
            code="table_unknown",
        )
    return jobs.ask(
        kind=JobKind.SHEETS,
        tournament=tournament,
        about=f"{f'annulée {cancelled}/' if cancelled else ''}{round_number}/{table_number or 'toutes'}/{language}",
        wanted={"position": round_number, "table": table_number, "language": language, "cancelled": cancelled},
        by=by,
        at=at,
    )
