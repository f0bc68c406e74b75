"""Until when a sheet may be contested."""

from datetime import timedelta

import pytest

from scoring.queries.table.agreements import may_be_contested
from tests.factories import NOW
from tournaments.labels import TournamentState
from tournaments.models import Table, Tournament

LAST = NOW + timedelta(minutes=10)
LATE = LAST + timedelta(seconds=1)


@pytest.mark.parametrize("state", [TournamentState.RUNNING, TournamentState.FINISHED])
@pytest.mark.parametrize(("at", "may_be"), [(NOW, True), (LAST, True), (LATE, False)])
def test_a_closed_sheet_is_contested_to_the_last_of_its_minutes_even_after_the_end(state, at, may_be):
    assert may_be_contested(Table(closed_at=NOW), Tournament(state=state, protest_minutes=10), at=at) is may_be


@pytest.mark.parametrize(("state", "may_be"), [(TournamentState.RUNNING, True), (TournamentState.FINISHED, False)])
def test_an_open_sheet_is_contested_until_the_end(state, may_be):
    assert may_be_contested(Table(), Tournament(state=state, protest_minutes=0), at=LATE) is may_be
