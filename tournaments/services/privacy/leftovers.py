"""
What SQLite still holds of an erased person once his row says nothing: the pages of before, in the write-ahead log.

`secure_delete` of the settings overwrites what is freed in the database itself. PostgreSQL has its own care of both.
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
    Write the log into the database and cut it to nothing; return whether it is empty now. Outside a transaction.

    It stays as it is while a reader holds it.
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
    """Empty the log where somebody was erased since this process last did: a reader may have held it then."""
    last = Player.rows.aggregate(last=Max("erased_at"))["last"]
    if last is not None and _emptied_since.get("erasure") != last and empty_write_ahead_log():
        _emptied_since["erasure"] = last
