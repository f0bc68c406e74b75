"""Whether anything was committed to the SQLite database since the last look, asked of SQLite itself."""

import sqlite3
from functools import cache
from pathlib import Path
from threading import Lock

from django.db import DEFAULT_DB_ALIAS, connections

_ASKING = Lock()


def data_version() -> int | None:
    """
    Return a number that every commit changes before it is acknowledged; None when only a query of the page's own can
    tell: on PostgreSQL, of a database in memory, and inside a transaction, which sees what it has not committed yet.

    SQLite counts for each connection what the others commit (https://www.sqlite.org/pragma.html#pragma_data_version),
    so a process asks by one that never writes, whichever of its threads it is.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "sqlite" or database.in_atomic_block:
        return None
    with _ASKING:
        try:
            [(version,)] = _connection(str(database.settings_dict["NAME"])).execute("PRAGMA data_version")
        except sqlite3.Error:
            return None
    return int(version)


@cache
def _connection(name: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{Path(name).absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
