"""What a player reads about his own sheets: donnes to confirm, his protests, and changes with their reasons."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.models import ArbiterCall, PenaltyShare, Protest, SheetLine, SheetTotal
from scoring.queries.table.agreements import may_confirm
from scoring.queries.table.lines import LineChange, changes_at
from scoring.queries.table.sheet_texts import names_read_by
from scoring.queries.table.sheets import with_seats
from tournaments.labels import TournamentState
from tournaments.models import Account, Player, Registration, Seat, Table, Tournament
from tournaments.queries.draws.seat_changes import holders_then
from tournaments.queries.privacy.public_texts import unnamed_hidden

Said = TypeVar("Said", Protest, ArbiterCall)


@dataclass(frozen=True)
class ToConfirm:
    """A line that a player may confirm; `names` are the players of its table by chair, as he may read them."""

    line: SheetLine
    round_number: int
    table: Table
    names: tuple[str, ...]


@dataclass(frozen=True)
class OwnProtest:
    """A player's protest, and the arbiter's answer; the texts name no other player whose name he may not read."""

    table: Table
    number: int | None
    reason: str
    answer: str
    is_answered: bool


@dataclass(frozen=True)
class Asked:
    """What waits for a player in a tournament, and what he contested there, the oldest first."""

    lines: tuple[ToConfirm, ...] = ()
    protests: tuple[OwnProtest, ...] = ()


def asked_of(registrations: Iterable[Registration]) -> dict[int, Asked]:
    """
    Return registration id → the lines that this player may confirm, and his protests, in running tournaments.

    At most three queries for lines to confirm, one for protests, and one more for each player who contested.
    """
    playing = [entry for entry in registrations if entry.tournament.state == TournamentState.RUNNING]
    lines = _to_confirm(playing)
    protests = said_by(
        Protest.objects.filter(table__round__tournament__in={entry.tournament_id for entry in playing}), playing
    )
    return {
        entry.pk: Asked(tuple(lines[entry.pk]), own_protests(protests[entry.pk], entry.player, entry.tournament))
        for entry in playing
    }


def said_by(rows: QuerySet[Said], registrations: Iterable[Registration]) -> dict[int, list[Said]]:
    """
    Return registration id → his `rows`, in their order. A player who got a place later did not say what was said there
    before. One query, two when there are rows.
    """
    listed = list(rows.filter(seat__isnull=False).select_related("seat__registration", "seat__round", "table__round"))
    places = [(row.seat, row.at) for row in listed if row.seat is not None]
    said: dict[int, list[Said]] = {entry.pk: [] for entry in registrations}
    for row, holder in zip(listed, holders_then(places), strict=True):
        if holder in said:
            said[holder].append(row)
    return said


def own_protests(protests: Sequence[Protest], player: Player, tournament: Tournament) -> tuple[OwnProtest, ...]:
    """Return a player's protests at tables of a tournament, as he may read them. One query when there are any."""
    if not protests:
        return ()
    hidden = unnamed_hidden([tournament.club_id], player)
    return tuple(
        OwnProtest(
            protest.table,
            protest.number,
            hidden(protest.reason),
            hidden(protest.answer),
            protest.answered_at is not None,
        )
        for protest in protests
    )


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
                    to_confirm = ToConfirm(line, seat.round.number, seat.seated_at, names)
                    by_registration[seat.registration_id].append(to_confirm)
    return by_registration


@dataclass(frozen=True)
class OwnDonne:
    """A changed donne of a table where the player sat; `names` are the players by chair, as he may read them."""

    table: Table
    number: int
    names: tuple[str, ...]
    changes: tuple[LineChange, ...]


@dataclass(frozen=True)
class OwnBalance:
    """A balance of the player that replaced another, in whole points; `before` is None when none was written."""

    table: Table
    before: int | None
    total: SheetTotal
    by: str
    reason: str


@dataclass(frozen=True)
class OwnPenalty:
    """A penalty that falls, or fell, on the player; `by` and `cancelled_by` are named as those people agreed to."""

    share: PenaltyShare
    by: str
    cancelled_by: str
    reason: str


@dataclass(frozen=True)
class OwnCorrections:
    donnes: tuple[OwnDonne, ...]
    balances: tuple[OwnBalance, ...]
    penalties: tuple[OwnPenalty, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.donnes or self.balances or self.penalties)


def own_corrections(registration: Registration) -> OwnCorrections:
    """Return the changes of a player's own scores in a tournament. Five queries, however many changes."""
    own = Seat.objects.filter(
        registration=registration, round__tournament=registration.tournament_id, table__isnull=False
    )
    tables = {seat.seated_at.pk: seat.seated_at for seat in own.select_related("table__round")}
    seated: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).select_related("registration__player").order_by("chair"):
        seated[seat.table_id or 0].append(seat)
    donnes = []
    for (table, number), changes in changes_at(tables.values()).items():
        names = names_read_by(seated[table], registration.player_id)
        readable = tuple(
            replace(change, by=_changed_by(change, registration.player_id), reason=_untold_reason())
            for change in changes
        )
        donnes.append(OwnDonne(tables[table], number, tuple(names), readable))
    return OwnCorrections(
        tuple(sorted(donnes, key=lambda donne: (donne.table.round.number, donne.number))),
        tuple(_balances(registration, tables)),
        tuple(_penalties(registration)),
    )


def _balances(registration: Registration, tables: dict[int, Table]) -> list[OwnBalance]:
    """Return the player's balances that were written with a reason, each with the one before."""
    totals = SheetTotal.objects.filter(seat__registration=registration, seat__table__in=tables)
    balances, last = [], dict[int, int]()
    for total in totals.select_related("seat", "written_by__player").order_by("seat__round__number", "pk"):
        if total.reason:
            by = _readable_name(total.written_by, registration.player_id)
            table, before = tables[total.seat.table_id or 0], last.get(total.seat_id)
            balances.append(OwnBalance(table, before, total, by, _untold_reason()))
        last[total.seat_id] = total.points
    return balances


def _penalties(registration: Registration) -> list[OwnPenalty]:
    shares = PenaltyShare.objects.filter(registration=registration).select_related(
        "penalty__kind", "penalty__table__round", "penalty__given_by__player", "penalty__cancelled_by__player"
    )
    return [
        OwnPenalty(
            share,
            _readable_name(share.penalty.given_by, registration.player_id),
            _readable_name(share.penalty.cancelled_by, registration.player_id),
            _untold_reason(),
        )
        for share in shares.order_by("penalty_id")
    ]


def _untold_reason() -> str:
    """Return the text shown in place of a typed reason, which may name people whose names the player may not read."""
    return _("motif noté, l’arbitre le dit")


def _changed_by(change: LineChange, reader: int) -> str:
    """Return who made a change. A phone is named by its table, since its holder may have withheld his name."""
    if change.new is None:
        assert change.old is not None  # a change has one of the two
        return _readable_name(change.old.cancelled_by, reader)
    if change.new.phone_id is not None:
        return _("un téléphone de la table")
    return _readable_name(change.new.written_by, reader)


def _readable_name(account: Account | None, reader: int) -> str:
    """Return the name of an account as a player may read it: an arbiter who plays may have withheld his name."""
    if account is None:
        return _("un arbitre")
    player: Player | None = account.player
    return str(account) if player is None or player.consent or player.pk == reader else _("un arbitre")
