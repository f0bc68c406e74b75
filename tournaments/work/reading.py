"""
Reading of uploads: one at a time, and big ones in a child process with limited memory and time.

A request that waits gives its turn back to requests for pages. The child gets its task by standard input, and returns
the result by standard output.
"""

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.kit.turns import turn_left
from tournaments.refusals import Refusal
from tournaments.work.searches import NICENESS, ROOT, portable

T = TypeVar("T")

MOST_WAITING = 2  # beside the one that is read
SECONDS_TO_WAIT = 60
SECONDS, SECONDS_OF_PROCESSOR = 90, 30
MEBIBYTES = 240  # of which fifty for the program itself; an event of 2,000 players takes some 180
TOO_MUCH = 1  # exit status
CHILD = "import django; django.setup(); from tournaments.work.reading import answer; answer()"


class Slot:
    """The lock of the one reading in this process, and a flag of the thread that has it."""

    reading, places = threading.Lock(), threading.BoundedSemaphore(1 + MOST_WAITING)
    here = threading.local()
    is_child = False


def read_alone(read: Callable[..., T], *arguments: Any, is_small: bool) -> T:
    """
    Return `read(*arguments)`, one call at a time; in a child process unless `is_small`.

    Raises what `read` raises. Refuses when the memory or time limit is exceeded, and when two others wait already.
    Never call it within a transaction: it may take a minute.
    """
    if Slot.is_child:
        return read(*arguments)
    with _alone():
        return read(*arguments) if is_small else _apart(read, arguments)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    if getattr(Slot.here, "is_reading", False):
        yield  # a file of several
        return
    if not Slot.places.acquire(blocking=False):
        raise _busy()
    try:
        with turn_left():
            if not Slot.reading.acquire(timeout=SECONDS_TO_WAIT):
                raise _busy()
        Slot.here.is_reading = True
        try:
            yield
        finally:
            Slot.here.is_reading = False
            Slot.reading.release()
    finally:
        Slot.places.release()


def _apart(read: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    asked = pickle.dumps((translation.get_language(), read, arguments))
    try:
        with turn_left():
            done = subprocess.run(  # noqa: S603 - our own module
                [sys.executable, "-c", CHILD],
                cwd=ROOT,
                input=asked,
                stdout=subprocess.PIPE,
                check=False,
                timeout=SECONDS,
            )
    except subprocess.TimeoutExpired as late:
        raise too_much() from late
    if done.returncode:
        raise too_much()
    result, error = pickle.loads(done.stdout)  # noqa: S301 - made by our own process
    if error is not None:
        raise error
    return cast("T", result)


def too_much() -> Refusal:
    return Refusal(
        _(
            "Lire ce fichier demande trop de mémoire ou de temps : il contient bien plus qu’il ne faut. Rien n’en a "
            "été retenu. Gardez la seule feuille utile, sans lignes ni colonnes vides mises en forme."
        ),
        code="file_too_big",
    )


def _busy() -> Refusal:
    return Refusal(
        _("D’autres fichiers attendent déjà d’être lus : attendez une minute, puis envoyez le vôtre à nouveau."),
        code="files_waiting",
    )


def bound() -> None:
    """Limit the memory and the time of this process, where the system can; the parent limits the time in any case."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_DATA, (MEBIBYTES << 20, MEBIBYTES << 20))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_OF_PROCESSOR, SECONDS_OF_PROCESSOR))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def answer() -> None:
    """Read the task from the parent, and write the result or the error to the original standard output."""
    Slot.is_child = True
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing that is printed gets among it
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    bound()
    try:
        language, read, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301 - made by our own process
        with translation.override(language):
            try:
                told: tuple[Any, Exception | None] = (read(*arguments), None)
            except MemoryError:
                raise
            except Exception as error:  # noqa: BLE001 - it is raised again in the parent
                told = (None, portable(error))
        content = pickle.dumps(told)
    except MemoryError:
        os._exit(TOO_MUCH)
    output.write(content)
    output.close()
