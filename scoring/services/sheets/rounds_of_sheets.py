"""Acts on all sheets of a position at once: balances are written, complete sheets are closed."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.queries.desk.desk import overview
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.balances import record_balances
from scoring.services.sheets.sheets import tell_if_round_is_closed
from tournaments.models import Account, Round, Table, Tournament
from tournaments.refusals import Refusal, refuse_if_finished, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision


@dataclass(frozen=True)
class Balances:
    """The balances of one table, chair (0 for Sud) → whole points; `key` as in `record_balances`."""

    table: Table
    points: Mapping[int, int]
    key: uuid.UUID


class Closing(NamedTuple):
    """The numbers of the tables whose sheets were closed, and of those left open for an arbiter to look at."""

    closed: list[int]
    held: list[int]


@transaction.atomic
def record_all_balances(
    *, tournament: Tournament, rows: Sequence[Balances], by: Account, at: datetime, then_close: bool = False
) -> Closing:
    """
    Write the balances of several tables of a round that have none yet: all of them, or none.

    With `then_close`, their sheets are then closed as by `close_complete_sheets`. Refuses together what
    `record_balances` refuses of each table.
    """
    refused = []
    for row in rows:
        try:
            record_balances(table=row.table, balances=row.points, key=row.key, replaces=(), by=by, at=at)
        except Refusal as refusal:
            refused.append(refusal)
    if refused:
        raise together(refused)
    if then_close and rows:
        number = rows[0].table.round.number
        numbers = [row.table.number for row in rows]
        return close_complete_sheets(tournament=tournament, round_number=number, numbers=numbers, by=by, at=at)
    return Closing([], [])


@transaction.atomic
def close_complete_sheets(
    *, tournament: Tournament, round_number: int, numbers: Collection[int], by: Account, at: datetime
) -> Closing:
    """
    Close the sheets of these tables that are complete and open.

    A sheet stays open when it is no longer complete, calls the arbiter, or has a protest, a donne in two versions, a
    decision to apply or a donne to confirm: an arbiter looks at it alone. Refuses a position that is no longer
    published.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament)
    round_ = Round.objects.filter(tournament=tournament, number=round_number).first()
    if round_ is None:
        raise Refusal(
            _("La position %(number)d n’est plus publiée : aucune feuille n’a été close.") % {"number": round_number},
            code="round_unknown",
        )
    view = overview(tournament, round_)
    closable = set(view.to_close) & set(numbers)
    tables = list(Table.objects.select_related("round").filter(round=round_, number__in=closable))
    for table in tables:
        log(action=gettext_noop("feuille close"), subject=subject_of_sheet(table), by=by, at=at, tournament=tournament)
    if tables:
        Table.objects.filter(pk__in=[table.pk for table in tables]).update(closed_at=at)
        raise_revision(tournament)
        tell_if_round_is_closed(round_, tournament=tournament, at=at)
    return Closing(sorted(closable), sorted(set(view.held) & set(numbers)))
