"""What a player is asked about his own sheets: the donnes he may confirm, and what became of what he contested."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.models import Protest, SheetLine
from scoring.queries.table.agreements import may_confirm
from scoring.queries.table.sheets import with_seats
from scoring.queries.table.told_sheets import names_read_by
from tournaments.labels import TournamentState
from tournaments.models import Registration, Seat


@dataclass(frozen=True)
class ToConfirm:
    """A line that a player may confirm; `names` are those of its table by chair, as he may read them."""

    line: SheetLine
    round_number: int
    table_number: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Asked:
    """What waits for a player in a tournament, and what he contested there, the oldest first."""

    lines: tuple[ToConfirm, ...] = ()
    protests: tuple[Protest, ...] = ()


def asked_of(registrations: Iterable[Registration]) -> dict[int, Asked]:
    """
    Return what each of these is asked in running tournaments, by registration id: one query, two where donnes have to
    be confirmed, three when one waits.

    Only where donnes have to be confirmed is anybody asked to.
    """
    playing = [entry for entry in registrations if entry.tournament.state == TournamentState.RUNNING]
    lines = _to_confirm(playing)
    protests: dict[int, list[Protest]] = defaultdict(list)
    pks = [entry.pk for entry in playing]
    for protest in Protest.objects.filter(
        seat__registration__in=pks, table__round__tournament__isnull=False
    ).select_related("seat", "table__round"):
        protests[protest.seat.registration_id].append(protest)  # type: ignore[union-attr]
    return {pk: Asked(tuple(lines[pk]), tuple(protests[pk])) for pk in pks}


def _to_confirm(playing: Iterable[Registration]) -> dict[int, list[ToConfirm]]:
    players = {entry.pk: entry.player_id for entry in playing if entry.tournament.needs_confirmation}
    by_registration: dict[int, list[ToConfirm]] = defaultdict(list)
    if not players:
        return by_registration
    waiting: dict[int, list[SheetLine]] = defaultdict(list)
    for line in SheetLine.objects.filter(
        table__seats__registration__in=list(players),
        table__closed_at=None,
        current=True,
        phone__isnull=False,
        written_by=None,
        confirmation=None,
    ).order_by("number"):
        waiting[line.table_id].append(line)
    if not waiting:
        return by_registration
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(table__in=list(waiting))
        .select_related("table", "round", "registration__player")
        .order_by("chair")
    ):
        seats[seat.table_id or 0].append(seat)
    for table_id, at_table in seats.items():
        for line in with_seats(waiting[table_id], at_table):
            for seat in may_confirm(line, at_table):
                if seat.registration_id in players:
                    names = tuple(names_read_by(at_table, players[seat.registration_id]))
                    to_confirm = ToConfirm(line, seat.round.number, seat.seated_at.number, names)
                    by_registration[seat.registration_id].append(to_confirm)
    return by_registration
