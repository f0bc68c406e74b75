"""
The test databases: the tables are made once, by the migrations, and copied for every process.

The migrations take seconds of the processor; a copy takes none. On SQLite what they made is kept between runs, under
a digest of the migrations; on PostgreSQL it is made once a run. It is a data folder like a server's, in which nobody
has an account yet, so that a server under test can begin with a copy of it too (`Serving(…, like=…)`).
"""

import hashlib
import os
import shutil
import tempfile
import time
from pathlib import Path

import django
import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import setup_databases, teardown_databases

from tests.tarot_club import serving

FILE = "tarot_club.sqlite3"  # of a data folder

# Written once, when the tables are made.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}

MONTH = 30 * 24 * 3600  # seconds


def migrated_once(folders: pytest.TempPathFactory) -> Path:
    """Return the data folder with nothing but the tables; the database must be open to the process."""
    return serving.built_once(folders, "migrated", _migrate)


def set_up(migrated: Path) -> list[tuple[BaseDatabaseWrapper, str, bool]]:
    """Give this process a database for its tests, and return what Django takes it away with."""
    name = connection.creation._get_test_db_name()
    if connection.vendor == "sqlite":
        shutil.copy(migrated / FILE, name)
    else:
        serving.drop_database(name)
        serving.copy_database(serving.database_of(migrated), name)
    return setup_databases(verbosity=0, interactive=False, keepdb=True, serialized_aliases=())


def clear() -> None:
    """
    Delete what a test committed.

    Django would truncate every table and write its content types and permissions again: on PostgreSQL that takes a
    second, and a test leaves rows in a few of them.
    """
    tables = {*connection.introspection.django_table_names()} - KEPT
    quoted = [connection.ops.quote_name(table) for table in sorted(tables)]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in quoted))
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {table}")


def kept_file() -> Path:
    """Return where the SQLite file is kept of the tables that today's migrations make, whether or not it is there."""
    digest = hashlib.sha256(django.__version__.encode())
    for folder in sorted(Path(app.path) / "migrations" for app in apps.get_app_configs()):
        for path in sorted(folder.glob("*.py")):
            digest.update(b"%s/%s" % (folder.parent.name.encode(), path.name.encode()) + path.read_bytes())
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "tarot-club-tests" / f"{digest.hexdigest()[:20]}.sqlite3"


def _migrate(data: Path) -> None:
    """Leave the tables in this data folder: a copy of what was kept, or made in a test database of this process."""
    data.mkdir()
    if connection.vendor == "sqlite" and (kept := kept_file()).exists():
        os.utime(kept)  # it is in use
        shutil.copy(kept, data / FILE)
        return
    before = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
    name = connection.settings_dict["NAME"]
    connection.close()  # nothing is left beside the file, and PostgreSQL copies only what nobody reads
    if connection.vendor == "sqlite":
        shutil.copy(name, data / FILE)
        _keep(data / FILE)
    else:
        serving.keep_database(data, like=name)
    teardown_databases(before, verbosity=0)


def _keep(file: Path) -> None:
    """Keep a file with the tables for the runs to come, whole or not at all, and drop those unused for a month."""
    kept = kept_file()
    kept.parent.mkdir(parents=True, exist_ok=True)
    for other in kept.parent.glob("*.sqlite3"):
        if other.stat().st_mtime < time.time() - MONTH:
            other.unlink(missing_ok=True)
    with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as whole:
        whole.write(file.read_bytes())
    Path(whole.name).replace(kept)  # another run may read, or keep the same
