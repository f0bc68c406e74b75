"""Boards for tests: what each table of a duplicate tournament scored on each, said in one line."""

from collections.abc import Mapping, Sequence

from tests.factories import TournamentFactory, field
from tests.tournaments.rounds import publish
from tournaments.labels import TournamentState
from tournaments.models import Registration, Round, Seat, Table, Tournament
from tournaments.services.results import BoardMark, Result, set_results

Scores = Sequence[int]  # of the four chairs, in whole points of the marque


def duplicate(tables: int, boards: int = 2, *, rounds: int = 1, **settings: object) -> Tournament:
    """Return a running duplicate tournament by match points: so many tables in each round, all at the same boards."""
    chosen = {"compared_by": "matchpoints", "state": TournamentState.RUNNING, "rounds_planned": rounds} | settings
    tournament = TournamentFactory(void_donnes_count=True, donnes_per_round=boards, **chosen)
    players = field(tournament, 4 * tables)
    for number in range(1, rounds + 1):
        published = publish(tournament, number, [players[each : each + 4] for each in range(0, len(players), 4)])
        first = (number - 1) * boards + 1
        Table.objects.filter(round=published).update(first_board=first, last_board=first + boards - 1)
    return tournament


def seats_of(round_: Round, table: int) -> list[Seat]:
    return list(Seat.objects.filter(round=round_, table__number=table).select_related("table").order_by("chair"))


def played(tournament: Tournament, number: int, scores: Mapping[int, Mapping[int, Scores]], taker: int = 0) -> None:
    """Store what each table of a round scored: {table: {board: scores of its chairs}}."""
    round_ = tournament.rounds.get(number=number)
    for table, boards in scores.items():
        seats = seats_of(round_, table)
        set_results(
            Result(
                seat,
                sum(points[chair] for points in boards.values()),
                len(boards),
                boards=tuple(
                    BoardMark(board, chair, points[chair], is_taker=chair == taker) for board, points in boards.items()
                ),
            )
            for chair, seat in enumerate(seats)
        )


def closed(tournament: Tournament, number: int) -> None:
    Table.objects.filter(round__tournament=tournament, round__number=number).update(closed_at=tournament.changed_at)


def at_chair(tournament: Tournament, table: int, chair: int, number: int = 1) -> Registration:
    return Seat.objects.get(
        round__tournament=tournament, round__number=number, table__number=table, chair=chair
    ).registration
