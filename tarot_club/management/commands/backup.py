"""`manage.py backup`: write everything into one file, while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tarot_club.backups import encryption
from tarot_club.backups.taken import engine
from tournaments.refusals import Refusal


class Command(BaseCommand):
    help = "Copy the whole database into one new file, while the site runs, and read it again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a name that is not taken; only you may read it")
        parser.add_argument("--new-key", action="store_true", help="write a private key there, and print BACKUP_KEY")

    def handle(self, *, file: Path, new_key: bool, **_options: Any) -> None:
        try:
            if new_key:
                self.stdout.write(f"BACKUP_KEY={encryption.new_key(file)}")
                return
            engine().back_up(file)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Sauvegarde faite et relue : {file} ({file.stat().st_size / 1_000_000:.1f} Mo)")
