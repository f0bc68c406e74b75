"""
Every service locks before it writes, and in one order: club, then tournament, then what is smaller.

On PostgreSQL only, where a lock is a statement that can be seen. What the locks are for is proved step by step in
`tests/tournaments/services/test_locks.py`.
"""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.needs import on_postgresql
from tests.services.calls import Call, a_world
from tests.services.rows import CALLS
from tournaments.services.clubs import clubs, committees
from tournaments.services.draws import requests
from tournaments.services.work import deliveries, jobs

pytestmark = [on_postgresql, pytest.mark.django_db]

ORDER = (
    "tournaments_site",
    "tournaments_club",
    "tournaments_proposal",
    "tournaments_committee",
    "tournaments_season",
    "tournaments_clubrating",
    "tournaments_tournament",
    "tournaments_account",
    "tournaments_job",
    "tournaments_draw",
    "scoring_penaltykind",
    "tournaments_entrypartner",
)
LOCK = re.compile(r'FROM "(\w+)".* FOR (?:NO KEY )?UPDATE', re.DOTALL)
WRITE = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
READ = re.compile(r'SELECT .*?FROM "(\w+)"', re.DOTALL)
TOURNAMENT, RAISING = ("lock", "tournaments_tournament"), ("write", "tournaments_tournament")
CLUB, PLAYER = ("lock", "tournaments_club"), ("write", "tournaments_player")
# Where the row that is to be locked is found. The scoring finds it by a table, a sheet, a line.
MAY_READ_FIRST = {"tournaments_club", "tournaments_tournament", "tournaments_invitation"}
# What is new (a club, a comité) has no row to lock; a job changes its state, and a message has its worker, by a
# compare-and-set.
WITHOUT = {
    clubs.create_club,
    committees.create_committee,
    deliveries.store_outcome,
    requests.finish_draw,
    jobs.cancel,
    jobs.stop_early,
}


def steps(queries: CaptureQueriesContext) -> Iterator[tuple[str, str]]:
    """Yield ("lock", "write" or "read", table) in the order of the statements."""
    for query in queries:
        if lock := LOCK.search(query["sql"]):
            yield "lock", lock[1]
        elif write := WRITE.match(query["sql"]):
            yield "write", write[1]
        elif read := READ.match(query["sql"]):
            yield "read", read[1]


@cache
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
        taken = [step for step in taken_by(call) if step[0] != "read"]
        locked = list(dict.fromkeys(table for kind, table in taken if kind == "lock"))
        before_raising = taken[: taken.index(RAISING)] if call.told else taken if call.gone else [TOURNAMENT]
        if taken[0][0] != "lock" or locked != sorted(locked, key=ORDER.index) or TOURNAMENT not in before_raising:
            wrong[str(call)] = taken
    assert wrong == {}


def test_what_a_service_decides_by_it_reads_under_its_lock() -> None:
    """Who reads first and locks then decides by what another one has changed meanwhile."""
    early = {}
    for call in CALLS:
        taken = taken_by(call)
        before = [table for kind, table in taken[: next(i for i, step in enumerate(taken) if step[0] != "read")]]
        is_ours = call.service.__module__.startswith("tournaments.services")
        if is_ours and call.service not in WITHOUT and set(before) - MAY_READ_FIRST:
            early[str(call)] = before
    assert early == {}


def test_a_player_is_written_under_the_lock_of_his_club() -> None:
    wrong = {}
    for call in CALLS:
        taken = taken_by(call)
        if PLAYER in taken and CLUB not in taken[: taken.index(PLAYER)]:
            wrong[str(call)] = taken
    assert wrong == {}
