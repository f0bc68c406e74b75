"""
Whether anything was committed to the SQLite database since the last look, without a query.

A database in WAL mode has a file `…-shm` beside it, shared by all who use it. It begins with a header that every commit
changes before it is acknowledged; SQLite itself compares it at each query, to know whether what it has read is still so
(https://www.sqlite.org/walformat.html#the_wal_index_header). A query gives the interpreter to another thread and waits
to have it back, which takes a busy server five times as long as the query; this comparison does not.
"""

import os
import sqlite3
import sys
from mmap import ACCESS_READ, mmap
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections

COPY = 48  # bytes of the header, which stands there twice: two that differ are being written
VERSION = (3_007_000).to_bytes(4, sys.byteorder)  # of its format, which it begins with


class WalIndex(NamedTuple):
    """The header, and what keeps it where it is: the file stays the same one as long as a connection is open."""

    header: mmap
    connection: sqlite3.Connection


def committed_state() -> bytes | None:
    """
    Return bytes that every commit changes; None when only a query can tell.

    That is on PostgreSQL, of a database in memory, and inside a transaction, which sees what it has not committed yet.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "sqlite" or database.in_atomic_block:
        return None
    index = _index_of(str(database.settings_dict["NAME"]))
    if index is None:
        return None
    header = index.header[:COPY]
    return header if header == index.header[COPY : 2 * COPY] and header.startswith(VERSION) else None


# Never closed: to close a file takes away every lock that this process has on it (POSIX), SQLite's own among them.
_OPENED: dict[str, WalIndex | None] = {}
_OPENING = Lock()


def _index_of(name: str) -> WalIndex | None:
    if name not in _OPENED:
        with _OPENING:
            if name not in _OPENED:
                _OPENED[name] = _open(name)
    return _OPENED[name]


def _open(name: str) -> WalIndex | None:
    """Map the header of a database’s index; None where there is none."""
    try:
        connection = sqlite3.connect(f"{Path(name).absolute().as_uri()}?mode=rw", uri=True, check_same_thread=False)
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()  # from now on it uses the index
        return WalIndex(mmap(os.open(f"{name}-shm", os.O_RDONLY), 2 * COPY, access=ACCESS_READ), connection)
    except (OSError, ValueError, sqlite3.Error):
        return None
