"""
`manage.py serve` on a full disk: the club can be read, and nothing is written until there is room.

SQLite opens no database there, not even to read it, unless it is told that nobody writes (`IS_READ_ONLY`).
"""

import contextlib
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, connections

from tarot_club.embedded.children import begin_again
from tarot_club.failures import LEAST_FREE, is_full

SECONDS_BETWEEN_LOOKS = 1


@contextlib.contextmanager
def reading_full_disk() -> Iterator[None]:
    """Start again read-only when this block meets a full disk. Raises CommandError when even that is impossible."""
    try:
        yield
    except (DatabaseError, OSError) as error:
        if not (settings.IS_EMBEDDED and is_full(error)):
            raise
        connections.close_all()
        if settings.IS_READ_ONLY or not is_whole(Path(connection.settings_dict["NAME"])):
            raise cannot_be_opened() from error
        begin_again(TAROT_CLUB_READ_ONLY="1")


def cannot_be_opened() -> CommandError:
    return CommandError(
        f"Le disque du dossier {settings.DATA_DIR} est plein : le club ne peut pas être ouvert. Rien n’est perdu. "
        "Libérez de la place, puis recommencez."
    )


def is_whole(database: Path) -> bool:
    """Return whether a database has everything in its own file: a read-only server does not read the log beside it."""
    log = database.with_name(f"{database.name}-wal")
    return database.exists() and not (log.exists() and log.stat().st_size)


class Room:
    """Takes the place of the worker in a read-only server: it ends the server once the disk has room."""

    def __init__(self) -> None:
        self.was_made = False
        self.stopping = Event()
        if settings.IS_READ_ONLY:
            Thread(target=self._watch, name="room", daemon=True).start()

    def ask_to_stop(self) -> None:
        self.stopping.set()

    stop = ask_to_stop

    def _watch(self) -> None:
        enough = _free() + LEAST_FREE
        while not self.stopping.wait(SECONDS_BETWEEN_LOOKS):
            if _free() >= enough:
                self.was_made = True
                os.kill(os.getpid(), signal.SIGTERM)
                return


def _free() -> int:
    return shutil.disk_usage(settings.DATA_DIR).free
