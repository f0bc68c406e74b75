"""
Registrations as plain rows: reading a thousand takes a tenth of the time of model instances.

`tournaments.queries.people.names` decides which names the public may read, for a row as for a model.
"""

from collections.abc import Collection, Iterator
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


def people(pks: Collection[int]) -> dict[int, Person]:
    """Return these players by id: one query."""
    rows = Player.objects.filter(pk__in=pks).values_list(*_PERSON)
    return {pk: Person._make((pk, *person, HomeClub(club_id, club))) for pk, *person, club_id, club in rows}
