"""Donnes that waited on a device and were refused on arrival: kept beside the sheet until an arbiter settles them."""

from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import Kept
from scoring.models import Conflict, Phone, SheetLine
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import call_of, codes_of, contradicts_ruling, line_at
from scoring.queries.table.sheets import DonnePlace, place_of_donne, seated
from scoring.services.sheets.agreed_versions import agree_with, close_version, withdraw_confirmed
from scoring.services.sheets.donnes import SentDonne, record_donne, refuse_wrong_number
from scoring.services.sheets.lines import figures_of_line, says_the_same, score_line
from scoring.services.sheets.phones import stop_writing, written_down
from scoring.services.sheets.sheets import correct_closed_sheet
from tournaments.models import Account, Tournament
from tournaments.refusals import Refusal, refuse_if_finished, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision

# The refusals after which a donne sent late is kept beside its sheet; any other is for its writer to correct.
BESIDE = {"stale_line", "sheet_closed", "table_stopped", "tournament_finished", "arbiters_line", "chelem_ruled"}
MOST_WAITING = 300  # per table: a phone that sends more is broken, or is not a phone


@transaction.atomic
def keep_beside(sent: SentDonne, *, refusal: Refusal) -> Conflict | SheetLine:
    """
    Keep a donne that was refused because another line stands there, an arbiter ruled otherwise on its chelem, the sheet
    is closed or its table stopped. Idempotent by its key.

    When the current line says the same, return that line: no arbiter is needed. When the sender confirmed the current
    line before, the conflict is settled at once. Raises `refusal` when the donne cannot be kept: its line was written
    and taken off since, or its table is gone. Refuses an impossible donne, one that the table does not have, and too
    many of them. The tournament may be over.
    """
    table, by, at = sent.table, sent.by, sent.at
    tournament = lock_tournament(table.round.tournament_id)
    earlier = Conflict.objects.filter(key=sent.key).first()
    if earlier is not None:
        if (earlier.table_id, earlier.number) != (table.pk, sent.number):
            raise refusal
        return earlier
    place = place_of_donne(table, sent.number)
    if refusal.code not in BESIDE or place.state.is_gone or SheetLine.objects.filter(key=sent.key).exists():
        raise refusal
    if isinstance(by, Phone):
        by = written_down(by)
        sent = replace(sent, by=by)
    standing = line_at(table, sent.number)
    if standing is not None and says_the_same(standing, sent.entry, sent.turn):
        agree_with(line=standing, tournament=tournament, by=by, at=at)
        return standing
    conflict = _to_keep(sent, refusal, place, standing, tournament)
    conflict.save(force_insert=True)
    if isinstance(by, Phone):
        stop_writing(by)
    new = figures_of_line(conflict.as_line(place.seats))
    log(
        action=gettext_noop("donne gardée à part"),
        subject=sent.subject,
        by=by,
        at=at,
        tournament=tournament,
        details={"key": str(sent.key), "new": new} | ({"old": figures_of_line(standing)} if standing else {}),
    )
    raise_revision(tournament)  # the desk looks again
    if standing is not None and isinstance(by, Phone):
        withdraw_confirmed(line=standing, tournament=tournament, by=by, at=at)
        conflict = Conflict.objects.get(pk=conflict.pk)
    return conflict


def _to_keep(
    sent: SentDonne, refusal: Refusal, place: DonnePlace, standing: SheetLine | None, tournament: Tournament
) -> Conflict:
    """Return the unsaved conflict. Refuses what must not be kept, as `keep_beside`."""
    table, number = sent.table, sent.number
    late = place.state.is_closed or tournament.is_finished or refusal.code == "table_stopped"
    call = call_of(table, number) if refusal.code == "chelem_ruled" else None
    if standing is None:
        if not late and call is None:  # the other line is gone by now: the donne is to be sent again
            raise refusal
        refuse_wrong_number(table, tournament, number, len(place.seats))
    turn = sent.turn if sent.turn is not None else standing.turn if standing is not None else 0
    sent_line = score_line(sent.entry, place=seated(table, place.seats, tournament), number=number, turn=turn)
    if Conflict.objects.filter(table=table, settled_at=None).count() >= MOST_WAITING:
        raise Refusal(
            _("Trop de donnes de la table %(table)d attendent déjà l’arbitre : montrez-lui ce téléphone.")
            % {"table": table.number},
            code="too_many_conflicts",
        )
    conflict = Conflict(table=table, number=number, line=standing, call=call, late=late, key=sent.key, at=sent.at)
    conflict.by_name = str(sent.by)[:150]
    conflict.by, conflict.phone = (None, sent.by) if isinstance(sent.by, Phone) else (sent.by, None)
    conflict.keep(sent_line)
    return conflict


@transaction.atomic
def settle_conflict(
    *, conflict: Conflict, kept: Kept, seen: int | None, reason: str, by: Account, at: datetime
) -> Conflict:
    """
    Keep the current line, or write the other version in its place as a correction, with a reason.

    `seen` is the id of the line that the arbiter compared, None for an empty place: when another line stands there now,
    nothing is settled. The same choice sent twice by one person counts once. Refuses an empty reason, another choice
    once the conflict is settled, and what `record_donne` refuses. A closed sheet is corrected and closed again in the
    same act, a tournament that is over is corrected in public (`correct_after_end`).
    """
    tournament = lock_tournament(conflict.table.round.tournament_id)
    refuse_if_finished(tournament)
    conflict = Conflict.objects.select_related("table__round").get(pk=conflict.pk)
    if (conflict.settled_by_id, conflict.kept, conflict.settle_reason) == (by.pk, kept, reason.strip()):
        return conflict
    reason = _reason_to_settle(conflict, seen, reason)
    if kept == Kept.OTHER:
        act = partial(record_donne, _other_version(conflict, seen, reason, by, at))
        correct_closed_sheet(table=conflict.table, reason=reason, act=act, by=by, at=at)
    close_version(conflict, kept, reason, tournament, by=by, at=at)
    raise_revision(tournament)
    return conflict


def _reason_to_settle(conflict: Conflict, seen: int | None, reason: str) -> str:
    """Return the reason. Refuses a settled conflict, an empty reason, and another current line than `seen`."""
    if conflict.settled_at is not None:
        raise Refusal(
            _("%(by)s a déjà tranché : « %(reason)s ».")
            % {"by": conflict.settled_by_name, "reason": conflict.settle_reason},
            code="conflict_settled",
        )
    reason = refuse_without_reason(reason, code="settling_without_reason")
    standing = line_at(conflict.table, conflict.number)
    if (standing.pk if standing else None) != seen:
        raise Refusal(
            _("La donne %(number)s a changé sur la feuille entre-temps. Comparez de nouveau, puis tranchez.")
            % {"number": number_told(conflict.table, conflict.number)},
            code="stale_line",
        )
    return reason


def _other_version(conflict: Conflict, seen: int | None, reason: str, by: Account, at: datetime) -> SentDonne:
    """Return the version that waits, as a donne to write in place of the line `seen`."""
    table, number = conflict.table, conflict.number
    sent_line, call = conflict.as_line(place_of_donne(table, number).seats), call_of(table, number)
    overrules = call is not None and contradicts_ruling(sent_line, call)  # he read both, side by side
    return SentDonne(
        table,
        number,
        sent_line.entry,
        conflict.key,
        by,
        at,
        replaces=seen,
        reason="" if seen is None else reason,
        confirmed=frozenset(codes_of(sent_line, call)) if overrules else None,
        turn=sent_line.turn,
    )
