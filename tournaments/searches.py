"""
A search in a process of its own: the pages and the PDFs keep the interpreter to themselves, and a search that hangs can
be ended.

The child is plain Python without Django: it gets a function of `tournaments.seating` with its arguments, and sends back
how far it is, then the result. It ends when its parent does, whose end of the pipe closes. `python -m
tournaments.searches` is that child.
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

T = TypeVar("T")

SECONDS_BETWEEN_SIGNS = 0.5
NICENESS = 5  # a machine of two cores goes on answering its pages
ROOT = Path(__file__).resolve().parent.parent


class Search(Protocol):
    """How a function of `tournaments.seating` is called: here, or in a child."""

    def __call__(
        self,
        function: Callable[..., T],
        *args: Any,
        progress: Callable[[int], None],
        better: Callable[[int, int], None],
        enough: Callable[[], bool],
        **options: Any,
    ) -> T: ...


class SearchLostError(Exception):
    """The child ended without a result: something killed it."""


class SearchStuckError(Exception):
    """The child made no step for longer than it may."""


def in_this_process(function: Callable[..., T], *args: Any, **options: Any) -> T:
    """Return what the function returns; nothing can end it but its own callbacks."""
    return function(*args, **options)


def in_a_child(
    function: Callable[..., T],
    *args: Any,
    progress: Callable[[int], None],
    better: Callable[[int, int], None],
    enough: Callable[[], bool],
    ceiling: float,
    **options: Any,
) -> T:
    """
    Return what the function returns in a child process, whose exceptions are raised here.

    `progress` hears the percentage about twice a second, also while the child is silent, so that it can raise to end
    the search. Raises SearchStuckError after `ceiling` seconds without a step, SearchLostError when the child is gone.
    """
    ours, theirs = Pipe()
    with ours, theirs:
        child = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "tournaments.searches", str(theirs.fileno())],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )
        theirs.close()
        try:
            ours.send((function, args, options))
            return cast("T", _follow(ours, progress, better, enough, ceiling))
        except (EOFError, ConnectionError) as lost:
            raise SearchLostError from lost
        finally:
            child.kill()
            child.wait()


def _follow(
    pipe: Connection,
    progress: Callable[[int], None],
    better: Callable[[int, int], None],
    enough: Callable[[], bool],
    ceiling: float,
) -> Any:
    """Return the child's result, passing on what it says and what it is asked."""
    percent, best, is_told, last_step = 0, None, False, time.monotonic()
    while True:
        if pipe.poll(SECONDS_BETWEEN_SIGNS):
            message, *said = pipe.recv()
            if message == "result":
                return said[0]
            if message == "error":
                raise said[0]
            last_step = time.monotonic()
            percent, news = said
            if news is not None and news != best:
                best = news
                better(*news)
        elif time.monotonic() - last_step > ceiling:
            raise SearchStuckError
        progress(percent)
        if not is_told and enough():
            pipe.send("enough")
            is_told = True


class _Child:
    """The search under way, in the child: what it says to its parent."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe
        self.has_enough = Event()
        self.percent = 0
        self.best: tuple[int, int] | None = None
        self.last_sign = time.monotonic()

    def run(self) -> None:
        function, args, options = self.pipe.recv()
        Thread(target=self._listen, name="parent", daemon=True).start()
        try:
            result = function(
                *args,
                progress=self.progress,
                better=self.better,
                stop=self.step,
                enough=self.has_enough.is_set,
                **options,
            )
        except Exception as error:  # noqa: BLE001 - it is raised again in the parent
            self.pipe.send(("error", _portable(error)))
        else:
            self.pipe.send(("result", result))

    def progress(self, percent: int) -> None:
        self.percent = percent
        self.sign()

    def better(self, repeats: int, bound: int) -> None:
        self.best = (repeats, bound)

    def step(self) -> bool:
        """Say from time to time that it goes on. Never asks to stop: who wants that ends the process."""
        if time.monotonic() - self.last_sign >= SECONDS_BETWEEN_SIGNS:
            self.sign()
        return False

    def sign(self) -> None:
        self.last_sign = time.monotonic()
        self.pipe.send(("step", self.percent, self.best))

    def _listen(self) -> None:
        try:
            while True:
                self.pipe.recv()
                self.has_enough.set()
        except (EOFError, OSError):
            os._exit(1)  # nobody waits for the result any more


def _portable(error: Exception) -> Exception:
    """Return an exception that the parent can make again, with its trace."""
    error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - made here
    except Exception:  # noqa: BLE001 - whatever an exception of a library may do
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


if __name__ == "__main__":
    os.nice(NICENESS)
    _Child(Connection(int(sys.argv[1]))).run()
