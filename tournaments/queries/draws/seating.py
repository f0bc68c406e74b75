"""Who sits where in a round: by table and by name for readers, and as plain numbers, to compare seatings."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tournaments.kit.text import fold
from tournaments.labels import AWAY, SEAT_NAMES
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.queries.draws.trios import table_of_trios_words, waiting_words
from tournaments.queries.evening.boards import boards_words
from tournaments.queries.people.names import NamedApart, is_shared, public_club, public_name, same_named, words_of
from tournaments.seating import Tables

# A table's number from 1 and a chair from 0 (Sud); None for an exempt.
Where = tuple[int, int] | None
Places = dict[int, Where]


@dataclass(frozen=True)
class Seated(NamedApart):
    """A player's place in a round; `table` (from 1) and `chair_index` (from 0) are None if he is exempt."""

    registration_id: int
    player_id: int
    start_number: int
    name: str
    is_named: bool
    is_shared: bool
    club: str
    table: int | None
    chair: str
    letter: str
    chair_index: int | None
    is_namesake: bool = False


@dataclass(frozen=True)
class SeatedTable:
    """
    A table with its players in playing order; `free` are the places of players who left before it was played.

    `boards` says in words which ones it plays, "" where all tables play the same; `teams` which team of three takes and
    which one defends.
    """

    table_id: int
    number: int
    closed: bool
    seats: tuple[Seated, ...]
    free: tuple[Seated, ...] = ()
    boards: str = ""
    teams: str = ""


@dataclass(frozen=True)
class Seating:
    """
    A round, for players who look for their chairs; `round` is None while no round is published.

    `cancelled` is the number asked for if that round was cancelled and not drawn again. `waiting` says which teams of
    three wait, "" where none does.
    """

    tournament: Tournament
    rounds: tuple[int, ...]
    round: Round | None
    tables: tuple[SeatedTable, ...]
    exempts: tuple[Seated, ...]
    cancelled: int | None = None
    waiting: str = ""

    @property
    def by_name(self) -> tuple[Seated, ...]:
        """All players in alphabetical order; at the end those who are not named, by start number."""
        people = [seat for table in self.tables for seat in table.seats] + list(self.exempts)
        return tuple(sorted(people, key=_alphabet))

    def matching(self, typed: str) -> tuple[Seated, ...]:
        """Return the players whose name has every typed word, accents and case ignored; or a start number as a word."""
        words = words_of(typed)
        return tuple(
            seat
            for seat in self.by_name
            if all(word in fold(seat.name) or word == str(seat.start_number) for word in words)
        )


def published_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds in order, annotated `is_open`, `is_begun` and `has_tables` (imported results have none)."""
    tables = Table.objects.filter(round=OuterRef("pk"))
    return list(
        Round.objects.filter(tournament=tournament)
        .annotate(
            is_open=Exists(tables.filter(closed_at=None)),
            is_begun=Exists(Seat.objects.filter(HAS_A_SCORE, round=OuterRef("pk"))),
            has_tables=Exists(tables),
        )
        .order_by("number")
    )


def round_played(rounds: list[Round]) -> Round | None:
    """
    Return the round being played, of rounds from `published_rounds`, or None: the whole rotation may be published.

    It is the first round with an open sheet, or a later one that is begun: an open sheet of before delays nobody.
    """
    begun = [round_ for round_ in rounds if round_.is_begun]  # type: ignore[attr-defined]
    still_open = [round_ for round_ in rounds if round_.is_open]  # type: ignore[attr-defined]
    if not still_open:
        return rounds[-1] if rounds else None
    return max([still_open[0], *begun[-1:]], key=lambda round_: round_.number)


def seating(tournament: Tournament, number: int | None = None, *, full_names: bool = False) -> Seating:
    """
    Return the seating of a round, by default of the one being played. Two queries, three if it is not published.

    `full_names` is for those who run the event; else names are as the public may read them, and a player who left
    before his table played is not shown. An unknown number gives a seating without a round.
    """
    rounds = published_rounds(tournament)
    chosen = round_played(rounds)
    if number is not None:
        chosen = next((round_ for round_ in rounds if round_.number == number), None)
    tables: dict[int, list[Seat]] = defaultdict(list)
    exempts = []
    is_cancelled = chosen is None and number is not None and tournament.cancelled_rounds.filter(number=number).exists()
    if chosen is not None:
        seats = Seat.objects.filter(round=chosen).select_related("table", "registration__player__club", "result")
        seats = seats.select_related("registration__team") if tournament.plays_trios else seats
        for seat in seats.order_by("table__number", "chair", "registration__start_number"):
            if seat.table is not None:
                tables[seat.table.number].append(seat)
            elif not hasattr(seat, "result"):  # a result without a table was imported: nobody was exempt
                exempts.append(seat)
    people = [_seated(seat, full_names=full_names) for seat in [*chain(*tables.values()), *exempts]]
    same = same_named(people)
    seated = {one.registration_id: replace(one, is_namesake=one.start_number in same) for one in people}
    return Seating(
        tournament=tournament,
        rounds=tuple(round_.number for round_ in rounds),
        round=chosen,
        tables=tuple(
            SeatedTable(
                table_id=seats[0].seated_at.pk,
                number=table_number,
                closed=seats[0].seated_at.closed_at is not None,
                seats=tuple(seated[seat.registration_id] for seat in seats if full_names or not _has_left(seat)),
                free=tuple(seated[seat.registration_id] for seat in seats if not full_names and _has_left(seat)),
                boards=boards_words(seats[0].seated_at.boards) if tournament.boards_travel else "",
                teams=table_of_trios_words(seats) if tournament.plays_trios else "",
            )
            for table_number, seats in sorted(tables.items())
        ),
        exempts=tuple(seated[seat.registration_id] for seat in exempts if full_names or not _has_left(seat)),
        cancelled=number if is_cancelled else None,
        waiting=waiting_words(exempts) if tournament.plays_trios else "",
    )


def _has_left(seat: Seat) -> bool:
    """Return whether a player left or stayed away before anything was played at his place."""
    return seat.registration.status in AWAY and not hasattr(seat, "result") and not seat.adjusted


def _seated(seat: Seat, *, full_names: bool) -> Seated:
    registration = seat.registration
    player = registration.player
    return Seated(
        registration_id=registration.pk,
        player_id=player.pk,
        start_number=registration.start_number,
        name=player.full_name if full_names else public_name(registration),
        is_named=full_names or player.consent,
        is_shared=is_shared(player),
        club=player.club.name if full_names else public_club(player),
        table=seat.table.number if seat.table is not None else None,
        chair=seat.name,
        letter=seat.letter,
        chair_index=seat.chair,
    )


def _alphabet(seat: Seated) -> tuple[bool, str, int]:
    return (not seat.is_named, fold(seat.name) if seat.is_named else "", seat.start_number)


def places(tournament: Tournament) -> dict[int, Places]:
    """Return {round number: {registration id: place}} of the rounds in force. One query."""
    rounds: dict[int, Places] = {}
    for number, registration, table, chair in (
        Seat.objects.filter(round__tournament=tournament)
        .order_by("round__number", "table__number", "chair", "registration__start_number")
        .values_list("round__number", "registration_id", "table__number", "chair")
    ):
        rounds.setdefault(number, {})[registration] = None if table is None or chair is None else (table, chair)
    return rounds


def digest(rounds: Mapping[int, Places], *, but: int | None = None) -> str:
    """Return a short text that changes with any place, except in round `but`: it identifies what a page showed."""
    plain = [
        [number, registration, place]
        for number, seated in sorted(rounds.items())
        if number != but
        for registration, place in sorted(seated.items())
    ]
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]


def as_tables(seated: Mapping[int, Where]) -> tuple[Tables, tuple[int, ...]]:
    """Return a round as `tournaments.seating` takes it: registration ids by table in playing order, and exempts."""
    tables: dict[int, dict[int, int]] = {}
    for registration, place in seated.items():
        if place is not None:
            tables.setdefault(place[0], {})[place[1]] = registration
    return (
        tuple(tuple(chairs[chair] for chair in sorted(chairs)) for _number, chairs in sorted(tables.items())),
        tuple(sorted(registration for registration, place in seated.items() if place is None)),
    )


def as_places(tables: Iterable[Iterable[int]], exempts: Iterable[int]) -> Places:
    """Return a round of a plan as {registration id: place}."""
    seated: Places = dict.fromkeys(exempts)
    for number, table in enumerate(tables, start=1):
        seated |= {registration: (number, chair) for chair, registration in enumerate(table)}
    return seated


def described(place: Where) -> str:
    """Return a place in words: « table 4, Sud »."""
    if place is None:
        return _("exempt")
    return _("table %(number)d, %(chair)s") % {"number": place[0], "chair": SEAT_NAMES[place[1]]}
