"""Who sits where in a round, by table and by name."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.models import Round, Seat, SeatResult, Table, Tournament
from tournaments.queries.names import public_club, public_name
from tournaments.queries.search import fold, words_of


@dataclass(frozen=True)
class Seated:
    """One player in a round; `table` is None for an exempt."""

    registration_id: int
    start_number: int
    name: str
    is_named: bool
    club: str
    table: int | None
    chair: str
    letter: str


@dataclass(frozen=True)
class SeatedTable:
    """A table with its players in playing order."""

    table_id: int
    number: int
    closed: bool
    seats: tuple[Seated, ...]


@dataclass(frozen=True)
class Seating:
    """
    A round as people look for their chair; `round` is None while no round is published.

    `cancelled` is the number asked for when that round was set aside and nothing took its place.
    """

    tournament: Tournament
    rounds: tuple[int, ...]
    round: Round | None
    tables: tuple[SeatedTable, ...]
    exempts: tuple[Seated, ...]
    cancelled: int | None = None

    @property
    def by_name(self) -> tuple[Seated, ...]:
        """Everybody in the order of the alphabet; those without a name by their numbers, at the end."""
        people = [seat for table in self.tables for seat in table.seats] + list(self.exempts)
        return tuple(sorted(people, key=_alphabet))

    def found(self, typed: str) -> tuple[Seated, ...]:
        """Return those whose name or start number carries every word typed, accents and case aside."""
        words = words_of(typed)
        return tuple(
            seat
            for seat in self.by_name
            if all(word in fold(seat.name) or word == str(seat.start_number) for word in words)
        )


def published_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds in order; each knows `is_open`, `is_begun`, and `has_tables`, which imported results lack."""
    tables = Table.objects.filter(round=OuterRef("pk"))
    return list(
        Round.objects.filter(tournament=tournament)
        .annotate(
            is_open=Exists(tables.filter(closed_at=None)),
            is_begun=Exists(SeatResult.objects.filter(seat__round=OuterRef("pk"))),
            has_tables=Exists(tables),
        )
        .order_by("number")
    )


def round_played(rounds: list[Round]) -> Round | None:
    """
    Return the round people are at, of rounds that know `is_open` and `is_begun`: the whole rotation may be published.

    It is the first whose sheets are not all closed; a sheet forgotten open does not hold back those who play on.
    """
    begun = [one for one in rounds if one.is_begun]  # type: ignore[attr-defined]
    still_open = [one for one in rounds if one.is_open]  # type: ignore[attr-defined]
    if not still_open:
        return rounds[-1] if rounds else None
    return max([still_open[0], *begun[-1:]], key=lambda one: one.number)


def seating(tournament: Tournament, number: int | None = None, *, full_names: bool = False) -> Seating:
    """
    Return a round's seating, the one being played unless a number is given: two queries, as many without that round.

    `full_names` is for those who run the event; otherwise every name is fit for the public. An unknown number gives a
    seating without a round.
    """
    rounds = published_rounds(tournament)
    wanted = round_played(rounds) if number is None else next((one for one in rounds if one.number == number), None)
    tables: dict[int, list[Seat]] = defaultdict(list)
    exempts = []
    is_cancelled = wanted is None and number is not None and tournament.cancelled_rounds.filter(number=number).exists()
    if wanted is not None:
        seats = Seat.objects.filter(round=wanted).select_related("table", "registration__player__club", "result")
        for seat in seats.order_by("table__number", "chair", "registration__start_number"):
            if seat.table is not None:
                tables[seat.table.number].append(seat)
            elif not hasattr(seat, "result"):  # a result without a table was imported: nobody was exempt
                exempts.append(seat)
    return Seating(
        tournament=tournament,
        rounds=tuple(one.number for one in rounds),
        round=wanted,
        tables=tuple(
            SeatedTable(
                table_id=seats[0].seated_at.pk,
                number=table_number,
                closed=seats[0].seated_at.closed_at is not None,
                seats=tuple(_seated(seat, full_names=full_names) for seat in seats),
            )
            for table_number, seats in sorted(tables.items())
        ),
        exempts=tuple(_seated(seat, full_names=full_names) for seat in exempts),
        cancelled=number if is_cancelled else None,
    )


def _seated(seat: Seat, *, full_names: bool) -> Seated:
    registration = seat.registration
    player = registration.player
    return Seated(
        registration_id=registration.pk,
        start_number=registration.start_number,
        name=player.full_name if full_names else public_name(registration),
        is_named=full_names or player.consent,
        club=player.club.name if full_names else public_club(player),
        table=seat.table.number if seat.table is not None else None,
        chair=seat.name,
        letter=seat.letter,
    )


def _alphabet(seat: Seated) -> tuple[bool, str, int]:
    return (not seat.is_named, fold(seat.name) if seat.is_named else "", seat.start_number)
