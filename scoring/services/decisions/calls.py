"""Chelem calls: the arbiter at the table records them for a donne; they may be cancelled, never deleted."""

import uuid
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import CallAbout, CalledWhen, CallOutcome, Outcome
from scoring.marque import Facts
from scoring.models import ArbiterCall, ChelemCall, SheetLine
from scoring.queries.desk.donne_decisions import decisions_in_force
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import call_outcome_of, line_at, with_call, without_call
from scoring.queries.table.sheets import state_of, subject_of_sheet
from scoring.services.decisions.arbiter_calls import settle_call
from scoring.services.decisions.call_checks import refuse_call
from scoring.services.sheets.donnes import SentDonne, record_donne, refuse_stopped, refuse_wrong_number
from scoring.services.sheets.lines import PRESCRIBED, SUD_TAKES, refuse_cancelled_call
from scoring.services.sheets.sheets import refuse_unless_open
from tournaments.models import Account, Seat, Table, Tournament
from tournaments.refusals import Refusal, refuse_if_finished, refuse_without_reason, sent_before
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision


@transaction.atomic
def record_chelem_call(
    *,
    table: Table,
    number: int,
    caller: Seat,
    announced: str,
    outcome: str,
    key: uuid.UUID,
    by: Account,
    at: datetime,
    led: bool | None = None,
    excuse: str = "",
    petit_before_last: bool = False,
) -> ChelemCall:
    """
    Record that a player announced a chelem at donne `number` of a table. Idempotent by `key`.

    Before the donne is entered, its entry form then announces the chelem. A donne already entered is corrected in the
    same transaction, with the call as the reason. A call after the first card has no outcome and announces nothing
    [R17]. `announced` is a `CalledWhen`, `outcome` a `CallOutcome`. What the arbiter saw (`led`, `excuse`, an
    `ExcusePlayed`, and `petit_before_last`) must agree with the donne, now or when it is entered. An open call of the
    table for it is settled.

    Refuses a closed sheet, a finished tournament, a donne that the table does not have or that has a call already, a
    caller who sits elsewhere or is not the taker of the entered donne, and an impossible Excuse or Petit.
    """
    tournament = lock_tournament(table.round.tournament_id)
    recorded = _recorded_by_this_form(key, table, number, caller, announced, led=led)
    if recorded is not None:
        return recorded
    line = _line_called_at(tournament, table, number, caller)
    counts = announced == CalledWhen.BEFORE_CARD
    if counts and line is None:
        refuse_cancelled_call(decisions_in_force(table, number))
    ruling = outcome if counts else CallOutcome.PENDING
    if counts:
        _refuse_unless_taker(line, caller)
    corrected = with_call(line, counts=counts, outcome=outcome)
    if not counts:
        outcome, excuse, petit_before_last = CallOutcome.PENDING, "", False
    elif line is not None and corrected is None:
        outcome = _outcome_said(line, outcome)
    refuse_call(
        corrected or _played_facts(line),
        outcome=outcome,
        excuse=excuse,
        petit_before_last=petit_before_last,
        players=table.seats.count(),
        of_call=True,
    )
    call = ChelemCall.objects.create(
        table=table,
        number=number,
        caller=caller,
        announced=announced,
        outcome=outcome,
        ruling=ruling,
        led=led,
        excuse=excuse,
        petit_before_last=petit_before_last,
        line_met=line,
        key=key,
        recorded_by=by,
        recorded_by_name=str(by),
        recorded_at=at,
    )
    _log_call(call, tournament, by=by)
    if corrected is not None and line is not None:
        sent = SentDonne(table, number, corrected, call.line_key, by, at, replaces=line.pk, repeats=line)
        # The arbiter was at the table: he has seen what is odd about this donne.
        record_donne(replace(sent, reason=_("appel de chelem enregistré par l’arbitre"), confirmed=None))
    waiting = ArbiterCall.objects.filter(table=table, about=CallAbout.CHELEM, settled_at=None).first()
    if waiting is not None:  # the table had called the arbiter for this
        settle_call(call=waiting, by=by, at=at)
    raise_revision(tournament)
    return call


def _line_called_at(tournament: Tournament, table: Table, number: int, caller: Seat) -> SheetLine | None:
    """Return the current line of a donne, None without one. Refuses a donne at which this player cannot have called."""
    refuse_unless_open(tournament, table)
    if caller.table_id != table.pk:
        raise Refusal(
            _("Ce joueur n’est pas à la %(table)s. Choisissez l’un de ceux qui y sont assis.") % {"table": table},
            code="caller_elsewhere",
            fields={"caller": [_("Ce joueur n’est pas à cette table.")]},
        )
    line = line_at(table, number)
    if line is None:
        refuse_stopped(table, number, state_of(table))
        refuse_wrong_number(table, tournament, number, table.seats.count())
    if table.chelem_calls.filter(number=number, cancelled_at=None).exists():
        raise Refusal(
            _(
                "Un appel de chelem est déjà enregistré pour la donne %(number)s de la %(table)s. Annulez-le d’abord "
                "s’il est faux."
            )
            % {"number": number_told(table, number), "table": table},
            code="call_exists",
        )
    return line


def _log_call(call: ChelemCall, tournament: Tournament, *, by: Account) -> None:
    names = ("announced", "led", "excuse", "petit_before_last")
    log(
        action=gettext_noop("appel de chelem"),
        subject=subject_of_sheet(call.table, call.number),
        by=by,
        at=call.recorded_at,
        tournament=tournament,
        details={
            "call": str(call.key),
            "caller": call.caller.name,
            **{name: getattr(call, name) for name in names},
            **({"new": {"outcome": str(call.outcome)}} if call.counts else {}),
        },
    )


def _recorded_by_this_form(
    key: uuid.UUID, table: Table, number: int, caller: Seat, announced: str, *, led: bool | None
) -> ChelemCall | None:
    """Return the call that this form recorded before, None without one. Refuses a form that now says something else."""
    recorded = sent_before(ChelemCall, key, code="stale_call", table_id=table.pk)
    if recorded is None:
        return None
    # The outcome is left out: the line may have set it since.
    if (recorded.number, recorded.caller_id, recorded.announced, recorded.led) == (number, caller.pk, announced, led):
        return recorded
    raise Refusal(
        _("Cet appel a déjà été enregistré pour la donne %(number)s. Annulez-le d’abord s’il est faux.")
        % {"number": number_told(recorded.table, recorded.number)},
        code="call_exists",
    )


@transaction.atomic
def cancel_chelem_call(
    *, call: ChelemCall, reason: str, seen: int | None = None, by: Account, at: datetime
) -> SheetLine | None:
    """
    Cancel a call, with a reason, and take back what it changed in the line of its donne.

    Returns the corrected line, None when the call had changed nothing (`queries.lines.without_call`). `seen` is the id
    of the line that the page showed, 0 for none; when another line stands there, nothing is cancelled. None skips this
    check. Refuses to change a closed sheet.
    """
    table = call.table
    tournament = lock_tournament(table.round.tournament_id)
    refuse_if_finished(tournament)
    reason = refuse_without_reason(
        reason, _("Dites pourquoi vous annulez cet appel."), code="cancelling_without_reason"
    )
    if ChelemCall.objects.filter(pk=call.pk, cancelled_at__isnull=False).exists():
        return None
    line = line_at(call.table, call.number)
    _refuse_changed_since(call, line, seen)
    ChelemCall.objects.filter(pk=call.pk).update(cancelled_at=at, cancelled_by=by, cancel_reason=reason)
    log(
        action=gettext_noop("appel de chelem annulé"),
        subject=subject_of_sheet(call.table, call.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"call": str(call.key)},
    )
    taken_back = None
    facts = without_call(line, call)
    if facts is not None and line is not None:
        why = _("appel de chelem annulé : %(reason)s") % {"reason": reason}
        sent = SentDonne(
            table, call.number, facts, uuid.uuid5(call.key, "taken back"), by, at, replaces=line.pk, repeats=line
        )
        # What is odd about the donne without its chelem was looked at when the call was cancelled.
        taken_back = record_donne(replace(sent, reason=why, confirmed=None)).line
    raise_revision(tournament)
    return taken_back


def _refuse_changed_since(call: ChelemCall, line: SheetLine | None, seen: int | None) -> None:
    if seen is not None and seen != (line.pk if line else 0):
        raise Refusal(
            _(
                "La donne %(number)s de la %(table)s a été changée pendant que vous regardiez. Rien n’est annulé : "
                "voyez ce qui a changé, puis confirmez."
            )
            % {"number": number_told(call.table, call.number), "table": call.table},
            code="line_changed_since",
        )


def _played_facts(line: SheetLine | None) -> Facts | None:
    """Return the facts of the line of a played donne, None for any other line."""
    return line.facts if line is not None and line.outcome == Outcome.PLAYED else None


def _refuse_unless_taker(line: SheetLine | None, caller: Seat) -> None:
    """Refuse a call in time by a player who is not the taker of the entered donne, or cannot be it since Sud takes."""
    if caller.seated_at.is_taken_by_sud and caller.chair_index != PRESCRIBED:
        raise Refusal(SUD_TAKES, code="taker_prescribed", fields={"caller": [SUD_TAKES]})
    if line is None or (line.outcome == Outcome.PLAYED and line.taker_id == caller.pk):
        return
    raise Refusal(
        _(
            "La donne %(number)s de la %(table)s est déjà saisie, et %(caller)s n’y est pas preneur : seul le "
            "preneur annonce un chelem. Corrigez la donne, ou choisissez la bonne donne."
        )
        % {
            "number": number_told(line.table, line.number),
            "table": line.table,
            "caller": caller.registration.player.full_name,
        },
        code="caller_is_not_taker",
        fields={"caller": [_("Seul le preneur annonce un chelem.")]},
    )


def _outcome_said(line: SheetLine, outcome: str) -> str:
    """Return the outcome of a chelem as a line already tells it. Refuses another outcome."""
    line_outcome = call_outcome_of(line)
    if outcome not in (CallOutcome.PENDING, line_outcome):
        raise Refusal(
            _(
                "La donne %(number)s de la %(table)s est déjà saisie, et ce chelem y est « %(known)s ». Choisissez "
                "cette issue, ou corrigez d’abord la donne."
            )
            % {"number": number_told(line.table, line.number), "table": line.table, "known": line_outcome.label},
            code="outcome_differs",
            fields={"outcome": [_("La donne saisie dit « %(known)s ».") % {"known": line_outcome.label}]},
        )
    return line_outcome
