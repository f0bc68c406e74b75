"""Rounds for tests: who sat where and what it brought, said in one line."""

from tests.factories import NOW
from tournaments.models import Registration, Round, Seat, SeatResult, Table, Tournament

Players = list[Registration]


def publish(tournament: Tournament, number: int, tables: list[Players], exempts: Players = ()) -> Round:
    """Publish a round: its tables in order, players in playing order."""
    published = Round.objects.create(tournament=tournament, number=number, published_at=NOW)
    for index, players in enumerate(tables, start=1):
        table = Table.objects.create(round=published, number=index)
        for chair, registration in enumerate(players):
            Seat.objects.create(round=published, table=table, chair=chair, registration=registration)
    for registration in exempts:
        Seat.objects.create(round=published, registration=registration)
    return published


def mark(published: Round, points: dict[Registration, int], donnes: int = 4) -> None:
    """Keep what a round brought each player."""
    for registration, brought in points.items():
        seat = Seat.objects.get(round=published, registration=registration)
        SeatResult.objects.create(seat=seat, points=brought, donnes=donnes)
