"""Chelem calls: recorded by the arbiter at the table, tied to their donne, cancelled but never deleted."""

import uuid
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import CalledWhen, CallOutcome, CampChoice, Outcome
from scoring.models import ChelemCall
from scoring.queries.sheets import entry_of, oddities
from scoring.services.closing import refuse_if_finished, refuse_unless_open
from scoring.services.sheets import call_outcome_of, record_donne, refuse_wrong_number
from tournaments.models import Account, Seat, Table
from tournaments.refusals import Refusal
from tournaments.services.journal import note
from tournaments.services.results import lock_tournament, raise_revision
from tournaments.subjects import Subject, subject_of

MADE_BY = {CallOutcome.MADE: CampChoice.ATTACK, CallOutcome.INFLICTED: CampChoice.DEFENCE}


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
) -> ChelemCall:
    """
    Record that a player announced a chelem at donne `number` of a table.

    While the donne is not entered the call waits for it and its entry form announces the chelem. When it is entered
    already, its line is corrected in the same stroke, with the call as the reason. A call after the first card is kept
    on record and changes nothing to the marque [R17].
    """
    tournament = lock_tournament(table.round.tournament_id)
    recorded = ChelemCall.objects.filter(key=key).first()
    if recorded is not None:
        if (recorded.table_id, recorded.number, recorded.caller_id) == (table.pk, number, caller.pk):
            return recorded
        raise Refusal(
            _("Cet appel a déjà été enregistré pour la donne %(number)d. Annulez-le d’abord s’il est faux.")
            % {"number": recorded.number},
            code="call_exists",
        )
    refuse_unless_open(tournament, table)
    if caller.table_id != table.pk:
        raise Refusal(
            _("Ce joueur n’est pas à la %(table)s. Choisissez l’un de ceux qui y sont assis.") % {"table": table},
            code="caller_elsewhere",
            fields={"caller": [_("Ce joueur n’est pas à cette table.")]},
        )
    line = table.lines.filter(number=number, current=True).select_related("taker", "partner", "sits_out").first()
    if line is None:
        refuse_wrong_number(table, tournament, number, table.seats.count())
    if table.chelem_calls.filter(number=number, cancelled_at=None).exists():
        raise Refusal(
            _(
                "Un appel de chelem est déjà enregistré pour la donne %(number)d de la %(table)s. Annulez-le d’abord "
                "s’il est faux."
            )
            % {"number": number, "table": table},
            code="call_exists",
        )
    counts = announced == CalledWhen.BEFORE_CARD
    if line is not None and counts and (line.outcome != Outcome.PLAYED or line.taker_id != caller.pk):
        raise Refusal(
            _(
                "La donne %(number)d de la %(table)s est déjà saisie, et %(caller)s n’y est pas preneur : seul le "
                "preneur annonce un chelem. Corrigez la donne, ou choisissez la bonne donne."
            )
            % {"number": number, "table": table, "caller": caller.name},
            code="caller_is_not_taker",
            fields={"caller": [_("Seul le preneur annonce un chelem.")]},
        )
    announce = line is not None and counts and not line.chelem_announced
    if line is not None and line.outcome == Outcome.PLAYED and not announce:
        known = call_outcome_of(line)
        if outcome not in (CallOutcome.PENDING, known):
            raise Refusal(
                _(
                    "La donne %(number)d de la %(table)s est déjà saisie, et ce chelem y est « %(known)s ». Choisissez "
                    "cette issue, ou corrigez d’abord la donne."
                )
                % {"number": number, "table": table, "known": known.label},
                code="outcome_differs",
                fields={"outcome": [_("La donne saisie dit « %(known)s ».") % {"known": known.label}]},
            )
        outcome = known
    call = ChelemCall.objects.create(
        table=table,
        number=number,
        caller=caller,
        announced=announced,
        outcome=outcome,
        key=key,
        recorded_by=by,
        recorded_by_name=str(by),
        recorded_at=at,
    )
    note(
        action=gettext_noop("appel de chelem"),
        subject=_subject(call),
        by=by,
        at=at,
        tournament=tournament,
        details={"caller": caller.name, "announced": announced, "outcome": outcome},
    )
    if announce:
        made = line.chelem_made if outcome == CallOutcome.PENDING else MADE_BY.get(outcome, "")
        entry = replace(entry_of(line), chelem_announced=True, chelem_made=made)
        record_donne(
            table=table,
            number=number,
            entry=entry,
            key=uuid.uuid5(key, "line"),
            replaces=line.pk,
            reason=_("appel de chelem enregistré par l’arbitre"),
            # He was called to the table for it: what is odd about this donne he has seen.
            confirmed=oddities(entry, tournament=tournament, chairs=table.seats.count()),
            by=by,
            at=at,
        )
    raise_revision(tournament)
    return call


@transaction.atomic
def cancel_chelem_call(*, call: ChelemCall, reason: str, by: Account, at: datetime) -> None:
    """Cancel a call, with a reason. A donne already entered keeps its marque: correct it by itself if it is wrong."""
    tournament = lock_tournament(call.table.round.tournament_id)
    refuse_if_finished(tournament)
    if not reason.strip():
        raise Refusal(
            _("Dites pourquoi vous annulez cet appel."),
            code="cancelling_without_reason",
            fields={"reason": [_("Dites pourquoi vous annulez cet appel.")]},
        )
    if not ChelemCall.objects.filter(pk=call.pk, cancelled_at=None).update(
        cancelled_at=at, cancelled_by=by, cancel_reason=reason.strip()
    ):
        return
    note(
        action=gettext_noop("appel de chelem annulé"),
        subject=_subject(call),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason.strip(),
    )
    raise_revision(tournament)


def _subject(call: ChelemCall) -> Subject:
    return subject_of("donne", round=call.table.round.number, table=call.table.number, donne=call.number)
