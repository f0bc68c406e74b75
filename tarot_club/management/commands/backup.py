"""One file with everything in it, made while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from tarot_club.backups import postgres, sqlite
from tournaments.refusals import Refusal


class Command(BaseCommand):
    help = "Copy the whole database into one new file, while the site runs, and read it again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a name that is not taken; only you may read it")

    def handle(self, *, file: Path, **_options: Any) -> None:
        engine = postgres if connection.vendor == "postgresql" else sqlite
        try:
            engine.back_up(file)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Sauvegarde faite et relue : {file} ({file.stat().st_size / 1_000_000:.1f} Mo)")
