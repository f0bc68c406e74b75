"""
Every service locks before it writes, and in one order: club, then tournament, then what is smaller.

On PostgreSQL only, where a lock is a statement that can be seen. What the locks are for is proved step by step in
`tests/tournaments/services/test_locks.py`.
"""

import re
from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.needs import on_postgresql
from tests.services import scoring_calls, tournament_calls
from tests.services.calls import CALLS, Call, a_world
from tournaments.services import clubs, draws, jobs

TABLES = (scoring_calls, tournament_calls)  # importing them writes their rows

pytestmark = [on_postgresql, pytest.mark.django_db]

ORDER = (
    "tournaments_club",
    "tournaments_season",
    "tournaments_tournament",
    "tournaments_account",
    "tournaments_job",
    "tournaments_draw",
)
LOCK = re.compile(r'FROM "(\w+)".* FOR (?:NO KEY )?UPDATE', re.DOTALL)
WRITE = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
TOURNAMENT, RAISING = ("lock", "tournaments_tournament"), ("write", "tournaments_tournament")
# A new club has no row to lock; a job changes its state by a compare-and-set.
WITHOUT = {clubs.create_club, draws.finish_draw, jobs.cancel, jobs.stop_early}


def steps(queries: CaptureQueriesContext) -> Iterator[tuple[str, str]]:
    """Yield ("lock" or "write", table) in the order of the statements."""
    for query in queries:
        if lock := LOCK.search(query["sql"]):
            yield "lock", lock[1]
        elif write := WRITE.match(query["sql"]):
            yield "write", write[1]


def taken_by(call: Call) -> list[tuple[str, str]]:
    """Return what a call locks and writes, in order, and undo it all."""
    with transaction.atomic():
        act = call.prepare(a_world())
        with CaptureQueriesContext(connection) as queries:
            act()
        transaction.set_rollback(True)
    return list(steps(queries))


def test_a_service_locks_before_it_writes_and_in_one_order() -> None:
    wrong = {}
    for call in CALLS:
        if call.service in WITHOUT:
            continue
        taken = taken_by(call)
        locked = list(dict.fromkeys(table for kind, table in taken if kind == "lock"))
        before_raising = taken[: taken.index(RAISING)] if call.told else [TOURNAMENT]
        if taken[0][0] != "lock" or locked != sorted(locked, key=ORDER.index) or TOURNAMENT not in before_raising:
            wrong[str(call)] = taken
    assert wrong == {}
