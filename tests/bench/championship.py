"""A championship over HTTP: every table enters its donnes at once, spectators poll; the judge has the last word."""

import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Figure, p95
from tests.bench.served import crowd, served_evening

LONGEST = 1800  # seconds
OPEN = """
import json
from tournaments.models import Table, Tournament
from tournaments.queries.pages.table_codes import token_of
Tournament.objects.update(entry_at_tables=True)
tournament = Tournament.objects.get()
tables = Table.objects.filter(round__tournament=tournament).order_by("number")
print(json.dumps([token_of(table, tournament) for table in tables]))
"""
WRITTEN = """
from scoring.models import SheetLine
print(SheetLine.objects.filter(current=True).count(), SheetLine.objects.count())
"""
BARE = """
import time
from django.db import connection, transaction
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE bare (number integer, text varchar(400))")
    ends, count = time.monotonic() + 5, 0
    while time.monotonic() < ends:
        with transaction.atomic():
            cursor.execute("INSERT INTO bare VALUES (%s, %s)", [count, "x" * 400])
        count += 1
    cursor.execute("DROP TABLE bare")
print(count / 5)
"""
JUDGED = "from django.core.management import call_command; call_command('check_results')"


def championship(
    *, donnes: int = 10_000, tables: int = 250, spectators: int = 500, like: Path | None = None
) -> Iterator[Figure]:
    """Yield the figures of so many donnes that so many tables enter at once."""
    with served_evening(players=4 * tables, rounds=1, like=like) as served:
        tokens = served.server.data / "tokens.json"
        tokens.write_text(served.server.manage(OPEN))
        bare = float(served.server.manage(BARE))
        began, used = time.monotonic(), served.seconds_of_processor
        hall = {"TOKENS": tokens, "DONNES": donnes}
        told = crowd(served, phones=spectators, tables=tables, position=1, seconds=LONGEST, **hall)
        lasted, used = time.monotonic() - began, served.seconds_of_processor - used
        errors = sum(figures["num_failures"] for figures in told.values())
        yield Figure(f"{tables} tables à la fois, {spectators} spectateurs : erreurs ou pages d’avant", errors, "", 0)
        current, written = map(int, served.server.manage(WRITTEN).split())
        again = told["sent again"]["num_requests"] if "sent again" in told else 0
        yield Figure("  donnes envoyées à nouveau, faute de plusieurs adresses", again, "")
        yield Figure("  donnes écrites deux fois", written - current, "", 0)
        yield Figure("  donnes écrites", current, "", donnes, least=True)
        yield Figure("  donnes par seconde", current / lasted, "/s")
        yield Figure("    soit, des écritures nues de la même base", 100 * current / lasted / bare, "%")
        for name, words in (("donne", "donne"), ("page", "lecture")) if "page" in told else ():
            yield Figure(f"  attente d’une {words}, p95", p95(_times(told[name])), "ms")
        yield Figure("  processeur du serveur", used / lasted, "cœur")
        served.server.manage(JUDGED)  # raises when a figure differs
        yield Figure("  chiffres qui diffèrent de leur feuille", 0, "", 0)


def _times(figures: dict[str, dict[str, int]]) -> list[float]:
    """Return how long each answer took, in milliseconds."""
    return [float(wait) for wait, times in figures["response_times"].items() for _time in range(times)]
