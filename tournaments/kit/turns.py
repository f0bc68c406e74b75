"""
The turns of a web process that answer readers: few, for they fight for the interpreter (`tarot_club/embedded`).

Who waits for something else, a process of its own or his place in a line, leaves his turn meanwhile. No Django here.
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
    """Take one of these turns in this thread, for this block."""
    turns.acquire()
    _taken.turns = turns
    try:
        yield
    finally:
        del _taken.turns
        turns.release()


@contextmanager
def turn_left() -> Iterator[None]:
    """Leave this thread's turn to others in this block; does nothing where there are none."""
    turns: TurnTaker | None = getattr(_taken, "turns", None)
    if turns is None:
        yield
        return
    turns.release()
    try:
        yield
    finally:
        turns.acquire()
