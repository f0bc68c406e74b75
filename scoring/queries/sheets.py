"""A table's sheet: what is played there and how many donnes, its current lines, what is missing, and its mouche."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef

from scoring.labels import Outcome, PenaltyTarget
from scoring.marque import Contract, Variant
from scoring.marque.mouche import Turn, ledger
from scoring.marque.nouns import HouseRules
from scoring.models import ChelemCall, DonneRecord, Penalty, SheetLine, SheetTotal
from scoring.queries.baremes import TableRules, rules_of, variant_of
from tournaments.labels import Keeps, Pace
from tournaments.models import Seat, Table, Tournament
from tournaments.subjects import Subject, subject_of

# After these the cards go round again from the same hands: no turn was taken, so nobody antes twice.
SAME_DEALER = {Outcome.MISDEAL, Outcome.ANNULLED}


@dataclass(frozen=True)
class SheetRow:
    """One numbered place on the sheet: its current line, or None while it is to be played."""

    number: int
    line: SheetLine | None
    call: ChelemCall | None


@dataclass(frozen=True)
class Seated:
    """Who sits at a table, by chair, and what they play by: all that a form which is sent has to know of it."""

    table: Table
    tournament: Tournament
    seats: tuple[Seat, ...]
    rules: TableRules


@dataclass(frozen=True)
class Sheet(Seated):
    """
    A table's sheet: its current lines, and the chelem calls in force, by number of donne; its balances by chair.

    `totals` are whole points by chair; they sum to zero.
    """

    lines: Mapping[int, SheetLine]
    calls: Mapping[int, ChelemCall]
    balances: Mapping[int, SheetTotal] = field(default_factory=dict)

    @property
    def void(self) -> int:
        """How many of its donnes were not played."""
        return sum(line.outcome != Outcome.PLAYED for line in self.lines.values())

    @cached_property
    def expected(self) -> int | None:
        """How many lines it has when it is full, None when the clock ends the round."""
        return expected_donnes(self.tournament, len(self.seats), self.void)

    @cached_property
    def rows(self) -> tuple[SheetRow, ...]:
        numbers = numbers_on_sheet(self.tournament, self.expected, [*self.lines, *self.calls])
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

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the donnes still to be entered."""
        return tuple(row.number for row in self.rows if row.line is None)

    @property
    def next_number(self) -> int:
        """The donne to enter next: the first gap, or the one after the last."""
        return self.missing[0] if self.missing else len(self.rows) + 1

    @property
    def is_complete(self) -> bool:
        if self.tournament.keeps == Keeps.TOTALS:
            return len(self.balances) == len(self.seats)
        return self.expected is not None and not self.missing

    @property
    def takes_another(self) -> bool:
        """Whether one more donne may be entered than the rows show (a timed round has no last donne)."""
        return self.expected is None

    def expected_mort(self, number: int) -> int:
        """
        Return the chair that sits out a donne at a table of five: each in turn, Sud first.

        After a void donne the same mort deals again, unless void donnes count.
        """
        if not self.tournament.void_donnes_count:
            number -= sum(
                row.line is not None and row.line.outcome != Outcome.PLAYED for row in self.rows if row.number < number
            )
        return (number - 1) % 5


def sheet_of(table: Table) -> Sheet:
    """Return a table's sheet: three queries whatever its length, four where balances may be kept."""
    return written_at(seated(table, table.seats.select_related("registration__player").order_by("chair")))


def seated(table: Table, seats: Iterable[Seat]) -> Seated:
    """Return these seats of a table, by chair, with what is played there. No query of its own."""
    tournament, by_chair = table.round.of_tournament, tuple(seats)
    return Seated(table, tournament, by_chair, rules_of(tournament, len(by_chair)))


def written_at(place: Seated) -> Sheet:
    """Return the sheet of a table, read now; its lines know whether they `has_record`."""
    table, tournament = place.table, place.tournament
    recorded = DonneRecord.objects.filter(table=OuterRef("table"), number=OuterRef("number"), current=True)
    written = table.lines.filter(current=True).select_related("taker", "partner", "sits_out")
    balances = {}
    if tournament.keeps == Keeps.TOTALS or table.round.cancelled_at is not None:
        totals = SheetTotal.objects.filter(seat__table=table, current=True).select_related("seat")
        balances = {total.seat.chair_index: total for total in totals}
    return Sheet(
        table,
        tournament,
        place.seats,
        place.rules,
        lines={line.number: line for line in written.annotate(has_record=Exists(recorded))},
        calls=calls_in_force(table),
        balances=balances,
    )


def calls_in_force(table: Table) -> dict[int, ChelemCall]:
    """Return the chelem calls of a table by number of donne, with who called."""
    return {call.number: call for call in table.chelem_calls.filter(cancelled_at=None).select_related("caller")}


@dataclass(frozen=True)
class Place:
    """
    A donne's place as it stands now: its table with its round (None where nobody sits there any more), and the seats.

    `has_calls` says whether any chelem call of the table is in force, `is_penalised` whether a camp of this donne is.
    """

    table: Table | None
    seats: Sequence[Seat]
    has_calls: bool
    is_penalised: bool


def place_of_donne(table: Table, number: int) -> Place:
    """Return what a donne is to be written beside. One query, for whoever holds the lock."""
    calls = ChelemCall.objects.filter(table=table, cancelled_at=None)
    penalties = Penalty.objects.filter(table=table, donne=number, target=PenaltyTarget.CAMP, cancelled_at=None)
    seats = list(
        Seat.objects.filter(table=table)
        .select_related("table__round")
        .annotate(has_calls=Exists(calls), is_penalised=Exists(penalties))
        .order_by("chair")
    )
    if not seats:
        return Place(None, [], has_calls=True, is_penalised=True)
    first: Any = seats[0]
    return Place(first.table, seats, first.has_calls, first.is_penalised)


def recorded_numbers(sheet: Sheet) -> list[int]:
    """Return the numbers of the donnes that were also written card by card."""
    written = [row.line for row in sheet.rows if row.line is not None]
    return [line.number for line in written if line.has_record]  # type: ignore[attr-defined]


def marks_of(line: SheetLine, chairs: int) -> list[int]:
    """Return what a line brought each chair, in whole points; zeros for a void donne."""
    scores = line.marque.get("scores", {})
    return [scores.get(str(chair), 0) for chair in range(chairs)]


def playing_at(tournament: Tournament, chairs: int) -> int:
    """Return how many play a donne at a table of so many chairs: the mort does not."""
    return chairs - 1 if variant_of(tournament, chairs) is Variant.FIVE_MORT else chairs


def expected_donnes(tournament: Tournament, chairs: int, void: int = 0) -> int | None:
    """
    Return how many lines a full sheet has, None when the clock ends the round.

    A table of five with a mort plays five donnes, or ten …, the number nearest to what gives each as many as elsewhere:
    everyone there is mort as often as the others. A void donne (passed, petit sec …) is played again unless the
    tournament says that it counts.
    """
    if tournament.pace == Pace.MINUTES or tournament.donnes_per_round is None:
        return None
    donnes = tournament.donnes_per_round
    if variant_of(tournament, chairs) is Variant.FIVE_MORT:
        donnes = 5 * max(1, (donnes + 1) // 4)
    return donnes if tournament.void_donnes_count else donnes + void


def numbers_on_sheet(tournament: Tournament, expected: int | None, known: Iterable[int]) -> range:
    """Return the numbers of the donnes of a sheet: those expected and, when the clock ends the round, those known."""
    if tournament.keeps == Keeps.TOTALS:
        return range(0)
    return range(1, max([expected or 0, *known]) + 1)


@dataclass(frozen=True)
class PotRow:
    """
    A donne that moved the pot. `moves` are whole points by chair: above 0 out of the pot, below 0 into it.

    `dealer` is the chair that dealt and put the ante in; `pot` is what is left after the donne.
    """

    number: int
    dealer: int
    moves: tuple[int, ...]
    pot: int


@dataclass(frozen=True)
class Mouche:
    """
    The pot of a table. `balances` are whole points by chair; with `pot` they sum to zero.

    `missing` are the donnes still to be entered before the last one: what they moved is not in here.
    """

    house: HouseRules
    rows: tuple[PotRow, ...]
    balances: tuple[int, ...]
    pot: int
    missing: tuple[int, ...]

    @property
    def prices(self) -> Mapping[str, int]:
        """What each opponent of the taker pays, by contract; the pousse only where it is played."""
        return {
            contract.value: price
            for contract, price in self.house.mouche_values.items()
            if contract is not Contract.POUSSE or self.house.pousse
        }


def mouche_of(sheet: Sheet) -> Mouche | None:
    """Return the pot of a table from the current lines of its sheet; None where nobody plays the mouche."""
    house = sheet.rules.bareme.house
    if not house.mouche or sheet.tournament.keeps == Keeps.TOTALS:
        return None
    names = sheet.rules.names
    dealt = list(_dealt(sheet))
    pot = ledger(names, [_turn(row, dealer, names) for row, dealer in dealt], house)
    last = max((row.number for row, _dealer in dealt), default=0)
    return Mouche(
        house=house,
        rows=tuple(
            PotRow(row.number, dealer, tuple(moved.moves[name] for name in names), moved.pot)
            for (row, dealer), moved in zip(dealt, pot.rows, strict=True)
        ),
        balances=tuple(pot.balances[name] for name in names),
        pot=pot.pot,
        missing=tuple(number for number in sheet.missing if number < last),
    )


def _dealt(sheet: Sheet) -> Iterator[tuple[SheetRow, int]]:
    """
    Yield the donnes that count for the pot, each with the chair that dealt it: in turn, Sud first.

    After a donne that nobody took or a petit sec the next one deals, after a misdeal or an annulled donne the same one
    [R3a]. A petit sec marks nothing, so its ante stays in the dealer's pocket. At five with a mort, the mort deals
    [R25].
    """
    chairs = len(sheet.seats)
    mort_deals = sheet.rules.variant is Variant.FIVE_MORT
    turn = 0
    for row in sheet.rows:
        dealer = turn % chairs
        if mort_deals:
            dealer = sheet.expected_mort(row.number)
            if row.line is not None and row.line.sits_out is not None:
                dealer = row.line.sits_out.chair_index
        if row.line is None or row.line.outcome not in SAME_DEALER:
            turn += 1  # a donne still to be entered is taken for one that was played
        if row.line is not None and row.line.outcome in {Outcome.PLAYED, Outcome.PASSED}:
            yield row, dealer


def _turn(row: SheetRow, dealer: int, names: Sequence[str]) -> Turn:
    line = row.line
    assert line is not None, "only donnes that were dealt count"
    if line.outcome != Outcome.PLAYED:
        return Turn(names[dealer])
    return Turn(
        names[dealer],
        names[line.attacker.chair_index],
        Contract(line.contract),
        line.marque["won"],
        () if line.sits_out is None else (names[line.sits_out.chair_index],),
    )


def subject_of_sheet(table: Table, donne: int | None = None) -> Subject:
    """Return what a line of the journal is about: the sheet of a table, or one donne of it."""
    place = {"round": table.round.number, "table": table.number}
    return subject_of("table", **place) if donne is None else subject_of("donne", **place, donne=donne)
