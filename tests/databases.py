"""
The test databases: the tables are made once a run, by the migrations, and copied for every process.

The migrations take seconds of the processor; a copy takes none. What they make is a data folder like a server's, in
which nobody has an account yet, so that a server under test can begin with a copy of it too (`Serving(…, like=…)`).
"""

import shutil
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import setup_databases, teardown_databases

from tests.tarot_club import serving

FILE = "tarot_club.sqlite3"  # of a data folder

# Written once, when the tables are made.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


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


def _migrate(data: Path) -> None:
    """Make the tables in a test database of this process, and leave a copy in this data folder."""
    before = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
    name = connection.settings_dict["NAME"]
    connection.close()  # nothing is left beside the file, and PostgreSQL copies only what nobody reads
    data.mkdir()
    if connection.vendor == "sqlite":
        shutil.copy(name, data / FILE)
    else:
        serving.keep_database(data, like=name)
    teardown_databases(before, verbosity=0)
