"""`manage.py erased`: list erased people without names, to keep with backups; or erase them again after a restore."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tarot_club import erasures
from tournaments.refusals import Refusal


class Command(BaseCommand):
    help = "List who was erased, by ids and without names (JSON Lines); with --apply, erase those of such a list again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--apply", type=Path, metavar="FILE", help="a list that this command wrote")

    def handle(self, *, apply: Path | None, **_options: Any) -> None:
        if apply is None:
            self.stdout.write(erasures.as_json_lines(erasures.known()), ending="")
            return
        try:
            listed = erasures.read(apply.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"« {apply} » ne peut pas être lu : {error}.") from error
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        again = erasures.erase_again(listed, at=timezone.now())
        self.stdout.write(f"Effacés de nouveau : {again.done}.")
        if again.sentences:
            raise CommandError("\n".join(again.sentences))
