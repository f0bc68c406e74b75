"""Fouled boards of a duplicate: rulings that the hands of a board were changed, and what each makes of the ranking."""

from collections.abc import Iterable

from django.db.models import QuerySet

from tournaments.models import FouledBoard, Table, Tournament
from tournaments.queries.standings.standings import StandingsChange
from tournaments.subjects import Subject, subject_of

NOT_WRITTEN = -1  # the ruling that is about to be made


def tables_with(tournament: Tournament, board: int) -> list[Table]:
    """Return the tables that play a board, by round and number. One query."""
    tables = Table.objects.filter(round__tournament=tournament, first_board__lte=board, last_board__gte=board)
    return list(tables.select_related("round").order_by("round__number", "number"))


def rulings_of(tournament: Tournament, board: int) -> QuerySet[FouledBoard]:
    """Return the rulings about the hands of a board, those taken back too, with their tables."""
    rulings = tournament.fouled_boards.filter(board=board).select_related("cancelled_by")
    return rulings.prefetch_related("tables__table__round")


def subject_of_fouled(ruling: FouledBoard) -> Subject:
    """Return what a ruling is about, as a subject of the journal."""
    return subject_of("board", board=ruling.board, tables=ruling.numbers)


def with_fouled(tables: Iterable[Table], board: int) -> StandingsChange:
    """Return what changes when these tables had other hands of a board."""
    return StandingsChange(fouled={(table.pk, board): NOT_WRITTEN for table in tables})


def without_fouled(ruling: FouledBoard) -> StandingsChange:
    """Return what changes when a ruling in force is taken back."""
    return StandingsChange(fouled={(fouled.table_id, ruling.board): 0 for fouled in ruling.tables.all()})
