"""
Registrations and files as plain rows: reading a thousand takes a tenth of the time of model instances.

`tournaments.queries.people.names` decides which names the public may read, for a row as for a model.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from django.db.models import QuerySet

from tournaments.models import Player, Registration
from tournaments.models.seasons import Ages

_PERSON = (
    "id",
    *("consent", "sharing_consent"),
    "last_name",
    "first_name",
    "public_name",
    "sex",
    "category",
    "double_of",
    "birth_year",
    "club",
    "club__name",
)
_OF_A_FILE = ("licence", "linked_as", "home_club", "key", "card_consent")
_AGES = ("ends_on", "youth_until_age", "veteran_from_age")
_COLUMNS = (
    *("pk", "tournament_id", "start_number", "status", "penalty_points"),
    *(f"tournament__season__{name}" for name in _AGES),
    *(f"player__{name}" for name in _PERSON),
)


class HomeClub(NamedTuple):
    """The club that keeps a player's file."""

    pk: int
    name: str


class _Person(NamedTuple):
    pk: int
    consent: bool
    sharing_consent: bool
    last_name: str
    first_name: str
    public_name: str
    sex: str
    category: str
    double_of_id: int | None
    birth_year: int | None
    club: HomeClub


class Person(_Person):
    """A player, with only the columns for his names and groups."""

    __slots__ = ()
    # The names are built in one place: these are the properties of the model, which read these columns.
    full_name = cast("Any", Player.full_name)
    shown_name = cast("Any", Player.shown_name)


class _FileOfPlayer(NamedTuple):
    person: Person
    licence: str
    linked_as: str
    home_club: str
    key: str
    card_consent: bool

    @property
    def pk(self) -> int:
        return self.person.pk

    @property
    def consent(self) -> bool:
        return self.person.consent

    @property
    def club(self) -> HomeClub:
        return self.person.club


class FileOfPlayer(_FileOfPlayer):
    """A player's file, with the columns for the line of a league: his names, his links, his card and his clubs."""

    __slots__ = ()
    shows_card = cast("Any", Player.shows_card)


class CountedEntry(NamedTuple):
    """A registration without its player: what a ranking counts, and no name."""

    pk: int
    tournament_id: int
    start_number: int
    status: str
    penalty_points: int
    player_id: int
    double_of_id: int | None


class Entered(NamedTuple):
    """A registration with its player, and the ages of its season."""

    pk: int
    tournament_id: int
    start_number: int
    status: str
    penalty_points: int
    ages: Ages
    player: Person

    @property
    def player_id(self) -> int:
        return self.player.pk

    @property
    def double_of_id(self) -> int | None:
        return self.player.double_of_id


def entered(registrations: QuerySet[Registration]) -> Iterator[Entered]:
    """Yield these registrations with their players: one query."""
    for (
        pk,
        tournament_id,
        number,
        status,
        penalties,
        ends_on,
        youth,
        veteran,
        *person,
        club_id,
        club,
    ) in registrations.values_list(*_COLUMNS):
        player = Person._make((*person, HomeClub(club_id, club)))
        yield Entered(pk, tournament_id, number, status, penalties, Ages(ends_on, youth, veteran), player)


def counted_entries(registrations: QuerySet[Registration]) -> Iterator[CountedEntry]:
    """Yield these registrations without their players, in no order: one query."""
    columns = ("pk", "tournament_id", "start_number", "status", "penalty_points", "player_id", "player__double_of")
    return map(CountedEntry._make, registrations.order_by().values_list(*columns))


def files_of(players: QuerySet[Player]) -> dict[int, FileOfPlayer]:
    """Return these players' files, by player id: one query."""
    files = {}
    clubs: dict[int, HomeClub] = {}  # one for all its players
    split = len(_PERSON) - 2
    for row in players.order_by().values_list(*_PERSON, *_OF_A_FILE):
        club_id, club = row[split : split + 2]
        person = Person._make((*row[:split], clubs.setdefault(club_id, HomeClub(club_id, club))))
        files[person.pk] = FileOfPlayer(person, *row[split + 2 :])
    return files
