"""
Backups: one file, made while the site runs and checked at once; restoring one keeps the present database beside it.

On SQLite the file is a database, made by SQLite's online backup; on PostgreSQL an archive of `pg_dump`. It holds names,
results and hashed passwords, so nobody else may read it. The secret key is not in it: that key only signs sessions, and
with a new one everybody logs in again.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.refusals import Refusal

OURS = frozenset({"tournaments", "scoring"})
FIRST = "0001_first_release"  # of each of our apps: what a database recorded before it is of before 0.1.0

Migration = tuple[str, str]  # app and name


def known_migrations() -> set[Migration]:
    """Return the migrations of our apps in this version."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return {name for name in loader.disk_migrations if name[0] in OURS}


def refuse_too_old(applied: Iterable[Migration]) -> None:
    """Refuse a database from before 0.1.0: our first migrations would run on it again."""
    begun = {migration for migration in applied if migration[0] in OURS}
    if {(app, FIRST) for app, _name in begun} - begun:
        raise Refusal(
            _(
                "Cette base de données est plus ancienne que la version 0.1.0. Démarrez-la une fois avec le commit "
                "qui précède « Cut 0.1.0 », puis une fois avec « Cut 0.1.0 » : ils la mettent à jour. Revenez "
                "ensuite à cette version. Rien n’a été changé."
            ),
            code="too_old",
        )


def refuse_unless_ours(file: Path, applied: Iterable[Migration], *, for_us: bool) -> None:
    """
    Refuse a database of another program; with `for_us`, also one of a newer or too old version.

    `applied` are its migrations, in the order in which the database recorded them.
    """
    ours = [migration for migration in applied if migration[0] in OURS]
    if not ours:
        raise Refusal(
            f"« {file} » n’est pas une sauvegarde de Tarot Club : rien n’a été changé.",
            code="not_ours",
        )
    if not for_us:
        return
    refuse_too_old(ours)
    if _since_first(ours) - known_migrations():
        raise Refusal(
            f"« {file} » vient d’une version plus récente de Tarot Club : mettez d’abord le programme à jour. "
            "Rien n’a été changé.",
            code="newer_than_us",
        )


def _since_first(ours: list[Migration]) -> set[Migration]:
    """Return the migrations recorded from 0.1.0 on. A database updated from before 0.1.0 also has older names."""
    return {(app, name) for at, (app, name) in enumerate(ours) if at >= ours.index((app, FIRST))}


def broken(file: Path, why: object) -> Refusal:
    """Return the refusal of a file that cannot be read completely."""
    return Refusal(
        f"« {file} » est abîmé ou n’est pas une sauvegarde : {why}. Prenez-en une autre ; rien n’a été changé.",
        code="broken_backup",
    )


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """
    Yield an empty file that nobody else may read; once written, it gets the name `file`. Never overwrites a file.

    Refuses a name that exists, a folder that does not, and a disk that is full or read-only.
    """
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        _create(file)  # the name is ours from here on
        try:
            _create(unfinished)
            yield unfinished
            with unfinished.open("rb") as written:
                os.fsync(written.fileno())
            unfinished.replace(file)
        except BaseException:
            file.unlink()
            unfinished.unlink(missing_ok=True)
            raise
    except FileExistsError as taken:
        raise Refusal(f"« {file} » existe déjà : choisissez un autre nom.", code="file_exists") from taken
    except FileNotFoundError as missing:
        raise Refusal(f"Le dossier « {file.parent} » n’existe pas : créez-le d’abord.", code="no_folder") from missing
    except OSError as error:
        raise Refusal(
            f"« {file} » ne peut pas être écrit : {error.strerror}. Choisissez un autre endroit.", code="cannot_write"
        ) from error


def _create(file: Path) -> None:
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def has_database() -> bool:
    """Return whether there is a database. Opening a SQLite file that does not exist would make one."""
    return connection.vendor != "sqlite" or Path(connection.settings_dict["NAME"]).exists()


@contextmanager
def connected_to(name: str) -> Iterator[None]:
    """Connect Django, in this block, to the database `name`: a file of SQLite, or a database of the same server."""
    connections.close_all()
    ours = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connections.close_all()
        connection.settings_dict["NAME"] = ours


def moment() -> str:
    """Return the present time as a part of a file name: « 20261121213000 »."""
    return re.sub(r"\D", "", f"{timezone.localtime():%Y%m%d%H%M%S}")
