"""The backup of a SQLite database into one file, by SQLite's online backup; and its restoring."""

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection, connections

from tarot_club.backups import broken, connected_to, moment, new_file, refuse_unless_ours
from tournaments.refusals import Refusal

MAGIC = b"SQLite format 3\0"


def back_up(file: Path) -> None:
    """Copy the present database into a new file, while others may write to it, and check the copy completely."""
    if not _database().exists():
        sentence = "Il n’y a rien à copier : faites d’abord « manage.py migrate », ou « manage.py serve »."
        raise Refusal(sentence, code="nothing_there")
    with new_file(file) as unfinished:
        _copy(_database(), unfinished)
        check(unfinished)


def check(file: Path, *, for_us: bool = False) -> None:
    """Refuse a file that SQLite cannot read completely or that is not ours; with `for_us`, also a newer one."""
    try:
        with _opened(file) as copy:
            (answer,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if answer != "ok":
                raise broken(file, answer)
            tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            applied = []
            if "django_migrations" in tables:
                applied = copy.execute("SELECT app, name FROM django_migrations ORDER BY rowid").fetchall()
    except sqlite3.DatabaseError as error:
        raise broken(file, error) from error
    refuse_unless_ours(file, applied, for_us=for_us)


def restore(file: Path, into: str | None, *, prepare: Callable[[], None] = lambda: None) -> str:
    """
    Make a checked backup the database of the data folder `into`, or of this one when None; return what was done.

    `prepare` is called while Django is connected to the copy, before anybody can read it. One rename then makes the
    copy the database, so an interruption before that changes nothing. The former database is kept under another name.
    The caller locks this data folder, so that no server runs on it.
    """
    check(file, for_us=True)
    target = Path(into) / _database().name if into else _database()
    if into and target.exists():
        raise Refusal(f"« {target} » existe déjà : choisissez un autre dossier.", code="file_exists")
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    connections.close_all()
    _forget_unfinished(target)
    restored = target.with_name(f"{target.stem}.restauree-{moment()}{target.suffix}")
    with new_file(restored) as unfinished:
        _copy(file, unfinished)
        with connected_to(str(unfinished)):
            prepare()
        _fold(unfinished)
    if not target.exists():
        restored.rename(target)
        return f"Sauvegarde rendue dans « {target} »."
    while (set_aside := target.with_name(f"{target.stem}.avant-{moment()}{target.suffix}")).exists():
        time.sleep(0.1)  # of a restore in this very second
    try:
        _fold(target)
    except Refusal:
        restored.unlink()
        raise
    for beside in ("-wal", "-shm"):  # of one too broken to be folded: SQLite would add it to the restored one
        if (former := target.with_name(target.name + beside)).exists():
            former.rename(set_aside.with_name(set_aside.name + beside))
    _keep_under(target, set_aside)
    restored.replace(target)
    return f"Sauvegarde rendue. Ce qui était là est gardé dans « {set_aside} »."


def _forget_unfinished(target: Path) -> None:
    """Delete the files of interrupted restores: they may hold somebody who had to be erased."""
    for pattern in (f"{target.stem}.restauree-*", f".{target.stem}.restauree-*"):
        for unfinished in target.parent.glob(pattern):
            unfinished.unlink()


def _keep_under(file: Path, name: Path) -> None:
    """Give a file a second name; copy it on a disk without hard links (a memory stick)."""
    try:
        name.hardlink_to(file)
    except OSError:
        shutil.copy2(file, name)


@contextmanager
def restored_beside(file: Path, folder: Path) -> Iterator[str]:
    """Restore a backup in this folder, and yield its DATABASE_URL. The caller deletes the folder."""
    restore(file, str(folder / "essai"))
    yield f"sqlite:///{folder.resolve() / 'essai' / _database().name}"


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


def _copy(source: Path, target: Path) -> None:
    try:
        with _opened(source) as origin, closing(sqlite3.connect(target)) as copy:
            origin.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    except sqlite3.DatabaseError as error:
        raise Refusal(f"La copie n’a pas pu être faite : {error}.", code="cannot_copy") from error


def _fold(database: Path) -> None:
    """
    Write the content of the log beside a database into the database file. Refuses while another program has it open. A
    broken database is left as it is.
    """
    mode = "delete"
    try:
        with closing(sqlite3.connect(database)) as former:
            (mode,) = former.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.OperationalError:
        mode = "in use"
    except sqlite3.DatabaseError:
        return
    if mode != "delete":
        raise Refusal(
            f"« {database} » sert encore : arrêtez d’abord ce qui l’utilise. Rien n’a été changé.", code="in_use"
        )


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=20)) as opened:
        yield opened
