"""Calls at the same time, each in a thread with a connection of its own."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

from django.db import connections

from tournaments.refusals import Refusal

TURNS = 20


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in as many threads, started together; a refusal is an answer like another."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return call()
        except Refusal as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def again_and_again(*calls: Callable[[int], object]) -> None:
    """
    Run each call `TURNS` times in a thread of its own, all started together; a refusal is an answer like another.

    A fixed number: SQLite's lock is not fair, and who goes on until the others have had theirs may keep them from it.
    """
    barrier = Barrier(len(calls))

    def run(call: Callable[[int], object]) -> int:
        barrier.wait()
        try:
            for turn in range(1, TURNS + 1):
                with suppress(Refusal):
                    call(turn)
        finally:
            connections.close_all()
        return turn

    with ThreadPoolExecutor(len(calls)) as threads:
        assert list(threads.map(run, calls)) == [TURNS] * len(calls)


def codes(answers: Iterable[object]) -> list[str]:
    """Return the codes of those that were refused."""
    return [answer.code for answer in answers if isinstance(answer, Refusal)]
