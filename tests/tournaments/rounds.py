"""Rounds for tests: who sat where and what it brought, said in one line."""

import datetime

from tests.factories import NOW, RegistrationFactory, TournamentFactory
from tournaments.labels import TournamentState
from tournaments.models import Player, Registration, Round, Season, Seat, SeatResult, Table, Tournament

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


def evening(
    season: Season,
    day: int,
    points: dict[Player, int],
    state: TournamentState = TournamentState.FINISHED,
    **facts: object,
) -> Tournament:
    """Play a tournament of one round on a day of October 2026: points by player; `facts` are its columns."""
    day_of = datetime.date(2026, 10, day)
    tournament = TournamentFactory(club=season.club, season=season, date=day_of, state=state, **facts)
    entries = {
        RegistrationFactory(tournament=tournament, player=player, start_number=number): brought
        for number, (player, brought) in enumerate(points.items(), start=1)
    }
    seated = list(entries)
    mark(publish(tournament, 1, [seated[first : first + 4] for first in range(0, len(seated), 4)]), entries)
    return tournament
