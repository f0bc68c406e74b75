"""A table calls the arbiter, an arbiter goes there, and the call is settled. The public does not see calls."""

import uuid
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import ANNOUNCED, CallAbout
from scoring.models import ArbiterCall, Phone, Writer
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.sheets import refuse_if_redrawn, refuse_seated_elsewhere
from tournaments.kit.days import french_hour
from tournaments.models import Account, Seat, Table
from tournaments.refusals import Refusal, refuse_if_finished, refuse_without_reason, sent_before
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament


@transaction.atomic
def call_arbiter(
    *,
    table: Table,
    about: str,
    number: int | None = None,
    seat: Seat | None = None,
    reason: str = "",
    key: uuid.UUID,
    by: Writer,
    at: datetime,
) -> ArbiterCall:
    """
    Call the arbiter to a table, and return the table's open call. Idempotent by `key`, and for the same reason.

    `about` is a `CallAbout`. For an announcement, `number` is the donne and `seat` the player who made it. Refuses a
    `key` used for another call, another reason while a call is open, « autre chose » without words, a player of another
    table, and a finished tournament.
    """
    tournament = lock_tournament(table.round.tournament_id)
    number, seat = (number, seat) if about in ANNOUNCED else (None, None)
    said = {"about": about, "number": number, "seat_id": seat and seat.pk, "reason": reason.strip()}
    if earlier := sent_before(ArbiterCall, key, code="stale_call", table_id=table.pk, **said):
        return earlier
    refuse_if_finished(tournament)
    refuse_if_redrawn(table)
    if (waiting := _waiting(table, about)) is not None:
        return waiting
    reason = _checked(table, about, seat, reason)
    call = ArbiterCall.objects.create(
        table=table,
        about=about,
        number=number,
        seat=seat,
        reason=reason,
        key=key,
        phone=by if isinstance(by, Phone) else None,
        by_name=str(by)[:150],
        at=at,
    )
    log(
        action=gettext_noop("arbitre appelé"),
        subject=subject_of_sheet(table, call.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"about": str(call.about)},
    )
    return call


def _checked(table: Table, about: str, seat: Seat | None, reason: str) -> str:
    """Return the reason as it is stored. Refuses a player of another table, and « autre chose » without words."""
    refuse_seated_elsewhere(table, seat)
    if about != CallAbout.OTHER:
        return reason.strip()
    return refuse_without_reason(
        reason.strip(),
        _("Dites à l’arbitre pourquoi vous l’appelez, en quelques mots."),
        code="call_without_words",
    )


def _waiting(table: Table, about: str) -> ArbiterCall | None:
    """Return the open call of a table for this reason. Refuses another reason while one is open."""
    waiting = ArbiterCall.objects.filter(table=table, settled_at=None).first()
    if waiting is None or waiting.about == about:
        return waiting
    raise Refusal(
        _("L’arbitre est déjà appelé depuis %(time)s (%(about)s). Dites-lui le reste quand il est là.")
        % {"time": french_hour(waiting.at), "about": waiting.get_about_display()},
        code="arbiter_called",
    )


@transaction.atomic
def go_to_table(*, call: ArbiterCall, by: Account, at: datetime) -> ArbiterCall:
    """Tell a table and the other arbiters which arbiter comes. Idempotent. Refuses when another one comes already."""
    tournament = lock_tournament(call.table.round.tournament_id)
    refuse_if_finished(tournament)
    call = ArbiterCall.objects.select_related("table__round").get(pk=call.pk)
    if call.settled_at is not None:
        raise Refusal(
            _("L’appel de la %(table)s est déjà réglé, à %(time)s, par %(by)s.")
            % {"table": call.table, "time": french_hour(call.settled_at), "by": call.settled_by_name},
            code="call_settled",
        )
    if call.coming_at is not None:
        if call.coming_by_id == by.pk:
            return call
        raise Refusal(
            _("%(by)s va déjà à la %(table)s, depuis %(time)s.")
            % {"by": call.coming_by_name, "table": call.table, "time": french_hour(call.coming_at)},
            code="somebody_goes",
        )
    call.coming_by, call.coming_by_name, call.coming_at = by, str(by)[:150], at
    call.save()
    log(
        action=gettext_noop("arbitre en route"),
        subject=subject_of_sheet(call.table, call.number),
        by=by,
        at=at,
        tournament=tournament,
    )
    return call


@transaction.atomic
def settle_call(*, call: ArbiterCall, answer: str = "", by: Writer, at: datetime) -> ArbiterCall:
    """Mark a call as settled: by an arbiter, or by the table when it no longer needs one. Idempotent."""
    tournament = lock_tournament(call.table.round.tournament_id)
    refuse_if_finished(tournament)
    call = ArbiterCall.objects.select_related("table__round").get(pk=call.pk)
    if call.settled_at is not None:
        return call
    call.settled_by = by if isinstance(by, Account) else None
    call.settled_by_name, call.settled_at, call.answer = str(by)[:150], at, answer.strip()
    call.save()
    log(
        action=gettext_noop("appel de l’arbitre réglé"),
        subject=subject_of_sheet(call.table, call.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=call.answer,
        details={"about": str(call.about)},
    )
    return call
