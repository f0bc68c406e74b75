"""Duplicate: an arbiter rules that the hands of a board were changed in its étui. Taken back, the ruling is kept."""

import uuid
from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, BoardResult, FouledBoard, FouledTable, Table, Tournament
from tournaments.queries.standings.fouled_boards import subject_of_fouled, tables_with
from tournaments.refusals import Refusal, form_used, refuse_if_finished, refuse_without_reason, sent_before
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision


@transaction.atomic
def rule_fouled(
    *,
    tournament: Tournament,
    board: int,
    tables: Collection[Table],
    reason: str,
    key: uuid.UUID,
    by: Account,
    at: datetime,
) -> FouledBoard:
    """
    Rule that the hands of a board were changed and that these tables played it so: they are compared apart.

    The same form sent twice (`key`) is one ruling. Refuses an empty `reason`, what `refuse_fouled` refuses, and a
    tournament that is over.
    """
    tournament = lock_tournament(tournament.pk)
    ids = sorted({table.pk for table in tables})
    if ruled := sent_before(FouledBoard, key, code="board_fouled", tournament_id=tournament.pk, board=board):
        if ids != sorted(ruled.tables.values_list("table", flat=True)):
            raise form_used("board_fouled")
        return ruled
    refuse_if_finished(tournament)
    refuse_fouled(tournament, board, tables)
    reason = refuse_without_reason(reason)
    ruling = FouledBoard.objects.create(
        tournament=tournament,
        board=board,
        reason=reason,
        key=key,
        ruled_by=by,
        ruled_by_name=str(by),
        ruled_at=at,
    )
    FouledTable.objects.bulk_create([FouledTable(fouled=ruling, table_id=pk) for pk in ids])
    _log(gettext_noop("mains changées dans un étui"), ruling, by=by, at=at, reason=reason)
    return ruling


@transaction.atomic
def take_back_fouled(*, ruling: FouledBoard, reason: str, by: Account, at: datetime) -> None:
    """
    Take a ruling back: all tables of the board are compared together again. Idempotent.

    Refuses an empty `reason`, and a tournament that is over.
    """
    tournament = lock_tournament(ruling.tournament_id)
    reason = refuse_without_reason(reason)
    in_force = FouledBoard.objects.filter(pk=ruling.pk, cancelled_at=None)
    if not in_force.exists():
        return
    refuse_if_finished(tournament)
    in_force.update(cancelled_at=at, cancelled_by=by, cancel_reason=reason)
    _log(gettext_noop("mains d’un étui reconnues"), ruling, by=by, at=at, reason=reason)


def refuse_fouled(tournament: Tournament, board: int, tables: Collection[Table]) -> None:
    """
    Refuse no table, all of them, one that does not play the board or is in another ruling, a board nobody has played.
    """
    playing = {table.pk for table in tables_with(tournament, board)}
    values = {"board": board}
    if not BoardResult.objects.filter(seat__table__in=playing, board=board).exists():
        sentence = _(
            "L’étui %(board)d n’a encore de résultat à aucune table. Remettez ses mains en ordre ; s’il a été joué, "
            "saisissez-le d’abord."
        )
        raise _not_these(sentence % values, "board_not_played")
    chosen = {table.pk for table in tables}
    if not chosen or chosen == playing:
        sentence = _(
            "Cochez les tables qui ont joué l’étui %(board)d avec d’autres mains, et elles seules : les autres sont "
            "comparées sans elles."
        )
        raise _not_these(sentence % values, "all_tables_fouled" if chosen else "no_table_fouled")
    if chosen - playing:
        raise _not_these(
            _("Une table cochée ne joue pas l’étui %(board)d : choisissez dans la liste.") % values, "table_elsewhere"
        )
    ruled = FouledTable.objects.filter(table__in=chosen, fouled__board=board, fouled__cancelled_at=None)
    if numbers := sorted(ruled.values_list("table__number", flat=True)):
        sentence = _(
            "Pour l’étui %(board)d, une décision sépare déjà la table %(tables)s : annulez-la d’abord si elle est "
            "fausse."
        )
        raise _not_these(sentence % (values | {"tables": ", ".join(map(str, numbers))}), "table_fouled_already")


def _not_these(sentence: str, code: str) -> Refusal:
    return Refusal(sentence, code=code, fields={"tables": [sentence]})


def _log(action: str, ruling: FouledBoard, *, by: Account, at: datetime, reason: str) -> None:
    log(
        action=action,
        subject=subject_of_fouled(ruling),
        by=by,
        at=at,
        tournament=ruling.tournament,
        reason=reason,
        details={"fouled": str(ruling.key)},
    )
    raise_revision(ruling.tournament)
