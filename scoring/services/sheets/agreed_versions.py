"""Donnes in two versions that need no arbiter any more: both say the same, or a writer withdraws his version."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import Kept, Outcome
from scoring.marque import Facts
from scoring.models import Confirmation, Conflict, Phone, SheetLine, Speaker, Writer
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.lines import says_the_same
from tournaments.models import Account, Seat, Tournament
from tournaments.services.journal import log
from tournaments.services.locks import raise_revision

WITHDRAWN = gettext_noop("version d’une donne retirée")


def close_versions(
    *,
    line: SheetLine,
    entry: Facts | Outcome,
    seats: Sequence[Seat],
    tournament: Tournament,
    by: Writer,
    at: datetime,
) -> None:
    """
    Settle the waiting versions of a donne that say what was just written. Call it under the lock of the tournament.

    A version that says something else keeps waiting. So does the version that an arbiter settles with this line.
    """
    waiting = Conflict.objects.filter(table=line.table, number=line.number, settled_at=None).exclude(key=line.key)
    for conflict in waiting:
        turn = None if conflict.phone_id else line.turn  # a phone is not asked how the étui lay
        if says_the_same(conflict.as_line(seats), entry, turn):
            close_version(conflict, Kept.OTHER, line.reason or _("la feuille le dit aussi"), tournament, by=by, at=at)


def withdraw_own(*, line: SheetLine, seat: Seat | None, tournament: Tournament, by: Speaker, at: datetime) -> None:
    """
    Withdraw the waiting versions of a donne whose sender now says that the current line is right.

    `seat` is that player; None means that the person is `by`. What the same phone sent while somebody else held it
    keeps waiting: that player did not agree. Call it under the lock of the tournament.
    """
    waiting = Conflict.objects.filter(table=line.table_id, number=line.number, settled_at=None)
    conflicts = waiting.select_related("table__round", "phone__table", "phone__seat__registration__player")
    withdrawn = [conflict for conflict in conflicts if _is_of(conflict, seat, by)]
    for conflict in withdrawn:
        reason = _("version retirée par qui l’avait saisie")
        close_version(conflict, Kept.STANDING, reason, tournament, by=by, at=at, action=WITHDRAWN)
    if withdrawn:
        raise_revision(tournament)  # the desk looks again


def agree_with(*, line: SheetLine, tournament: Tournament, by: Writer, at: datetime) -> None:
    """Withdraw the waiting versions of a writer who has just sent what the line already says."""
    withdraw_own(line=line, seat=by.sits_at if isinstance(by, Phone) else None, tournament=tournament, by=by, at=at)


def withdraw_confirmed(*, line: SheetLine, tournament: Tournament, by: Phone, at: datetime) -> None:
    """Withdraw what a phone has just sent when its holder confirmed the line already: it was written before that."""
    confirmed = Confirmation.objects.filter(line=line).select_related("seat").first()
    if confirmed is None:
        return
    seat = by.sits_at
    if confirmed.phone_id == by.pk or (seat is not None and confirmed.seat_id == seat.pk):
        withdraw_own(line=line, seat=confirmed.seat, tournament=tournament, by=by, at=at)


def _is_of(conflict: Conflict, seat: Seat | None, by: Speaker) -> bool:
    """Return whether this person sent a version: with his account, or on the phone that he held and still holds."""
    phone = conflict.phone
    if phone is None:
        return isinstance(by, Account) and seat is None and conflict.by_id == by.pk
    if conflict.by_name == phone.device:  # nobody had said who holds it: then the phone itself says so
        return isinstance(by, Phone) and phone.pk == by.pk
    return seat is not None and phone.sits_at == seat and conflict.by_name == str(phone)[:150]


def close_version(
    conflict: Conflict,
    kept: Kept,
    reason: str,
    tournament: Tournament,
    *,
    by: Speaker,
    at: datetime,
    action: str = "",
) -> None:
    """Store which version is kept, by whom and why, and write the journal."""
    conflict.kept, conflict.settled_at, conflict.settle_reason = kept, at, reason
    conflict.settled_by = by if isinstance(by, Account) else None
    conflict.settled_by_name = str(by)[:150]
    conflict.save()
    log(
        action=action or gettext_noop("versions d’une donne départagées"),
        subject=subject_of_sheet(conflict.table, conflict.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"key": str(conflict.key), "kept": str(kept)},
    )
