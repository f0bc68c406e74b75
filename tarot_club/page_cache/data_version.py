"""Asks SQLite whether anything was committed to the database since the last look."""

import sqlite3
from functools import cache
from pathlib import Path
from threading import Lock

from django.db import DEFAULT_DB_ALIAS, connections

_ASKING = Lock()


def data_version() -> int | None:
    """
    Return a number that every commit changes. None when SQLite cannot tell: on PostgreSQL, for a database in memory,
    and in a transaction, which sees its own uncommitted changes.

    SQLite counts, for each connection, the commits of others (https://www.sqlite.org/pragma.html#pragma_data_version).
    So a process asks on a connection that never writes, in whichever thread.
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
