"""A table's sheet: the variant, the number of donnes, the current lines and the donnes that are missing."""

import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext as _

from scoring.labels import OF_A_DONNE, Outcome, PenaltyTarget, Sanction
from scoring.marque import Variant
from scoring.models import ChelemCall, Conflict, DonneRecord, Penalty, SheetLine, SheetTotal
from scoring.queries.rules.baremes import TableRules, rules_of, variant_of
from scoring.queries.table.boards import number_told
from tournaments.labels import Keeps, Pace, Status
from tournaments.models import Seat, Table, Tournament
from tournaments.subjects import Subject, subject_of

MOST_CHAIRS = 5  # at a table of a tournament


@dataclass(frozen=True)
class SheetRow:
    """One numbered row of the sheet: its current line, None while the donne is not entered."""

    number: int
    line: SheetLine | None
    call: ChelemCall | None


@dataclass(frozen=True)
class PlayingTable:
    """The players of a table by chair, and the rules it plays by: all that a submitted form needs."""

    table: Table
    tournament: Tournament
    seats: tuple[Seat, ...]
    rules: TableRules


@dataclass(frozen=True)
class Sheet(PlayingTable):
    """
    A table's sheet: current lines and chelem calls in force by number of donne, and balances by chair.

    `totals` are whole points by chair; they sum to zero.
    """

    lines: Mapping[int, SheetLine]
    calls: Mapping[int, ChelemCall]
    balances: Mapping[int, SheetTotal] = field(default_factory=dict)

    @property
    def void(self) -> int:
        """Return how many donnes of the sheet were not played."""
        return sum(line.outcome != Outcome.PLAYED for line in self.lines.values())

    @cached_property
    def expected(self) -> int | None:
        """Return the number of lines of the full sheet, None when the clock ends the round."""
        return expected_at(self.table, self.tournament, len(self.seats), self.void)

    @cached_property
    def rows(self) -> tuple[SheetRow, ...]:
        numbers = numbers_on_sheet(self.table, self.tournament, self.expected, self.lines, self.calls)
        return tuple(SheetRow(number, self.lines.get(number), self.calls.get(number)) for number in numbers)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        totals = [0] * len(self.seats)
        for line in self.lines.values():
            for chair, points in enumerate(marks_of(line, len(self.seats))):
                totals[chair] += points
        for chair, balance in self.balances.items():
            totals[chair] += balance.points
        return tuple(totals)

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """Return the numbers of the donnes still to be entered."""
        return missing_of(self.table, [row.number for row in self.rows], self.lines)

    @property
    def next_number(self) -> int:
        """Return the next donne to enter: the first missing one, or the one after the last; in duplicate the last."""
        if self.missing:
            return self.missing[0]
        return self.table.board_order[-1] if self.table.boards else len(self.rows) + 1

    @property
    def is_complete(self) -> bool:
        if self.tournament.keeps == Keeps.TOTALS:
            return len(self.balances) == len(self.seats)
        return self.expected is not None and not self.missing

    @property
    def takes_another(self) -> bool:
        """Return whether one more donne may be entered after the last row: a timed round has no last donne."""
        return self.expected is None

    def expected_mort(self, number: int) -> int:
        """
        Return the chair that sits out a donne at a table of five: each in turn, from Sud.

        After a void donne the same mort deals again, unless void donnes count.
        """
        if not self.tournament.void_donnes_count:
            number -= sum(
                row.line is not None and row.line.outcome != Outcome.PLAYED for row in self.rows if row.number < number
            )
        return (number - 1) % 5

    def mort_offered(self, number: int) -> int:
        """Return the chair proposed as mort for a new donne: the excluded player's, else the one whose turn it is."""
        excluded = (seat.chair_index for seat in self.seats if seat.registration.status == Status.EXCLUDED)
        return next(excluded, self.expected_mort(number))


def sheet_of(table: Table) -> Sheet:
    """Return a table's sheet. Three queries whatever its length, four when the tournament may keep balances."""
    return written_at(seated(table, table.seats.select_related("registration__player").order_by("chair")))


def seated(table: Table, seats: Iterable[Seat], tournament: Tournament | None = None) -> PlayingTable:
    """
    Return a table with these seats by chair, and its rules. Makes no query itself.

    `tournament` is the table's tournament as read under the lock, None to take it from the table.
    """
    tournament, by_chair = tournament or table.round.of_tournament, tuple(seats)
    return PlayingTable(table, tournament, by_chair, rules_of(tournament, len(by_chair)))


def written_at(place: PlayingTable) -> Sheet:
    """Return the sheet of a table, read now; each line has `has_record`."""
    table, tournament = place.table, place.tournament
    recorded = DonneRecord.objects.filter(table=OuterRef("table"), number=OuterRef("number"), current=True)
    current = table.lines.filter(current=True).order_by().annotate(has_record=Exists(recorded))
    balances = {}
    if tournament.keeps == Keeps.TOTALS or table.round.cancelled_at is not None:
        totals = SheetTotal.objects.filter(seat__table=table, current=True).select_related("seat")
        balances = {total.seat.chair_index: total for total in totals}
    return Sheet(
        table,
        tournament,
        place.seats,
        place.rules,
        lines={line.number: line for line in with_seats(current, place.seats)},
        calls=calls_in_force(table),
        balances=balances,
    )


def with_seats(lines: Iterable[SheetLine], seats: Iterable[Seat]) -> Iterator[SheetLine]:
    """Yield these lines with taker, partner and mort taken from these seats, so that they need no query."""
    by_pk = {seat.pk: seat for seat in seats}
    for line in lines:
        for name in ("taker", "partner", "sits_out"):
            seat = by_pk.get(getattr(line, f"{name}_id"))
            if seat is not None:
                setattr(line, name, seat)
        yield line


def calls_in_force(table: Table) -> dict[int, ChelemCall]:
    """Return number of donne → chelem call in force at a table, with the player who called."""
    return {call.number: call for call in table.chelem_calls.filter(cancelled_at=None).select_related("caller")}


class TableState(NamedTuple):
    """The state of a table: drawn again or cancelled, and open or closed. `stopped_after` is as on the table."""

    is_gone: bool
    is_closed: bool
    stopped_after: int | None = None


def state_of(table: Table) -> TableState:
    """Return the state of a table as the database has it now. One query."""
    row = Table.objects.filter(pk=table.pk).values_list("round__tournament", "closed_at", "stopped_after").first()
    tournament, closed_at, stopped_after = row or (None, None, None)
    return TableState(tournament is None, closed_at is not None, stopped_after)


@dataclass(frozen=True)
class DonnePlace:
    """
    The place where a donne is written: the state of its table, and its players.

    `has_calls`: a chelem call of the table is in force. `is_penalised`: a penalty of a camp or an adjusted score is at
    this donne. `is_decided`: an arbiter decided something about it. `in_two_versions`: another version of it waits.
    """

    state: TableState
    seats: Sequence[Seat]
    has_calls: bool
    is_penalised: bool
    is_decided: bool
    in_two_versions: bool


def place_of_donne(table: Table, number: int) -> DonnePlace:
    """Return the place of a donne as it is now. One query. The caller holds the lock."""
    calls = ChelemCall.objects.filter(table=table, cancelled_at=None)
    follows = Q(target=PenaltyTarget.CAMP) | Q(sanction=Sanction.DONNE_SCORE)
    penalties = Penalty.objects.filter(follows, table=table, donne=number, cancelled_at=None)
    decisions = Penalty.objects.filter(table=table, donne=number, sanction__in=OF_A_DONNE, cancelled_at=None)
    there = {"tournament": F("round__tournament"), "closed_at": F("table__closed_at")}
    there["stopped_after"] = F("table__stopped_after")
    versions = Conflict.objects.filter(table=table, number=number, settled_at=None)
    beside = {"has_calls": Exists(calls), "is_penalised": Exists(penalties), "in_two_versions": Exists(versions)}
    beside["is_decided"] = Exists(decisions)
    seats: list[Any] = list(
        Seat.objects.filter(table=table).select_related("registration").annotate(**there, **beside).order_by("chair")
    )
    if not seats:
        gone = TableState(is_gone=True, is_closed=False)
        return DonnePlace(gone, [], has_calls=False, is_penalised=False, is_decided=False, in_two_versions=False)
    first = seats[0]  # every row says the same of the table
    state = TableState(first.tournament is None, first.closed_at is not None, first.stopped_after)
    return DonnePlace(state, seats, first.has_calls, first.is_penalised, first.is_decided, first.in_two_versions)


def recorded_numbers(sheet: Sheet) -> list[int]:
    """Return the numbers of the donnes that have a record card by card."""
    lines = [row.line for row in sheet.rows if row.line is not None]
    return [line.number for line in lines if line.has_record]  # type: ignore[attr-defined]


def marks_of(line: SheetLine, chairs: int) -> list[int]:
    """Return the whole points that a line brought each chair; zeros for a void donne."""
    scores = line.marque.get("scores", {})
    return [scores.get(str(chair), 0) for chair in range(chairs)]


def playing_at(tournament: Tournament, chairs: int) -> int:
    """Return how many players of a table with this number of chairs play a donne: the mort does not."""
    return chairs - 1 if variant_of(tournament, chairs) is Variant.FIVE_MORT else chairs


def expected_donnes(tournament: Tournament, chairs: int, void: int = 0) -> int | None:
    """
    Return the number of lines of a full sheet, None when the clock ends the round.

    A table of five with a mort plays a multiple of five donnes, so that each is mort equally often: the multiple that
    gives each player nearly as many donnes as at other tables. A void donne (passed, petit sec …) is played again,
    unless the tournament counts it.
    """
    if tournament.pace == Pace.MINUTES or tournament.donnes_per_round is None:
        return None
    donnes = tournament.donnes_per_round
    if variant_of(tournament, chairs) is Variant.FIVE_MORT:
        donnes = 5 * max(1, (donnes + 1) // 4)
    return donnes if tournament.void_donnes_count else donnes + void


def expected_at(table: Table, tournament: Tournament, chairs: int, void: int) -> int | None:
    """
    Return the number of lines of the full sheet of a table, which may have stopped early: see `expected_donnes`.

    In duplicate it is how many boards the table plays.
    """
    if table.stopped_after is not None:
        return table.stopped_after
    return len(table.boards) or expected_donnes(tournament, chairs, void)


def missing_of(table: Table, numbers: Iterable[int], entered: Collection[int]) -> tuple[int, ...]:
    """
    Return the `numbers` of a sheet that are still to be entered, in the order in which they are played.

    For a table that stopped early, none after its last donne counts, not even one with a chelem call. In duplicate it
    may have left out any board: once it has as many lines as it stopped after, none is missing.
    """
    last = table.stopped_after
    if table.boards:
        to_play = range(0) if has_stopped(table.stopped_after, len(entered)) else table.board_order
        return tuple(number for number in to_play if number not in entered)
    return tuple(number for number in numbers if number not in entered and (last is None or number <= last))


def has_stopped(stopped_after: int | None, lines: int) -> bool:
    """Return whether a duplicate table with this many lines plays no other board: an arbiter stopped it there."""
    return stopped_after is not None and lines >= stopped_after


def numbers_on_sheet(
    table: Table, tournament: Tournament, expected: int | None, lines: Collection[int], calls: Collection[int]
) -> Sequence[int]:
    """
    Return the numbers of a sheet's donnes: the expected ones; when the clock ends the round, those of its `lines` and
    chelem `calls`. In duplicate they are the boards of the table; once it has stopped, those that it played.
    """
    if tournament.keeps == Keeps.TOTALS:
        return range(0)
    if table.boards:
        shown = {*lines, *calls, *(() if has_stopped(table.stopped_after, len(lines)) else table.boards)}
        return [number for number in table.board_order if number in shown]
    return range(1, max([expected or 0, *lines, *calls]) + 1)


def missing_text(numbers: Sequence[int], table: Table) -> str:
    """
    Return what is missing at a table in words: « il manque la donne 3 », « il manque les donnes 3, 4 et 5 », in
    duplicate « il manque les donnes des étuis 5 à 8 ».
    """
    if not numbers:
        return ""
    *others, last = numbers = sorted(numbers)
    if not others:
        return _("il manque la donne %(number)s") % {"number": number_told(table, last)}
    words = {"first": numbers[0], "others": ", ".join(map(str, others)), "last": last}
    if len(numbers) > 3 and numbers[-1] - numbers[0] == len(numbers) - 1:
        sentence = _("il manque les donnes des étuis %(first)d à %(last)d")
        return (sentence if table.boards else _("il manque les donnes %(first)d à %(last)d")) % words
    sentence = _("il manque les donnes des étuis %(others)s et %(last)d")
    return (sentence if table.boards else _("il manque les donnes %(others)s et %(last)d")) % words


def key_of_balance(key: uuid.UUID, chair: int) -> uuid.UUID:
    """Return the key of one chair's total, when balances are written together under one key."""
    return uuid.uuid5(key, str(chair))


def keys_of_balances(key: uuid.UUID) -> list[uuid.UUID]:
    """Return the keys of all totals written together under one key, whatever the size of the table."""
    return [key_of_balance(key, chair) for chair in range(MOST_CHAIRS)]


def subject_of_sheet(table: Table, donne: int | None = None) -> Subject:
    """Return the subject of a journal entry: the sheet of a table, or one donne of it."""
    place = {"round": table.round.number, "table": table.number}
    if donne is None:
        return subject_of("table", **place)
    return subject_of("etui" if table.boards else "donne", **place, donne=donne)
