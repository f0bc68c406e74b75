"""Undoing what an arbiter decided: penalties, fouled boards and chelem calls."""

from django.utils.translation import gettext as _

from scoring.models import ChelemCall, Penalty
from scoring.queries.desk.journal import NO_KEY, key_in, stand_again
from scoring.queries.desk.penalties import same_in_force
from scoring.queries.table.lines import line_at, with_call, without_call
from scoring.services.decisions.calls import cancel_chelem_call, record_chelem_call
from scoring.services.decisions.effects import (
    changed_back_by,
    changed_by,
    with_lines,
    with_penalty,
    without_penalty,
)
from scoring.services.decisions.penalties import cancel_penalty, give_again
from scoring.services.decisions.penalty_checks import refusals_of
from scoring.services.undo.base import Doing, Undoing, not_from_here
from scoring.services.undo.donnes import score_again
from tournaments.models import FouledBoard, JournalEntry, Tournament
from tournaments.queries.standings.fouled_boards import with_fouled, without_fouled
from tournaments.queries.standings.standings import StandingsChange
from tournaments.refusals import Refusal, together
from tournaments.services.fouled_boards import refuse_fouled, rule_fouled, take_back_fouled


def penalty_given(tournament: Tournament, entry: JournalEntry) -> Undoing:
    penalty = _penalty(tournament, entry)
    if penalty.cancelled_at is not None:
        raise Refusal(_("Cette pénalité est déjà annulée."), code="already_undone")

    def act(doing: Doing) -> None:
        cancel_penalty(penalty=penalty, reason=doing.reason, by=doing.by, at=doing.at)

    change, changed = without_penalty(penalty), changed_back_by(penalty)
    if changed is None:
        return Undoing(act, change)
    table, number, line = changed
    return Undoing(act, change, table, line_at(table, number), line, sheets=(table,))


def penalty_cancelled(tournament: Tournament, entry: JournalEntry) -> Undoing:
    penalty = _penalty(tournament, entry)
    if penalty.cancelled_at is None or stand_again(tournament, {penalty.key}):
        raise Refusal(_("Cette pénalité est déjà redonnée."), code="already_undone")
    if penalty.table is not None and penalty.table.round.tournament_id != tournament.pk:
        raise not_from_here()  # its position was cancelled: it comes back with it
    if refusals := refusals_of(penalty, is_again=True):
        raise together(refusals)

    def act(doing: Doing) -> Penalty:
        return give_again(penalty=penalty, key=doing.key, by=doing.by, at=doing.at)

    change, same, changed = with_penalty(penalty), same_in_force(penalty), changed_by(penalty)
    if changed is None:
        return Undoing(act, change, same=same)
    table, number, line = changed
    return Undoing(act, change, table, line_at(table, number), line, sheets=(table,), same=same)


def board_fouled(tournament: Tournament, entry: JournalEntry) -> Undoing:
    ruling = _fouled(tournament, entry)
    if ruling.cancelled_at is not None:
        raise Refusal(_("Cette séparation des tables est déjà annulée."), code="already_undone")

    def act(doing: Doing) -> None:
        take_back_fouled(ruling=ruling, reason=doing.reason, by=doing.by, at=doing.at)

    return Undoing(act, without_fouled(ruling))


def fouled_taken_back(tournament: Tournament, entry: JournalEntry) -> Undoing:
    ruling = _fouled(tournament, entry)
    tables = [fouled.table for fouled in ruling.tables.all()]
    if ruling.cancelled_at is None:
        raise Refusal(_("Ces tables sont déjà comparées à part."), code="already_undone")
    refuse_fouled(tournament, ruling.board, tables)

    def act(doing: Doing) -> FouledBoard:
        return rule_fouled(
            tournament=tournament,
            board=ruling.board,
            tables=tables,
            reason=doing.reason,
            key=doing.key,
            by=doing.by,
            at=doing.at,
        )

    return Undoing(act, with_fouled(tables, ruling.board))


def called(tournament: Tournament, entry: JournalEntry) -> Undoing:
    call = _call(tournament, entry)
    if call.cancelled_at is not None:
        raise Refusal(_("Cet appel de chelem est déjà annulé."), code="already_undone")
    line = line_at(call.table, call.number)
    facts = without_call(line, call)

    def act(doing: Doing) -> None:
        cancel_chelem_call(call=call, reason=doing.reason, seen=line.pk if line else 0, by=doing.by, at=doing.at)

    if facts is None or line is None:
        return Undoing(act, StandingsChange(), call.table)
    scored = score_again(line, facts)
    change = with_lines((call.table, line.number, scored))
    return Undoing(act, change, call.table, line, scored, sheets=(call.table,))


def call_cancelled(tournament: Tournament, entry: JournalEntry) -> Undoing:
    call = _call(tournament, entry)
    if call.cancelled_at is None or call.table.chelem_calls.filter(number=call.number, cancelled_at=None).exists():
        raise Refusal(_("Un appel de chelem est déjà enregistré pour cette donne."), code="already_undone")
    line = line_at(call.table, call.number)
    corrected = with_call(line, counts=call.counts, outcome=call.ruling)

    def act(doing: Doing) -> ChelemCall:
        return record_chelem_call(
            table=call.table,
            number=call.number,
            caller=call.caller,
            announced=call.announced,
            outcome=call.ruling,  # what was only read on the donne is read there again
            key=doing.key,
            by=doing.by,
            at=doing.at,
            led=call.led,
            excuse=call.excuse,
            petit_before_last=call.petit_before_last,
        )

    if corrected is None or line is None:
        return Undoing(act, StandingsChange(), call.table, sheets=(call.table,))
    scored = score_again(line, corrected)
    change = with_lines((call.table, line.number, scored))
    return Undoing(act, change, call.table, line, scored, sheets=(call.table,))


def _penalty(tournament: Tournament, entry: JournalEntry) -> Penalty:
    penalties = tournament.penalties.select_related("kind", "registration", "table__round__tournament", "line_met")
    penalty = penalties.filter(key=key_in(entry, "penalty") or NO_KEY).first()
    if penalty is None:
        raise not_from_here()
    return penalty


def _fouled(tournament: Tournament, entry: JournalEntry) -> FouledBoard:
    rulings = tournament.fouled_boards.prefetch_related("tables__table")
    ruling = rulings.filter(key=key_in(entry, "fouled") or NO_KEY).first()
    if ruling is None:
        raise not_from_here()
    return ruling


def _call(tournament: Tournament, entry: JournalEntry) -> ChelemCall:
    calls = ChelemCall.objects.select_related("table__round__tournament", "caller", "line_met")
    call = calls.filter(key=key_in(entry, "call") or NO_KEY, table__round__tournament=tournament).first()
    if call is None:
        raise not_from_here()
    return call
