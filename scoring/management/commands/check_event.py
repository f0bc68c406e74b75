"""Read event files as an import does, recount every figure from its sheet, and write nothing to the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from scoring.imports.events import Elsewhere, load_event
from scoring.services.sheets.results import figures_of
from tournaments.models import Club
from tournaments.refusals import Refusal


class Command(BaseCommand):
    help = "Recount every figure of event files from their sheets and keep nothing; exit with 1 if one differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)

    def handle(self, *, files: list[Path], **_options: Any) -> None:
        wrong = 0
        for file in files:
            try:
                with transaction.atomic():
                    club = Club.objects.create(name=f"Contrôle de {file.name}"[:100], slug="controle-d-un-evenement")
                    event = load_event(
                        club=club,
                        content=file.read_bytes(),
                        name="",
                        by=None,
                        at=timezone.now(),
                        elsewhere=Elsewhere.OTHERS,
                    )
                    figures = figures_of(event.tournament)
                    transaction.set_rollback(True)
                self.stdout.write(f"{file} : tout correspond, {figures} chiffres recomptés.")
            except (Refusal, OSError) as error:
                wrong += 1
                self.stdout.write(f"{file} : {error}")
        if wrong:
            raise CommandError(f"{wrong} fichier(s) sur {len(files)} ne correspondent pas.")
