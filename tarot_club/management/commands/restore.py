"""`manage.py restore`: make a backup the database; the former database is kept beside it."""

import contextlib
import os
from argparse import ArgumentParser
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from tarot_club import erasures
from tarot_club.backups import encryption, has_database, postgres, sqlite
from tarot_club.backups.taken import engine
from tarot_club.management.commands.serve import only_server_of
from tournaments.models import Tournament
from tournaments.refusals import Refusal


class Command(BaseCommand):
    help = "Check a backup and make it the database, or another one beside it. What was there is kept."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--into", help="a new data folder (SQLite) or a new database's name (PostgreSQL)")
        parser.add_argument("--key", type=Path, help="the file of the private key, for a backup that is encrypted")

    def handle(self, *, file: Path, into: str | None, key: Path | None, **_options: Any) -> None:
        if not _beginning(file).startswith(encryption.MAGIC):
            self.restore(file, into)
            return
        if key is None:
            raise CommandError(f"« {file} » est chiffré : donnez la clé privée avec --key. Rien n’a été changé.")
        with TemporaryDirectory(prefix="tarot-club-") as folder:
            plain = Path(folder) / file.stem
            try:
                encryption.decrypt(file, plain, key)
            except Refusal as refusal:
                raise CommandError(str(refusal)) from refusal
            self.restore(plain, into)

    def restore(self, file: Path, into: str | None) -> None:
        ours, other_engine = engine(), sqlite if engine() is postgres else postgres
        beginning = _beginning(file)
        if beginning.startswith(other_engine.MAGIC):
            raise CommandError(
                f"« {file} » est la sauvegarde d’une base {_name(other_engine)}, et ce site est sur {_name(ours)} : "
                "voyez DATABASE_URL. Rien n’a été changé."
            )
        # The lock of a server on this data folder: none may run, none may start. A container has no such folder.
        folder = Path(settings.DATA_DIR)
        lock = contextlib.nullcontext() if into or not os.access(folder, os.W_OK) else only_server_of(folder)
        try:
            with lock:
                if into:
                    self.stdout.write(ours.restore(file, into))
                    return
                going_on = GoingOn(before=_revisions(), erased=erasures.remembered(folder))
                done = ours.restore(file, None, prepare=going_on.prepare)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        except (DatabaseError, OSError) as error:
            raise CommandError(f"La sauvegarde n’a pas pu être rendue : {error}. Rien n’a été changé.") from error
        cache.clear()
        self.stdout.write("\n".join((done, *going_on.said)))


@dataclass
class GoingOn:
    """
    Changes a copy of a backup before it becomes the database: until then nobody can read the copy.

    `before` has the revision of each tournament of the present database, `erased` its erased people; `said` are the
    sentences about the result.
    """

    before: dict[int, int]
    erased: list[erasures.PastErasure]
    said: list[str] = field(default_factory=list)

    def prepare(self) -> None:
        """Bring what the present database knows into the copy that Django is connected to."""
        _go_on_from(self.before)
        if not self.erased:
            return
        call_command("migrate", verbosity=0, interactive=False)  # the backup may be of an older version
        again = erasures.erase_again(self.erased, at=timezone.now())
        self.said += [f"Effacés de nouveau, comme ils l’étaient : {again.done}.", *again.sentences]


def _revisions() -> dict[int, int]:
    """Return id → revision of each tournament of the present database; empty when it cannot be read."""
    if not has_database():
        return {}
    try:
        return dict(Tournament.objects.values_list("pk", "revision"))
    except DatabaseError:
        return {}


def _go_on_from(before: dict[int, int]) -> None:
    """
    Raise each tournament's revision above those of both databases.

    Pages are cached by revision, also in browsers: a revision used twice would show an old page.
    """
    for tournament, revision in Tournament.objects.values_list("pk", "revision"):
        above = max(revision, before.get(tournament, 0)) + 1
        Tournament.objects.filter(pk=tournament).update(revision=above)


def _beginning(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(32)
    except OSError as error:
        raise CommandError(f"« {file} » ne peut pas être lu : {error.strerror}.") from error


def _name(engine: Any) -> str:
    return "PostgreSQL" if engine is postgres else "SQLite"
