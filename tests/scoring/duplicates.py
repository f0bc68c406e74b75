"""Evenings of duplicate for tests, with real donnes: the same boards at every table, each taken as its table likes."""

from scoring.labels import Outcome
from scoring.models import Writer
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, TournamentFactory, field
from tests.scoring.sheets import garde, record
from tests.tournaments.services.drawing import published
from tournaments.models import Account, Club, Table, Tournament

TAKEN = [  # of a board, in the order of the tables
    garde(taker=0, bouts=2, points="49"),
    garde(taker=0, bouts=2, points="41"),
    garde(taker=1, bouts=1, points="51"),
    garde(taker=2, bouts=3, points="30", contract="prise"),
    Outcome.PASSED,
]


def an_evening(club: Club, by: Account, players: int = 20, **settings: object) -> Tournament:
    """Return a duplicate evening that is drawn: two boards a round, by match points."""
    chosen = {"compared_by": "matchpoints", "rounds_planned": 3, "donnes_per_round": 2} | settings
    tournament = TournamentFactory(club=club, void_donnes_count=True, **chosen)
    field(tournament, players)
    published(tournament, by)
    return Tournament.objects.get(pk=tournament.pk)


def tables_of(tournament: Tournament, number: int) -> list[Table]:
    tables = Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number")
    return list(tables.select_related("round__tournament__club"))


def play(tournament: Tournament, number: int, by: Writer, *, but: int = 0, closes: bool = True) -> None:
    """Write every board of a round at every table, but those of the last so many, and close the sheets."""
    tables = tables_of(tournament, number)
    for index, table in enumerate(tables[: len(tables) - but]):
        if table.closed_at is not None:
            continue
        for board in table.boards:
            record(table, board, by, TAKEN[(index + board) % len(TAKEN)])
        if closes:
            close_sheet(table=table, by=by, at=NOW)
