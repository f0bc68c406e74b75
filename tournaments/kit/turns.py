"""
Turns: the limited number of threads of a web process that answer at a time, because they share one interpreter
(`tarot_club/embedded`).

A thread that waits for another process or for a place in a queue gives its turn back meanwhile. No Django here.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class TurnTaker(Protocol):
    def acquire(self) -> bool: ...

    def release(self) -> None: ...


_taken = threading.local()


@contextmanager
def turn_of(turns: TurnTaker) -> Iterator[None]:
    """Hold one of these turns in this thread, for this block."""
    turns.acquire()
    _taken.turns = turns
    try:
        yield
    finally:
        del _taken.turns
        turns.release()


@contextmanager
def turn_left() -> Iterator[None]:
    """Give this thread's turn back for this block; does nothing in a thread without a turn."""
    turns: TurnTaker | None = getattr(_taken, "turns", None)
    if turns is None:
        yield
        return
    turns.release()
    try:
        yield
    finally:
        turns.acquire()
