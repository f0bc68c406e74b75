"""Phones at a table, without journal or lock: a phone has a row once it sends something. Codes may be revoked."""

import uuid
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop

from scoring.models import Phone
from scoring.queries.table.agreements import may_be_contested
from scoring.queries.table.sheets import subject_of_sheet
from scoring.services.sheets.sheets import refuse_if_redrawn
from tournaments.labels import Status
from tournaments.models import Account, Seat, Table, Tournament
from tournaments.queries.pages.personal_links import opened_by
from tournaments.refusals import refuse_without_reason
from tournaments.services.evening.tournaments import free_entry_code
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament
from tournaments.services.people.registrations import refuse_excluded

# How often a phone that stays on the page is written down as seen again.
SEEN_EVERY = timedelta(seconds=20)
ORIGIN = 16  # letters of a digest


def phone_of(*, key: uuid.UUID, table: Table) -> Phone | None:
    """Return the row of this phone at a table, with its holder; None without a row. One query."""
    phone = Phone.objects.select_related("seat__registration__player").filter(table=table, key=key).first()
    if phone is not None:
        phone.table = table
    return phone


def look_in(*, table: Table, key: uuid.UUID, at: datetime, link: str = "") -> Phone:
    """
    Return the phone with this key at a table, for reading. Its row, if any, gets the time `at`; no row is made.

    While no holder is set, the holder is the player of the `link` that the phone keeps, if he sits there this evening.
    In a tournament that is over and may no longer be contested, nothing is stored.
    """
    phone = phone_of(key=key, table=table)
    if _is_over(table, at):
        only_reads = Phone(table=table, key=key, first_seen=at, last_seen=at)
        only_reads.is_said_to_be_of(phone.sits_at if phone else None)
        return only_reads
    if phone is None:
        phone = Phone(table=table, key=key, first_seen=at, last_seen=at)
        phone.is_said_to_be_of(_seat_of(link, table, at) if link else None)
        return phone
    if at - phone.last_seen >= SEEN_EVERY:
        Phone.objects.filter(pk=phone.pk).update(last_seen=at)
        phone.last_seen = at
    return phone


def come_in(*, table: Table, key: uuid.UUID, at: datetime, link: str = "", address: str = "") -> Phone:
    """
    Return the phone with this key at a table, for writing (`look_in`), with a row from now on. Idempotent.

    In a tournament that is over and may no longer be contested, no row is made.
    """
    phone = look_in(table=table, key=key, at=at, link=link)
    if address and phone.pk is None:
        of_tournament = f"{table.round.tournament_id}/{address}"
        phone.origin = salted_hmac("phone", of_tournament, algorithm="sha256").hexdigest()[:ORIGIN]
    return phone if _is_over(table, at) else written_down(phone)


def _is_over(table: Table, at: datetime) -> bool:
    tournament = table.round.of_tournament
    return tournament.is_finished and not may_be_contested(table, tournament, at=at)


def written_down(phone: Phone) -> Phone:
    """Return a phone with a row; a phone that only read has none until it sends something."""
    if phone.pk is not None:
        return phone
    seen = {name: getattr(phone, name) for name in ("seat", "holder_id", "origin", "first_seen", "last_seen")}
    written, _is_new = Phone.objects.get_or_create(table=phone.table, key=phone.key, defaults=seen)
    written.table = phone.table
    return written


def _seat_of(link: str, table: Table, at: datetime) -> Seat | None:
    known = opened_by(link, timezone.localdate(at))
    if known.player is None or not known.opens(table.round.of_tournament):
        return None
    return table.seats.filter(registration__player=known.player).exclude(registration__status=Status.EXCLUDED).first()


def take_seat(*, phone: Phone, seat: Seat | None) -> None:
    """Store who holds a phone; `seat` is None for nobody in particular. Refuses an excluded player."""
    if seat is not None:
        refuse_excluded(seat.registration)
    phone.is_said_to_be_of(seat)
    Phone.objects.filter(pk=phone.pk).update(seat=seat, holder=phone.holder_id)


def begin_writing(phone: Phone, number: int, *, at: datetime) -> None:
    """Show the other phones of the table that this phone writes a donne now."""
    Phone.objects.filter(pk=phone.pk).update(writes_donne=number, writes_since=at, last_seen=at)


def stop_writing(phone: Phone) -> None:
    Phone.objects.filter(pk=phone.pk).update(writes_donne=None, writes_since=None)


@transaction.atomic
def revoke_codes(
    *, tournament: Tournament, table: Table | None = None, reason: str, by: Account, at: datetime
) -> Tournament:
    """
    Revoke the code of one table or, without a table, all codes of an evening with the one in letters.

    A phone at such a table must read the new code. Possible after the end: a finished sheet is read by its code.
    Refuses an empty reason.
    """
    tournament = lock_tournament(tournament.pk)
    reason = refuse_without_reason(reason, code="revoking_without_reason")
    if table is not None:
        refuse_if_redrawn(table)
        Table.objects.filter(pk=table.pk).update(entry_version=F("entry_version") + 1)
    else:
        code = free_entry_code()
        Tournament.objects.filter(pk=tournament.pk).update(entry_version=F("entry_version") + 1, entry_code=code)
        tournament.refresh_from_db(fields=["entry_version", "entry_code"])
    log(
        action=gettext_noop("codes des tables révoqués"),
        subject=tournament.name if table is None else subject_of_sheet(table),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
    )
    return tournament
