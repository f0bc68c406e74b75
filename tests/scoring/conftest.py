"""A running tournament, the two tables of its first position with somebody on each chair, and a fault."""

import pytest

from scoring.models import PenaltyKind
from tests.factories import TournamentFactory
from tests.scoring.sheets import seated
from tournaments.labels import TournamentState
from tournaments.models import Club, Table, Tournament


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return TournamentFactory(club=club, state=TournamentState.RUNNING)


@pytest.fixture
def tables(tournament: Tournament) -> list[Table]:
    return seated(tournament, tables=2)


@pytest.fixture
def table(tables: list[Table]) -> Table:
    return tables[0]


@pytest.fixture
def kind(db: None) -> PenaltyKind:
    return PenaltyKind.objects.create(code="RENONCE", name="Renonce", points=-20)
