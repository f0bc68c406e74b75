"""A tournament as large as they come, written straight into the database: the pages are what is measured."""

from datetime import datetime
from random import Random

from django.contrib.auth.hashers import make_password

from tarot_club.demo.cast import FIRST_NAMES, LAST_NAMES
from tests.bench import ARBITER
from tournaments.labels import RoleName, Status, TournamentState
from tournaments.models import (
    Account,
    Appointment,
    Club,
    Player,
    Registration,
    Round,
    Seat,
    SeatResult,
    Table,
    Tournament,
)


def big_evening(*, players: int, rounds: int, at: datetime, password: str) -> Tournament:
    """Return a running tournament whose last position alone has no result yet, and whose arbiter may enter donnes."""
    rng = Random(1)  # figures to be repeated
    club = Club.objects.create(name="Grand club", slug="grand-club", town="Grandville")
    arbiter, _made = Account.objects.get_or_create(username=ARBITER, defaults={"password": make_password(password)})
    Appointment.objects.create(account=arbiter, role=RoleName.ARBITER, club=club)
    tournament = Tournament.objects.create(
        club=club,
        name="Grand concours",
        date=at.date(),
        rounds_planned=rounds,
        donnes_per_round=60,
        state=TournamentState.RUNNING,
    )
    people = Player.objects.bulk_create(
        Player(
            club=club,
            licence=f"L{number:05d}",
            last_name=rng.choice(LAST_NAMES),
            first_name=rng.choice(FIRST_NAMES),
            consent=number % 8 > 0,
        )
        for number in range(players)
    )
    entered = Registration.objects.bulk_create(
        Registration(tournament=tournament, player=player, start_number=number, status=Status.PRESENT)
        for number, player in enumerate(people, 1)
    )
    for number in range(1, rounds + 1):
        published = Round.objects.create(tournament=tournament, number=number, published_at=at)
        tables = Table.objects.bulk_create(
            Table(round=published, number=table, closed_at=at if number < rounds else None)
            for table in range(1, players // 4 + 1)
        )
        drawn = rng.sample(entered, players)
        seats = Seat.objects.bulk_create(
            Seat(round=published, table=tables[index // 4], chair=index % 4, registration=registration)
            for index, registration in enumerate(drawn[: len(tables) * 4])
        )
        if number < rounds:
            SeatResult.objects.bulk_create(
                SeatResult(seat=seat, points=rng.randrange(-400, 400), donnes=4) for seat in seats
            )
    return tournament
