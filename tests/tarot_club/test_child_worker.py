"""The worker that `manage.py serve` keeps beside itself."""

import multiprocessing
import threading
from typing import Any

import pytest

from tarot_club.embedded.worker import ChildWorker


class Child:
    """A process that ends when it is told to, and counts how often it was."""

    def __init__(self, **_how: Any) -> None:
        self.ended = threading.Event()
        self.times_told = 0

    def start(self) -> None:
        self.ended.clear()

    def join(self, seconds: float | None = None) -> None:
        self.ended.wait(seconds)

    def terminate(self) -> None:
        self.times_told += 1
        self.ended.set()

    def kill(self) -> None:
        self.ended.set()


def test_it_is_told_once_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second signal on the heels of the first has celery wait for itself: now and then an end took twenty seconds."""
    monkeypatch.setattr(multiprocessing, "Process", Child)
    worker = ChildWorker()
    worker.ask_to_stop()
    worker.stop()
    assert isinstance(worker.child, Child)
    assert worker.child.times_told == 1
