"""
The whole rotation for printed papers: the path of each player, and the players of each table.

Anybody can read a paper on a table or a wall: it names players as the public pages do. Only a player's own card, which
is handed to him, has his full name.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Q

from tournaments.kit.text import fold
from tournaments.labels import SEAT_LETTERS, SEAT_NAMES, JobKind
from tournaments.models import Registration, Seat, Table, Tournament
from tournaments.models.rounds import set_of
from tournaments.queries.draws.seating import published_rounds, round_played
from tournaments.queries.people.names import NamedApart, numbered_name, public_name, same_named


@dataclass(frozen=True)
class PrintableRounds:
    """
    The numbers of the rounds with tables; `current` is being played: its plan is printed first. `played` is the last
    one with anything written: its sheets are printed first.
    """

    round_numbers: tuple[int, ...]
    current: int | None
    played: int | None

    @property
    def due(self) -> int | None:
        """The first round that has not begun, whose papers are needed now; None once all have begun."""
        return next((n for n in self.round_numbers if n > (self.played or 0) and n >= (self.current or 0)), None)


@dataclass(frozen=True)
class RotationSeat(NamedApart):
    """A player on a chair; everybody may read `name`."""

    registration_id: int
    start_number: int
    name: str
    chair: str = ""
    letter: str = ""
    is_namesake: bool = False

    @property
    def numbered(self) -> str:
        return numbered_name(self.start_number, self.name)


@dataclass(frozen=True)
class Stay:
    """
    A player's place in one round; `table` is None if he is exempt, or has no place (then `seated` is false).

    `others` are the other players at his table, in playing order. `board_set` is its set where boards travel, else 0.
    """

    round_number: int
    seated: bool = False
    table: int | None = None
    chair: str = ""
    letter: str = ""
    others: tuple[RotationSeat, ...] = ()
    board_set: int = 0

    @property
    def exempt(self) -> bool:
        return self.seated and self.table is None


@dataclass(frozen=True)
class Path:
    """A player's whole rotation, one stay for each position."""

    registration_id: int
    start_number: int
    full_name: str
    stays: tuple[Stay, ...]


@dataclass(frozen=True)
class Rotation:
    """
    The rotation of all players; `tables[round][number]` are the players of a table in playing order.

    `boards[round][number]` are the boards of a table, none in libre.
    """

    tournament: Tournament
    round_numbers: tuple[int, ...]
    paths: tuple[Path, ...]
    tables: Mapping[int, Mapping[int, tuple[RotationSeat, ...]]]
    boards: Mapping[int, Mapping[int, range]]

    @property
    def table_numbers(self) -> tuple[int, ...]:
        return tuple(sorted({number for tables in self.tables.values() for number in tables}))

    @property
    def widest(self) -> int:
        """The most players at one table."""
        return max((len(seats) for tables in self.tables.values() for seats in tables.values()), default=0)

    @cached_property
    def ways(self) -> dict[range, dict[int, int]]:
        """
        The table of each set of boards by round number, where boards travel; the sets in order.

        It is the first one where neighbours share a set.
        """
        ways: dict[range, dict[int, int]] = {}
        if self.tournament.boards_travel:
            for round_number, boards in self.boards.items():
                for table, held in boards.items():
                    ways.setdefault(held, {}).setdefault(round_number, table)
        return dict(sorted(ways.items(), key=lambda way: way[0].start))

    def holding(self, round_number: int, held: range) -> list[int]:
        """Return the numbers of the tables that play a set in a round; several where neighbours share it."""
        return [table for table, boards in self.boards.get(round_number, {}).items() if boards == held]

    def after(self, registration_id: int, round_number: int) -> Stay | None:
        """Return a player's place in the round after this one; None if no round follows."""
        following = self.round_numbers.index(round_number) + 1
        if following == len(self.round_numbers):
            return None
        return self._stays.get((registration_id, self.round_numbers[following]))

    @cached_property
    def _stays(self) -> dict[tuple[int, int], Stay]:
        return {(path.registration_id, stay.round_number): stay for path in self.paths for stay in path.stays}


def printable(tournament: Tournament) -> PrintableRounds:
    """Return the rounds that can be printed. One query."""
    rounds = [round_ for round_ in published_rounds(tournament) if round_.has_tables]  # type: ignore[attr-defined]
    current = round_played(rounds)
    return PrintableRounds(
        round_numbers=tuple(round_.number for round_ in rounds),
        current=current.number if current else None,
        played=max((round_.number for round_ in rounds if round_.is_begun), default=None),  # type: ignore[attr-defined]
    )


def usual_papers(printable: PrintableRounds) -> tuple[JobKind, ...]:
    """
    Return the papers that a hall needs for the round being played; in the first round, also those for all rounds.

    If only one round is published, cards and lists would say no more than its poster.
    """
    papers: tuple[JobKind, ...] = (JobKind.SEATING_PLAN, JobKind.POSTER, JobKind.BLANK_SHEETS)
    if len(printable.round_numbers) > 1 and printable.current == printable.round_numbers[0]:
        papers += (JobKind.PLAYER_CARDS, JobKind.TABLE_LISTS)
    return papers


def rotation(tournament: Tournament) -> Rotation:
    """Return the published rotation, its players in alphabetical order. Two queries, three in duplicate."""
    seats = Seat.objects.filter(Q(table__isnull=False) | Q(result__isnull=True), round__tournament=tournament)
    places = list(
        seats.order_by("round__number", "table__number", "chair").values_list(
            "round__number", "table__number", "chair", "registration_id"
        )
    )
    seated_ids = {registration for _round, _table, _chair, registration in places}
    entries = [
        entry
        for entry in Registration.objects.filter(tournament=tournament).select_related("player")
        if entry.pk in seated_ids
    ]
    people = {entry.pk: RotationSeat(entry.pk, entry.start_number, public_name(entry)) for entry in entries}
    same = same_named(people.values())
    tables: dict[int, dict[int, list[RotationSeat]]] = defaultdict(lambda: defaultdict(list))
    boards = _boards(tournament)
    exempts: set[tuple[int, int]] = set()
    for round_number, table, chair, registration in places:
        if table is None or chair is None:
            exempts.add((registration, round_number))
        else:
            name, letter = str(SEAT_NAMES[chair]), str(SEAT_LETTERS[chair])
            person = people[registration]
            is_namesake = person.start_number in same
            tables[round_number][table].append(replace(person, chair=name, letter=letter, is_namesake=is_namesake))
    stays = {
        (me.registration_id, round_number): Stay(
            round_number,
            True,
            number,
            me.chair,
            me.letter,
            tuple(other for other in seated if other is not me),
            set_of(boards[round_number][number]) if tournament.boards_travel else 0,
        )
        for round_number, by_number in tables.items()
        for number, seated in by_number.items()
        for me in seated
    } | {(registration, round_number): Stay(round_number, True) for registration, round_number in exempts}
    round_numbers = tuple(sorted(tables))
    return Rotation(
        tournament=tournament,
        round_numbers=round_numbers,
        paths=tuple(_path(entry, round_numbers, stays) for entry in sorted(entries, key=_alphabet)),
        tables={at: {number: tuple(seated) for number, seated in tables[at].items()} for at in round_numbers},
        boards=boards,
    )


def _boards(tournament: Tournament) -> dict[int, dict[int, range]]:
    """Return the boards of each table, by round and number. One query in duplicate, none in libre."""
    boards: dict[int, dict[int, range]] = defaultdict(dict)
    if tournament.is_duplicate:
        drawn = Table.objects.filter(round__tournament=tournament, first_board__isnull=False).select_related("round")
        for table in drawn.order_by("round__number", "number"):
            boards[table.round.number][table.number] = table.boards
    return boards


def _path(entry: Registration, round_numbers: tuple[int, ...], stays: Mapping[tuple[int, int], Stay]) -> Path:
    return Path(
        registration_id=entry.pk,
        start_number=entry.start_number,
        full_name=entry.player.full_name,
        stays=tuple(stays.get((entry.pk, round_number), Stay(round_number)) for round_number in round_numbers),
    )


def _alphabet(entry: Registration) -> tuple[str, int]:
    return fold(entry.player.full_name), entry.start_number
