"""A table of a running tournament, and a program that writes there for its arbiter."""

import pytest

from tests.scoring.api.programs import TableProgram
from tournaments.models import Account, Table


@pytest.fixture
def program(table: Table, the_arbiter: Account) -> TableProgram:
    return TableProgram.of(table, the_arbiter)
