"""The migrations: what a first start makes, and what becomes of a database of before 0.1.0."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import migrations
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models.fields import NOT_PROVIDED

from scoring.labels import FAULTS
from tarot_club.backups import refuse_unless_ours
from tarot_club.upgrades import OURS, known_migrations
from tests.databases import FILE
from tests.refusals import refused
from tests.texts import plain

ROOT = Path(__file__).parent.parent
BEFORE = {old for replaced in known_migrations().values() for old in replaced}
LAST = ("scoring", "0022_decisions_are_applied")
TOO_OLD = (
    "Cette base de données est plus ancienne que la version 0.1.0. Démarrez-la une fois avec le commit qui précède "
    "«\u00a0Cut 0.1.0\u00a0»\u00a0: il la met à jour. Revenez ensuite à cette version. Rien n’a été changé."
)


def migrate(data: Path, *target: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py migrate` on the SQLite file of a data folder, up to a `target` (app, migration) if one is said."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return subprocess.run(
        [sys.executable, "manage.py", "migrate", *target],
        check=False,
        cwd=ROOT,
        env=kept | {"TAROT_CLUB_DATA": str(data), "DJANGO_SETTINGS_MODULE": "tarot_club.settings"},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def data(tmp_path: Path, migrated: Path) -> Path:
    """Return a data folder with a database of a first start."""
    if (migrated / FILE).exists():  # of a run on PostgreSQL there is no file
        shutil.copy(migrated / FILE, tmp_path)
    else:
        assert migrate(tmp_path).returncode == 0
    return tmp_path


def recorded(data: Path, *, without: tuple[str, str] | None = None) -> None:
    """Leave recorded what a database of the commit before 0.1.0 had, or all of it but one."""
    with closing(sqlite3.connect(data / FILE)) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app IN ('tournaments', 'scoring')")
        database.executemany(
            "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2026-11-20')", BEFORE - {without}
        )


def test_a_first_start_has_the_faults_that_every_club_starts_with(data: Path) -> None:
    with closing(sqlite3.connect(data / FILE)) as database:
        kinds = database.execute("SELECT name, points, club_id FROM scoring_penaltykind").fetchall()
    assert len(kinds) == 22
    assert {name for name, _points, _club in kinds} == set(FAULTS)  # else nobody finds their English
    assert {(points, club) for _name, points, club in kinds} == {(None, None)}


@pytest.mark.product
def test_a_database_of_the_commit_before_goes_on(tmp_path: Path) -> None:
    data = tmp_path
    for app in OURS:  # what is there: what 0.1.0 itself makes, and nothing that came since
        migrate(data, app, "0001_first_release")
    recorded(data)
    done = migrate(data)
    assert (done.returncode, "0001_first_release" in done.stdout) == (0, False), done.stderr
    with closing(sqlite3.connect(data / FILE)) as database:
        names = set(database.execute("SELECT app, name FROM django_migrations"))
    assert known_migrations().keys() - names == set()


@pytest.mark.product
def test_an_older_database_is_told_which_commit_to_start_first(data: Path) -> None:
    recorded(data, without=LAST)
    before = (data / FILE).read_bytes()
    done = migrate(data)
    assert (done.returncode, done.stderr.strip()) == (1, f"CommandError: {TOO_OLD}")
    assert (data / FILE).read_bytes() == before


def test_a_backup_of_the_commit_before_is_restored_and_an_older_one_is_not() -> None:
    file = Path("avant.dump")
    refuse_unless_ours(file, BEFORE, for_us=True)
    assert refused(refuse_unless_ours, file, BEFORE - {LAST}, for_us=True) == ("too_old", plain(TOO_OLD))
    refuse_unless_ours(file, BEFORE - {LAST}, for_us=False)  # it can be taken all the same


# What has come since 0.1.0 and the code before it does not bear: a site is stopped for these.
STOPPED_FOR = {
    ("scoring", "0002_balances_of_past_seasons"),
    ("tournaments", "0005_people_enter_from_home"),
    ("tournaments", "0007_leagues_have_the_rules"),
    ("tournaments", "0013_members_of_a_club"),
}
TAKES_AWAY = (migrations.RemoveField, migrations.RenameField, migrations.DeleteModel, migrations.RenameModel)


def what_the_old_code_does_not_bear(migration: Migration, before: ProjectState) -> list[str]:
    """Return what a migration takes from the code before it, or asks of the rows that it still writes."""
    found = []
    for operation in migration.operations:
        field = getattr(operation, "field", None)
        model = before.models.get((migration.app_label, getattr(operation, "model_name_lower", "")))
        if isinstance(operation, TAKES_AWAY):
            found.append(operation.describe())
        elif field is not None and model is not None:  # of a new table the old code knows nothing
            known, is_given = model.fields.get(operation.name), field.null or field.db_default is not NOT_PROVIDED
            if not (is_given or field.many_to_many) and (known is None or known.null):
                found.append(f"{operation.describe()}: neither NULL nor a db_default")
    return found


def test_the_version_before_bears_every_migration() -> None:
    """Web processes are replaced one by one: the old code runs on the new tables (docker/README.md)."""
    loader = MigrationLoader(None)
    broken = {
        name: found
        for name, migration in sorted(loader.disk_migrations.items())
        if name[0] in OURS
        and not name[1].startswith("0001_")
        and (found := what_the_old_code_does_not_bear(migration, loader.project_state(name, at_end=False)))
    }
    assert {name: broken[name] for name in broken.keys() - STOPPED_FOR} == {}
    assert STOPPED_FOR - broken.keys() == set()
