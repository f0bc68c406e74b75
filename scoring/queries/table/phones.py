"""The phones at a table: their holders, which one is writing, and at which other table a phone is."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from scoring.models import Phone
from scoring.queries.table.sheets import Sheet
from tournaments.models import Registration, Seat, Table

# A donne that is being written for longer was left unfinished.
WRITES_FOR = timedelta(minutes=3)


@dataclass(frozen=True)
class WritingPhone:
    """Another phone of the table that writes a donne now; `who` is its holder, empty when unknown."""

    who: str
    number: int


def others_at(phone: Phone) -> list[Phone]:
    """Return the other phones of a phone's table, with their holders. One query."""
    others = Phone.objects.filter(table=phone.table_id).exclude(pk=phone.pk)
    return list(others.select_related("seat__registration__player"))


def who_writes(others: Iterable[Phone], sheet: Sheet, now: datetime) -> list[WritingPhone]:
    """Return which phones write which donne now, each once, until the donne is on the sheet or the sheet is closed."""
    if sheet.table.closed_at is not None:
        return []
    writing = [
        WritingPhone(seat.registration.player.full_name if (seat := phone.sits_at) else "", phone.writes_donne)
        for phone in others
        if phone.writes_donne is not None
        and phone.writes_since is not None
        and now - phone.writes_since < WRITES_FOR
        and ((line := sheet.lines.get(phone.writes_donne)) is None or line.written_at < phone.writes_since)
    ]
    return list(dict.fromkeys(writing))


def held_elsewhere(phone: Phone, table: Table) -> Phone | None:
    """Return the same phone at another table of this position, when its holder still sits there. One query."""
    elsewhere = Phone.objects.filter(key=phone.key, table__round=table.round_id, seat__isnull=False)
    found = elsewhere.exclude(table=table).select_related("table", "seat__registration__player")
    return next((other for other in found if other.sits_at is not None), None)


@dataclass(frozen=True)
class Gone:
    """A player who held a phone and left its table: where he sits now, or who has his place."""

    who: str
    seat: Seat | None
    replaced_by: str


def gone_from(phone: Phone) -> Gone | None:
    """Return the holder of a phone who left its table, None without one. At most two queries."""
    if phone.holder_id is None or phone.sits_at is not None:
        return None
    holder = Registration.objects.select_related("player").get(pk=phone.holder_id)
    now = Seat.objects.filter(registration=holder, round=phone.table.round_id).select_related("table").first()
    there = phone.seat
    replaced_by = "" if there is None or there.registration_id == holder.pk else there.registration.player.full_name
    return Gone(holder.player.full_name, now, replaced_by)


def phones_at(table: Table) -> list[Phone]:
    """Return the phones with a row at a table, with their holders, the last seen first. One query."""
    phones = Phone.objects.filter(table=table).select_related("seat__registration__player")
    return list(phones.order_by("-last_seen"))
