"""
What a table says about its own sheet: confirmed lines, signatures, protests.

A player of the camp opposed to the writer confirms a donne. The mort has no camp: what he wrote is confirmed by any
player of the donne. When the writer is unknown, the defence confirms. A donne that was not played has no camps: anybody
but its writer confirms it. A line of an arbiter needs no confirmation.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from scoring.labels import Outcome
from scoring.models import Confirmation, Protest, SheetLine, Signature
from scoring.queries.table.sheets import Sheet
from tournaments.models import Seat, Table, Tournament


@dataclass(frozen=True)
class LineAgreement:
    """
    Who confirmed a line, or who may confirm it: nobody when it needs no confirmation, or the tournament is over.

    When somebody confirmed on another player's phone, `lent_by` is that player: its holder, or who wrote the donne on
    it.
    """

    confirmed_by: str
    may_confirm: tuple[Seat, ...]
    lent_by: str = ""

    @property
    def waits(self) -> bool:
        return bool(self.may_confirm)


@dataclass(frozen=True)
class Agreement:
    """
    What a table has agreed on; `signed` are the chairs that signed the current sheet.

    `own_phone`: every confirmation came from the phone that wrote the donne. `one_phone`: all signed on the same phone.
    """

    lines: Mapping[int, LineAgreement]
    signed: frozenset[int]
    protests: tuple[Protest, ...]
    version: str
    own_phone: bool
    one_phone: bool

    @property
    def unconfirmed(self) -> tuple[int, ...]:
        """Return the numbers of the donnes that nobody has confirmed yet."""
        return tuple(number for number, agreement in sorted(self.lines.items()) if agreement.waits)

    @property
    def contested(self) -> tuple[Protest, ...]:
        """Return the protests that no arbiter has answered yet."""
        return tuple(protest for protest in self.protests if protest.answered_at is None)


def agreement_of(sheet: Sheet) -> Agreement:
    """Return what a table has agreed on about its sheet. Three queries, two when no phone wrote on it."""
    table = sheet.table
    lines = [row.line for row in sheet.rows if row.line is not None]
    confirmed: dict[int, Confirmation] = {}
    if any(is_of_the_table(line) for line in lines):
        of_table = Confirmation.objects.filter(line__table=table, line__current=True)
        of_lines = of_table.select_related(
            "line", "phone__seat__registration__player", "line__writer__registration__player"
        )
        confirmed = {confirmation.line_id: confirmation for confirmation in of_lines}
    version = version_of(sheet)
    signatures = list(Signature.objects.filter(seat__table=table, sheet=version).select_related("seat"))
    phones = {signature.phone_id for signature in signatures}
    return Agreement(
        lines={
            line.number: LineAgreement(
                confirmed[line.pk].by_name if line.pk in confirmed else "",
                () if line.pk in confirmed or sheet.tournament.is_finished else may_confirm(line, sheet.seats),
                lent_by(confirmed[line.pk]) if line.pk in confirmed else "",
            )
            for line in lines
        },
        signed=frozenset(signature.seat.chair_index for signature in signatures),
        protests=tuple(protests_at(table)),
        version=version,
        own_phone=bool(confirmed) and all(said.phone_id == said.line.phone_id for said in confirmed.values()),
        one_phone=len(signatures) > 1 and len(phones) == 1 and None not in phones,
    )


def lent_by(confirmation: Confirmation) -> str:
    """Return the player whose phone was used to confirm, empty when it was the confirming player's own."""
    phone, line = confirmation.phone, confirmation.line
    if phone is None:
        return ""
    of_phone = line.writer if line.phone_id == phone.pk else phone.sits_at
    return "" if of_phone is None or of_phone.pk == confirmation.seat_id else of_phone.registration.player.full_name


def is_confirmed(line: SheetLine) -> bool:
    """Return whether somebody of the other camp, or an arbiter, has confirmed a line. One query."""
    return Confirmation.objects.filter(line=line).exists()


def may_confirm(line: SheetLine, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats that may confirm a line; its writer is the player who was named when it was written."""
    if not is_of_the_table(line):
        return ()
    writer = line.writer_id
    others = tuple(seat for seat in seats if seat.pk != writer)
    if line.outcome != Outcome.PLAYED:
        return others
    playing = tuple(seat for seat in others if seat.pk != line.sits_out_id)
    attack = {line.taker_id, line.partner_id}
    if writer in attack or writer is None:
        return tuple(seat for seat in playing if seat.pk not in attack)
    if writer == line.sits_out_id:
        return playing
    return tuple(seat for seat in playing if seat.pk in attack)


def is_of_the_table(line: SheetLine) -> bool:
    """
    Return whether a line was written on a phone at the table, also when an arbiter ruled on a part of it since.

    Any other line is an arbiter's, even when his account is deleted.
    """
    return line.phone_id is not None


def version_of(sheet: Sheet) -> str:
    """Return the version of a sheet: it changes when a line is corrected, added or taken off."""
    lines = [row.line.pk for row in sheet.rows if row.line is not None]
    lines += [total.pk for _chair, total in sorted(sheet.balances.items())]
    return hashlib.sha256(repr(lines).encode()).hexdigest()[:16]


def protests_at(table: Table) -> list[Protest]:
    """Return the protests of a table, with the players who made them, the oldest first."""
    return list(Protest.objects.filter(table=table).select_related("seat__registration__player"))


def upheld_since_closing(table: Table) -> QuerySet[Protest]:
    """
    Return the protests about a written donne that an arbiter upheld since the last closing of the sheet.

    Such a donne is corrected on the closed sheet (`correct_upheld`). That closes the sheet again, and none is left.
    """
    written = {"table__lines__number": F("number"), "table__lines__current": True}
    return Protest.objects.filter(table=table, upheld=True, answered_at__gt=F("table__closed_at"), **written)


def contested_until(table: Table, minutes: int) -> datetime | None:
    """Return until when a closed sheet may be contested, None while it is open and has no limit."""
    return None if table.closed_at is None else table.closed_at + timedelta(minutes=minutes)


def may_be_contested(table: Table, tournament: Tournament, *, at: datetime) -> bool:
    """
    Return whether a sheet may be contested: while it is open, and for some minutes after its closing.

    The end of the tournament does not shorten these minutes: the last sheets close just before it.
    """
    until = contested_until(table, tournament.protest_minutes)
    return at <= until if until is not None else not tournament.is_finished


@dataclass(frozen=True)
class NextPlace:
    """Where a player of this table sits next; `table` is None when he is exempt."""

    name: str
    table: int | None
    chair: str


def next_round(sheet: Sheet) -> int:
    """Return the number of the next position of a sheet, or of a later one when that one is over. One query."""
    number = sheet.table.round.number
    later = Table.objects.filter(round__tournament=sheet.tournament, round__number__gt=number, closed_at=None)
    return later.order_by("round__number").values_list("round__number", flat=True).first() or number + 1


def next_places(sheet: Sheet, number: int) -> list[NextPlace]:
    """Return where each player of a table sits at position `number`; empty when it is not published. One query."""
    coming = Seat.objects.filter(
        Q(registration__in=[seat.registration_id for seat in sheet.seats]),
        round__tournament=sheet.tournament,
        round__number=number,
    ).select_related("table")
    by_player = {seat.registration_id: seat for seat in coming}
    return [
        NextPlace(
            seat.registration.player.full_name,
            None if (there := by_player[seat.registration_id]).table is None else there.table.number,
            there.name,
        )
        for seat in sheet.seats
        if seat.registration_id in by_player
    ]
