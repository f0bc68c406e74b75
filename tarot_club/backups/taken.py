"""Which kind of backup this site makes, and a backup to download: made beside, sent once, and deleted."""

import tempfile
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from django.db import connection

from tarot_club.backups import moment, postgres, sqlite


def engine() -> ModuleType:
    """Return the module that backs up and restores this site's kind of database."""
    return postgres if connection.vendor == "postgresql" else sqlite


def file_name() -> str:
    """Return the name of a backup made now, by which a person recognises it on a memory stick."""
    ending = "dump" if connection.vendor == "postgresql" else "sqlite3"
    return f"tarot-club-{moment()}.{ending}"


def taken_now() -> BinaryIO:
    """
    Return a new, checked backup, open for reading. The file is deleted when it is closed.

    Refuses what `back_up` refuses.
    """
    with tempfile.TemporaryDirectory(prefix="tarot-club-") as folder:
        file = Path(folder) / "sauvegarde"
        engine().back_up(file)
        return file.open("rb")  # an open file is read to its end though its name is gone
