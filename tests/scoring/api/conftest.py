"""A table of a running tournament, and a program that writes there for its arbiter."""

import pytest

from tests.scoring.api.programs import TableProgram
from tests.scoring.sheets import seated
from tournaments.labels import TournamentState
from tournaments.models import Account, Table, Tournament


@pytest.fixture
def table(tournament: Tournament) -> Table:
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING)
    tournament.refresh_from_db()
    return seated(tournament, tables=2)[0]


@pytest.fixture
def program(table: Table, the_arbiter: Account) -> TableProgram:
    return TableProgram.of(table, the_arbiter)
