"""The migrations: a first start and a chain of upgrades make the same tables and write the same rows."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent

# In a process of its own: migrations that write rows write them into the default database.
MIGRATE = """
import json, sys
import django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from scoring.models import PenaltyKind
done = []

def applied(step, migration=None, _fake=False):
    if step == "apply_success":
        done.append(migration.name)

executor = MigrationExecutor(connection, applied)
if sys.argv[1] == "chain":
    executor.loader.replace_migrations = False
    executor.loader.build_graph()
# Without replacing, the quick ones stay in the graph beside the chain, and nothing follows them.
targets = [node for node in executor.loader.graph.leaf_nodes() if sys.argv[1] == "quick" or "_squashed_" not in node[1]]
executor.migrate(targets)
with connection.cursor() as cursor:
    cursor.execute("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    schema = cursor.fetchall()
kinds = sorted(PenaltyKind.objects.values_list("club", "code", "name", "points"))
print(json.dumps({"schema": schema, "kinds": kinds, "applied": done}))
"""


def migrated(folder: Path, way: str) -> dict[str, Any]:
    """Return what a fresh SQLite file holds that was migrated by the `chain`, or by the `quick` first migrations."""
    given = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    (folder / way).mkdir()
    answer = subprocess.run(
        [sys.executable, "-c", MIGRATE, way],
        check=False,
        cwd=ROOT,
        env=given | {"TAROT_CLUB_DATA": str(folder / way), "DJANGO_SETTINGS_MODULE": "tarot_club.settings"},
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def parts(sql: str) -> list[str]:
    """Return a statement as its columns and constraints, sorted: in which order they were added says nothing."""
    inside: list[str] = [""]
    depth = 0
    for letter in sql:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 1:
            inside.append("")
        else:
            inside[-1] += letter
    head, _bracket, inside[0] = inside[0].partition("(")
    inside[-1] = inside[-1].rstrip().removesuffix(")")
    return [head.strip(), *sorted(part.strip() for part in inside)]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any]]:
    folder = tmp_path_factory.mktemp("migrations")
    return migrated(folder, "quick"), migrated(folder, "chain")


def test_a_first_start_makes_the_tables_that_the_upgrades_make(
    both: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    quick, chain = ({(kind, name, of): parts(sql) for kind, name, of, sql in done["schema"]} for done in both)
    assert quick.keys() == chain.keys()
    assert {key: (quick[key], chain[key]) for key in quick if quick[key] != chain[key]} == {}
    assert len(quick) > 100


def test_a_first_start_writes_the_rows_that_the_upgrades_write(
    both: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    quick, chain = both
    assert quick["kinds"] == chain["kinds"]
    assert len(quick["kinds"]) > 10


def test_the_two_ways_are_two(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """Otherwise the chain was compared with itself."""
    quick, chain = ({name for name in done["applied"] if "_squashed_" in name} for done in both)
    assert len(quick) == 2
    assert chain == set()
