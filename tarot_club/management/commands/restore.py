"""A backup made the database again; what was there stays beside it."""

import contextlib
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from tarot_club.backups import postgres, sqlite
from tarot_club.management.commands.serve import only_server_of
from tournaments.refusals import Refusal


class Command(BaseCommand):
    help = "Check a backup and make it the database, or another one beside it. What was there is kept."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--into", help="a new data folder (SQLite) or a new database's name (PostgreSQL)")

    def handle(self, *, file: Path, into: str | None, **_options: Any) -> None:
        engine, other = (postgres, sqlite) if connection.vendor == "postgresql" else (sqlite, postgres)
        beginning = _beginning(file)
        if beginning.startswith(other.MAGIC):
            raise CommandError(
                f"« {file} » est la sauvegarde d’une base {_name(other)}, et ce site est sur {_name(engine)} : "
                "voyez DATABASE_URL. Rien n’a été changé."
            )
        # The lock of a server on this data folder: none may run, none may start. A container has no such folder.
        folder = Path(settings.DATA_DIR)
        held = contextlib.nullcontext() if into or not os.access(folder, os.W_OK) else only_server_of(folder)
        try:
            with held:
                done = engine.restore(file, into)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        if not into:
            cache.clear()  # pages are kept by revision, and the revisions of this database are older ones
        self.stdout.write(done)


def _beginning(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(16)
    except OSError as error:
        raise CommandError(f"« {file} » ne peut pas être lu : {error.strerror}.") from error


def _name(engine: Any) -> str:
    return "PostgreSQL" if engine is postgres else "SQLite"
