"""Two writers step by step on PostgreSQL: one holds a row, a service comes to wait for it, then both go on."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Queue

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.db.models import Model

from tests.tarot_club.serving import wait_until
from tournaments.refusals import Refusal

Act = Callable[[], object]


def nothing() -> None:
    pass


def while_waiting(act: Act, *, on: Model, look: Act = nothing, meanwhile: Act = nothing) -> tuple[object, object]:
    """
    Hold the row `on` until `act` waits for it; return what `look` said then, and what `act` answered in the end.

    `meanwhile` is what the holder writes before it commits. Fails when `act` does not wait for the row. A refusal is an
    answer like another.
    """
    processes: Queue[int] = Queue()
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            lock(on)
            answer = threads.submit(_answered, act, processes)
            if not _waits(processes.get(), answer):
                pytest.fail(f"nobody waited for {on!r}: {answer.result(0) if answer.done() else 'still at work'}")
            seen = look()
            meanwhile()
        return seen, answer.result()


def lock(row: Model, *, nowait: bool = False) -> None:
    """Lock a row as the services do."""
    type(row).objects.select_for_update(of=("self",), no_key=True, nowait=nowait).get(pk=row.pk)


def is_free(row: Model) -> bool:
    """Return whether a third writer could lock this row now."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(_locked_at_once, row).result()


def _waits(process: int, answer: Future[object]) -> bool:
    """Return whether this process of the server comes to wait for a lock that we hold."""

    def is_blocked() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid() = ANY(pg_blocking_pids(%s))", [process])
            return bool(cursor.fetchone()[0])

    return wait_until(lambda: answer.done() or is_blocked()) and not answer.done()


def _answered(act: Act, processes: Queue[int]) -> object:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            processes.put(cursor.fetchone()[0])
        return act()
    except Refusal as refusal:
        return refusal.code
    finally:
        connections.close_all()


def _locked_at_once(row: Model) -> bool:
    try:
        with transaction.atomic():
            lock(row, nowait=True)
    except OperationalError:
        return False
    else:
        return True
    finally:
        connections.close_all()
