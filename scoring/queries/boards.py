"""A board of a duplicate tournament: what became of it at every table, once nobody has still to play it."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.cards import Card
from scoring.cards.boards import DealtBoard, dealer_of
from scoring.models import SheetLine
from scoring.queries.desk.boards import boards_dealt
from scoring.queries.table.sheets import with_seats
from tournaments.comparison import HANDS, HandPoints
from tournaments.labels import SEAT_NAMES
from tournaments.models import Seat, Table, Tournament
from tournaments.queries.people.names import names_apart, public_name
from tournaments.queries.standings.boards import BoardRow, HandBrought, board_rows, compared, rule_of, tables_fouled

Brought = dict[tuple[int, int], tuple[BoardRow, HandPoints]]  # what each hand of a board brought, by (table id, hand)


@dataclass(frozen=True, kw_only=True)
class HandHeld(HandBrought):
    """What one hand of a board brought at a table, with its player's public name; `place` is the hand's."""

    name: str
    place: str


@dataclass(frozen=True)
class PlayedBoard:
    """A board as one table played it; `names` are by chair, `hands` by hand, Sud's first, empty without a result."""

    table: Table
    line: SheetLine | None
    names: tuple[str, ...]
    hands: tuple[HandHeld, ...]


@dataclass(frozen=True)
class PublicBoard:
    """
    A board with the tables that played it; `cards` are known where the product dealt them.

    `group` is the number of its round, or of its set where boards travel.
    """

    number: int
    group: int
    tables: tuple[PlayedBoard, ...]
    cards: DealtBoard | None
    before: int | None
    after: int | None
    fouled: tuple[tuple[int, ...], ...] = ()  # the tables that had other hands, ruling by ruling

    @property
    def dealer(self) -> str:
        """The name of the chair that deals it."""
        return str(SEAT_NAMES[dealer_of(self.number)])

    @property
    def hands(self) -> list[str]:
        """The names of the hands, in playing order."""
        return [str(SEAT_NAMES[hand]) for hand in range(len(HANDS))]

    @property
    def dealt(self) -> list[tuple[str, tuple[Card, ...]]]:
        """The cards of each hand and of the dog, with their names."""
        if self.cards is None:
            return []
        return [*zip(self.hands, self.cards.hands, strict=True), (_("Chien"), self.cards.dog)]


def free_boards(tournament: Tournament) -> dict[int, list[int]]:
    """Return the numbers of the boards that everybody may read, by round, or by set where boards travel."""
    boards = {_group_of(tournament, table): list(table.boards) for table in _free_tables(tournament)}
    return dict(sorted(boards.items()))


def _group_of(tournament: Tournament, table: Table) -> int:
    """Return the number of the boards of a table that are read together: of its round, or of its set."""
    return table.board_set if tournament.boards_travel else table.round.number


def board_of(tournament: Tournament, number: int) -> PublicBoard | None:
    """
    Return a board that everybody may read; None for one that the tournament does not have or that is still secret.

    At most eight queries, whatever the number of tables.
    """
    return next(iter(public_boards(tournament, [number])), None)


def public_boards(tournament: Tournament, numbers: Collection[int]) -> list[PublicBoard]:
    """Return those of these boards that everybody may read, in order. At most eight queries, however many there are."""
    free_tables = list(_free_tables(tournament))
    free = sorted({board for table in free_tables for board in table.boards})
    tables = [table for table in free_tables if any(number in table.boards for number in numbers)]
    if not tables:
        return []
    seats: dict[int, list[Seat]] = {table.pk: [] for table in tables}
    for seat in (
        Seat.objects.filter(table__in=tables).select_related("table", "registration__player__club").order_by("chair")
    ):
        seats[seat.seated_at.pk].append(seat)
    lines = {
        (line.table_id, line.number): line
        for line in with_seats(
            SheetLine.objects.filter(table__in=tables, number__in=numbers, current=True),
            [seat for at_table in seats.values() for seat in at_table],
        )
    }
    rows = board_rows([tournament])[tournament.pk]
    of_boards = [row for row in rows if row.board in numbers]
    fouled = tables_fouled(of_boards)
    brought: dict[int, Brought] = defaultdict(dict)
    for row, hand in compared(rule_of(tournament, rows), of_boards):
        brought[row.board][row.table, row.hand] = row, hand
    dealt = {board.number: board for board in boards_dealt(tournament, set(free).intersection(numbers))}
    places = {number: place for place, number in enumerate(free)}
    return [
        PublicBoard(
            number,
            _group_of(tournament, next(table for table in tables if number in table.boards)),
            tuple(
                _played(table, lines.get((table.pk, number)), seats[table.pk], brought[number], fouled.get(number, ()))
                for table in tables
                if number in table.boards
            ),
            dealt.get(number),
            free[places[number] - 1] if places[number] else None,
            free[places[number] + 1] if places[number] + 1 < len(free) else None,
            tuple(fouled.get(number, ())),
        )
        for number in free
        if number in numbers
    ]


def _free_tables(tournament: Tournament) -> QuerySet[Table]:
    """Return the tables whose boards everybody may read, by round and number."""
    tables = Table.objects.filter(round__tournament=tournament, first_board__isnull=False).select_related("round")
    if tournament.last_shown_round is not None:
        tables = tables.filter(round__number__lte=tournament.last_shown_round)
    return tables.order_by("round__number", "number")


def _played(
    table: Table,
    line: SheetLine | None,
    seats: list[Seat],
    brought: Brought,
    fouled: Sequence[tuple[int, ...]],
) -> PlayedBoard:
    registrations = [seat.registration for seat in seats]
    names = names_apart(registrations, [public_name(registration) for registration in registrations])
    name_of = {registration.pk: name for registration, name in zip(registrations, names, strict=True)}
    hands = [brought.get((table.pk, hand)) for hand in range(len(HANDS))]
    held = tuple(
        HandHeld(
            name=name_of[row.registration],
            place=str(SEAT_NAMES[row.hand]),
            marks=row.points,
            hand=points,
            fouled=tuple(fouled),
        )
        for row, points in filter(None, hands)
    )
    return PlayedBoard(table, line, tuple(names), held)
