"""
A search in a child process: it does not slow down pages and PDFs, and one that hangs can be killed.

The child is plain Python without Django: it gets a function of `tournaments.seating` with its arguments, and sends back
its progress, then the result. It ends when its parent does, because the pipe closes. `python -m
tournaments.work.searches` starts the child.
"""

import os
import pickle
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread
from typing import Any, Protocol, TypeVar, cast

from tournaments.seating import Monitor

T = TypeVar("T")

SECONDS_BETWEEN_STEPS = 0.5
NICENESS = 5  # a machine of two cores goes on answering its pages
ROOT = Path(__file__).resolve().parents[2]


class Search(Protocol):
    """How a function of `tournaments.seating` is called: in this process, or in a child."""

    def __call__(self, function: Callable[..., T], *args: Any, monitor: Monitor, **options: Any) -> T: ...


class SearchLostError(Exception):
    """The child ended without a result: something killed it."""


class SearchStuckError(Exception):
    """The child reported no progress for longer than allowed."""


def in_this_process(function: Callable[..., T], *args: Any, **options: Any) -> T:
    """Call the function in this process; only its own monitor can stop it."""
    return function(*args, **options)


def in_a_child(function: Callable[..., T], *args: Any, monitor: Monitor, ceiling: float, **options: Any) -> T:
    """
    Call the function in a child process; its exceptions are raised here.

    The monitor gets the percentage about twice a second, also while the child is silent, so that it can cancel the
    search. Raises SearchStuckError after `ceiling` seconds without progress, SearchLostError when the child is gone.
    """
    ours, theirs = Pipe()
    with ours, theirs:
        child = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "tournaments.work.searches", str(theirs.fileno())],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )
        theirs.close()
        try:
            ours.send((function, args, options))
            return cast("T", _follow(ours, monitor, ceiling))
        except (EOFError, ConnectionError) as lost:
            raise SearchLostError from lost
        finally:
            child.kill()
            child.wait()


def _follow(pipe: Connection, monitor: Monitor, ceiling: float) -> Any:
    """Return the child's result; until then, pass its reports to the monitor, and the monitor's answers back."""
    percent, best, is_stopping, last_step = 0, None, False, time.monotonic()
    while True:
        if pipe.poll(SECONDS_BETWEEN_STEPS):
            message, *values = pipe.recv()
            if message == "result":
                return values[0]
            if message == "error":
                raise values[0]
            last_step = time.monotonic()
            percent, better = values
            if better is not None and better != best:
                best = better
                monitor.found(*better)
        elif time.monotonic() - last_step > ceiling:
            raise SearchStuckError
        monitor.report(percent)
        if not is_stopping and monitor.should_stop():
            pipe.send("stop")
            is_stopping = monitor.stopped_early = True


class PipeMonitor(Monitor):
    """The child's monitor: it sends each new percentage to the parent, and a sign of life twice a second."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe
        self.stop = Event()
        self.best: tuple[int, int] | None = None
        self.percent, self.last_step = -1, time.monotonic()
        Thread(target=self._listen, name="parent", daemon=True).start()

    def report(self, percent: int) -> None:
        if percent != self.percent or time.monotonic() - self.last_step >= SECONDS_BETWEEN_STEPS:
            self.percent, self.last_step = percent, time.monotonic()
            self.pipe.send(("step", percent, self.best))

    def found(self, repeats: int, bound: int) -> None:
        self.best = (repeats, bound)

    def should_stop(self) -> bool:
        return self.stop.is_set()

    def _listen(self) -> None:
        try:
            while True:
                self.pipe.recv()
                self.stop.set()
        except (EOFError, OSError):
            os._exit(1)  # nobody waits for the result any more


def _search(pipe: Connection) -> None:
    """Do, in the child, what the parent asks, and send back the result or the error."""
    function, args, options = pipe.recv()
    try:
        result = function(*args, monitor=PipeMonitor(pipe), **options)
    except Exception as error:  # noqa: BLE001 - it is raised again in the parent
        pipe.send(("error", portable(error)))
    else:
        pipe.send(("result", result))


def portable(error: Exception) -> Exception:
    """Return an exception that can be pickled, with its trace."""
    error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - made here
    except Exception:  # noqa: BLE001 - whatever an exception of a library may do
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


if __name__ == "__main__":
    os.nice(NICENESS)
    _search(Connection(int(sys.argv[1])))
