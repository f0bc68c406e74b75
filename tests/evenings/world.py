"""An evening as it is played here, and what was acknowledged of it: the judge holds the database against that."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.db import transaction

from scoring.labels import Outcome
from scoring.marque import Facts
from tests.factories import NOW, SeasonFactory, TournamentFactory, organiser
from tests.scoring.sheets import seated
from tournaments.labels import Keeps, TournamentState
from tournaments.models import Account, Round, Table, Tournament

Place = tuple[int, int]  # a table's id, and a donne's number


@dataclass
class World:
    """
    The evening, and what services said was done: `written` by place, `lines` ever written, penalties by id.

    `rng` is that of the step under way; `at` the moment.
    """

    tournament: Tournament
    by: Account
    rng: Random = field(default_factory=Random)
    at: datetime = NOW
    written: dict[Place, Facts | Outcome] = field(default_factory=dict)
    lines: int = 0
    penalties: dict[int, int] = field(default_factory=dict)  # id → points in force
    sent: list[Callable[[], Any]] = field(default_factory=list)  # what was sent and acknowledged, to be sent again

    @property
    def key(self) -> UUID:
        return UUID(int=self.rng.getrandbits(128), version=4)

    def tables(self) -> list[Table]:
        """Return the tables of the rounds in force."""
        rows = Table.objects.filter(round__tournament=self.tournament).select_related("round__tournament")
        return list(rows.order_by("round__number", "number"))

    def table(self) -> Table:
        return self.rng.choice(self.tables())

    def fresh(self) -> Tournament:
        return Tournament.objects.select_related("club", "season").get(pk=self.tournament.pk)

    def tick(self, number: int) -> None:
        """Begin a step: the clock goes on, and all that it chooses comes from the number."""
        self.rng, self.at = Random(number), self.at + timedelta(minutes=1)


@contextmanager
def an_evening(seed: int) -> Iterator[World]:
    """Make an evening of two positions of two or three tables of four, of which nothing stays afterwards."""
    rng = Random(seed)
    with transaction.atomic():
        season = SeasonFactory()
        tournament = TournamentFactory(
            club=season.club,
            season=season,
            date=NOW.date(),
            state=TournamentState.RUNNING,
            rounds_planned=3,
            donnes_per_round=rng.choice((2, 3, 4)),
            keeps=Keeps.DONNES,
        )
        tables = rng.choice((2, 2, 3))
        for number in (1, 2):
            seated(tournament, tables=tables, round_number=number)
        # In the second position everybody but the first of a table sits one table on.
        second = Round.objects.get(tournament=tournament, number=2)
        seats = {(seat.table.number, seat.chair): seat for seat in second.seats.select_related("table")}
        sits = {place: seat.registration_id for place, seat in seats.items()}
        second.seats.all().delete()
        for (number, chair), seat in seats.items():
            moved = (number + chair - 1) % tables + 1
            seat.registration_id = sits[moved, chair]
        type(next(iter(seats.values()))).objects.bulk_create(seats.values())
        yield World(tournament, organiser(season.club))
        transaction.set_rollback(True)
