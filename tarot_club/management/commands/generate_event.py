"""`manage.py generate_event`: make an event of any size, in the present database or as an event file, for trials."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from scoring.imports.event_files import event_file
from scoring.services.sheets.results import figures_of
from tarot_club.demo.events import LEAST, MOST, PlayedAs, generate_event
from tournaments.refusals import Refusal


class Command(BaseCommand):
    help = (
        "Play a whole event by the services, in a club of its own; with --file write it there, and keep nothing here."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=64, help=f"{LEAST} to {MOST} (default: 64)")
        parser.add_argument("--rounds", type=int, default=4, help="positions (default: 4)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same event (default: 1)")
        parser.add_argument(
            "--formula", choices=[*PlayedAs], default=PlayedAs.LIBRE, help="how it is played (default: libre)"
        )
        parser.add_argument("--file", type=Path, help="write it as an event file")

    def handle(self, *, players: int, rounds: int, seed: int, formula: str, file: Path | None, **_options: Any) -> None:
        if not LEAST <= players <= MOST or rounds < 1:
            raise CommandError(f"--players va de {LEAST} à {MOST}, et --rounds commence à 1.")
        call_command("migrate", verbosity=0, interactive=False)  # it may well be the first command ever given
        try:
            with transaction.atomic():
                tournament = generate_event(
                    players=players, rounds=rounds, seed=seed, formula=PlayedAs(formula), at=timezone.now()
                )
                figures = figures_of(tournament)
                if file is not None:
                    file.write_bytes(event_file(tournament, at=timezone.now()))
                    transaction.set_rollback(True)
        except (Refusal, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{tournament.name} : {figures} chiffres{f', dans {file}' if file else ''}.")
