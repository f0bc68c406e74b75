"""Which backups this site makes; one to be taken away in a browser is made beside it, sent once, and left nowhere."""

import tempfile
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from django.db import connection

from tarot_club.backups import moment, postgres, sqlite


def engine() -> ModuleType:
    """Return what backs up and restores a database of this site's kind."""
    return postgres if connection.vendor == "postgresql" else sqlite


def file_name() -> str:
    """Return the name of a backup made now, by which somebody knows it on a memory stick."""
    ending = "dump" if connection.vendor == "postgresql" else "sqlite3"
    return f"tarot-club-{moment()}.{ending}"


def taken_now() -> BinaryIO:
    """
    Return a backup made and read to its end, open for reading; the file goes when it is closed.

    Refuses what `back_up` refuses.
    """
    with tempfile.TemporaryDirectory(prefix="tarot-club-") as folder:
        file = Path(folder) / "sauvegarde"
        engine().back_up(file)
        return file.open("rb")  # an open file is read to its end though its name is gone
