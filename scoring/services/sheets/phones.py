"""A phone opens the page of a table, and is seen there. None of this is a decision: no journal, no lock."""

import uuid
from datetime import datetime, timedelta

from django.utils import timezone

from scoring.models import Phone
from tournaments.models import Seat, Table
from tournaments.queries.pages.personal_links import opened_by

# How often a phone that stays on the page is written down as seen again.
SEEN_EVERY = timedelta(seconds=20)


def phone_of(*, key: uuid.UUID, table: Table) -> Phone | None:
    """Return a phone that is in at a table, with who holds it. One query."""
    phone = Phone.objects.select_related("seat__registration__player").filter(table=table, key=key).first()
    if phone is not None:
        phone.table = table
    return phone


def come_in(*, table: Table, key: uuid.UUID, at: datetime, link: str = "") -> Phone:
    """
    Return the phone with this key at a table, written down as seen. Idempotent.

    The first time, its holder is the player of the personal `link` it keeps, if he sits there: he need not say his name
    again. What he says later is kept.
    """
    phone = phone_of(key=key, table=table)
    if phone is None:
        seat = _seat_of(link, table, at) if link else None
        Phone.objects.get_or_create(table=table, key=key, defaults={"seat": seat, "first_seen": at, "last_seen": at})
        phone = phone_of(key=key, table=table)
        assert phone is not None
    elif at - phone.last_seen >= SEEN_EVERY:
        Phone.objects.filter(pk=phone.pk).update(last_seen=at)
        phone.last_seen = at
    return phone


def _seat_of(link: str, table: Table, at: datetime) -> Seat | None:
    player = opened_by(link, timezone.localdate(at)).player
    return None if player is None else table.seats.filter(registration__player=player).first()


def take_seat(*, phone: Phone, seat: Seat | None) -> None:
    """Write down who holds a phone; None when nobody in particular does."""
    Phone.objects.filter(pk=phone.pk).update(seat=seat)
    phone.seat = seat


def begin_writing(phone: Phone, number: int, *, at: datetime) -> None:
    """Say to the other phones of the table that a donne is being written on this one."""
    Phone.objects.filter(pk=phone.pk).update(writes_donne=number, writes_since=at, last_seen=at)


def stop_writing(phone: Phone) -> None:
    Phone.objects.filter(pk=phone.pk).update(writes_donne=None, writes_since=None)
