"""The migrations: a database of every age becomes what a first start makes, with the rows it had."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.labels import FAULTS
from tests.databases import FILE

ROOT = Path(__file__).parent.parent
AGES = ("before the squash", "since")  # by the names of its first migrations: those that were replaced alone, or all

# In a process of its own: migrations that write rows write them into the default database. `old` leaves one
# of before, an age gives a copy of it the names recorded then and migrates it, `new` makes what a database lacks: all
# of it, or nothing where the run made its tables before.
MIGRATE = """
import json, sys
import django
django.setup()
from datetime import UTC, datetime
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from scoring.models import PenaltyKind
from tournaments.models import Job, Player, Season, Seat, Tournament

def write_rows(apps):
    model = lambda name: apps.get_model("tournaments", name)
    at = datetime(2026, 1, 10, tzinfo=UTC)
    club = model("Club").objects.create(name="Club", slug="club")
    model("Season").objects.bulk_create(
        [model("Season")(club=club, name=str(number), starts_on=at.date(), ends_on=at.date()) for number in range(3000)]
    )
    tournament = model("Tournament").objects.create(club=club, name="Concours", date=at.date())
    players = model("Player").objects.bulk_create(
        [model("Player")(club=club, last_name=f"Nom{number}") for number in range(3000)]
    )
    entries = model("Registration").objects.bulk_create(
        [model("Registration")(tournament=tournament, player=player, start_number=number)
         for number, player in enumerate(players, start=1)]
    )
    round_ = model("Round").objects.create(tournament=tournament, number=1, published_at=at)
    tables = model("Table").objects.bulk_create(
        [model("Table")(round=round_, number=number) for number in range(1, 750)]
    )
    model("Seat").objects.bulk_create(
        [model("Seat")(round=round_, registration=entry, table=tables[index // 4] if index < 2996 else None,
                       position=index % 4 if index < 2996 else None) for index, entry in enumerate(entries)]
    )
    model("Job").objects.create(kind="tirage", tournament=tournament, state="en_cours", asked_at=at, heartbeat_at=at)

recorder = MigrationRecorder(connection)
if sys.argv[1] == "old":
    first = ("tournaments", "0002_wishes_and_seat_changes")
    recorder.record_applied(*first)  # so that the tables are made one migration after the other, as they were
    executor = MigrationExecutor(connection)
    recorder.record_unapplied(*first)
    del executor.loader.applied_migrations[first]
    old = [("tournaments", "0005_journal_words"), ("scoring", "0006_a_fault_may_say_it_all")]
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] not in dict(old)]
    state = executor.migrate(old + others)
    write_rows(state.apps)
    sys.exit()
if sys.argv[1] != "new":
    recorder.record_applied("tournaments", "0001_initial")
    if sys.argv[1] == "before the squash":
        recorder.record_unapplied("scoring", "0001_squashed_0003_baremes_and_records")
    else:
        recorder.record_applied("tournaments", "0001_squashed_0002_wishes_and_seat_changes")
call_command("migrate", verbosity=0)
call_command("migrate", check_unapplied=True, verbosity=0)
with connection.cursor() as cursor:
    cursor.execute("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    schema = cursor.fetchall()
print(json.dumps({
    "schema": schema,
    "kinds": sorted(PenaltyKind.objects.values_list("club", "code", "name", "points")),
    "chairs": list(Seat.objects.order_by("pk").values_list("table__number", "chair")),
    "states": list(Tournament.objects.values_list("state", "is_trial")),
    "searched": list(Player.objects.order_by("pk").values_list("search_text", flat=True)),
    "ages": list(Season.objects.values_list("youth_until_age", "veteran_from_age")),
    "running": Job.objects.filter(heartbeat_at__isnull=False).count(),
}))
"""


def migrate(data: Path, age: str) -> str:
    """Run MIGRATE on the SQLite file of a data folder, and return what it prints."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    answer = subprocess.run(
        [sys.executable, "-c", MIGRATE, age],
        check=False,
        cwd=ROOT,
        env=kept | {"TAROT_CLUB_DATA": str(data), "DJANGO_SETTINGS_MODULE": "tarot_club.settings"},
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


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


def schema_of(database: dict[str, Any]) -> dict[tuple[str, str, str], list[str]]:
    return {(kind, name, table): parts(sql) for kind, name, table, sql in database["schema"]}


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> dict[str, Any]:
    data = tmp_path_factory.mktemp("new")
    if (migrated / FILE).exists():  # a copy, or the other processes of the run would find it written to
        shutil.copy(migrated / FILE, data)
    return json.loads(migrate(data, "new"))


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder of a database of before, to be copied."""
    data = tmp_path_factory.mktemp("before")
    migrate(data, "old")
    return data


@pytest.mark.product
@pytest.mark.xdist_group("migrations")
@pytest.mark.parametrize("age", AGES)
def test_a_database_of_before_becomes_what_a_first_start_makes(
    age: str, new: dict[str, Any], before: Path, tmp_path: Path
) -> None:
    data = shutil.copytree(before, tmp_path / "data")
    old = json.loads(migrate(data, age))
    made, upgraded = schema_of(new), schema_of(old)
    assert made.keys() == upgraded.keys()
    assert {key: (made[key], upgraded[key]) for key in made if made[key] != upgraded[key]} == {}
    assert len(made) > 100
    assert old["kinds"] == new["kinds"]
    assert len(new["kinds"]) == 22
    assert {name for _club, _code, name, _points in new["kinds"]} == set(FAULTS)  # else nobody finds their English
    assert old["chairs"] == [[index // 4 + 1, index % 4] for index in range(2996)] + [[None, None]] * 4
    assert old["states"] == [["ouvert", False]]
    assert old["searched"] == [f" nom{number}" for number in range(3000)]
    assert old["ages"] == [[None, None]] * 3000  # none is invented
    assert old["running"] == 1
