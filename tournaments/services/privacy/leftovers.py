"""
Deletes what SQLite still holds of an erased player: old pages in its write-ahead log.

`secure_delete` in the settings overwrites freed pages in the database file itself. PostgreSQL does both by itself.
"""

from datetime import datetime

from django.db import connection
from django.db.models import Max

from tournaments.models import Player

# How long writers wait at most while a reader still reads the log (milliseconds): the worker tries again.
PATIENCE = 200
_emptied_since: dict[str, datetime] = {}  # by "erasure": the last one after which this process emptied the log


def empty_write_ahead_log() -> bool:
    """
    Write SQLite's write-ahead log into the database and empty it; return whether it is empty now, True on PostgreSQL.

    Call it outside a transaction. While a reader holds the log, the log stays.
    """
    if connection.vendor != "sqlite":
        return True
    waits = int(connection.settings_dict["OPTIONS"].get("timeout", 5) * 1000)
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (is_held, _pages, _written) = cursor.fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {waits}")
    return not is_held


def empty_after_erasures() -> None:
    """Empty the write-ahead log if a player was erased since this process last did: a reader may have held it."""
    last = Player.rows.aggregate(last=Max("erased_at"))["last"]
    if last is not None and _emptied_since.get("erasure") != last and empty_write_ahead_log():
        _emptied_since["erasure"] = last
