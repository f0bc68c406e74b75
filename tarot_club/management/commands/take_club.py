"""`manage.py take_club`: import a club's file, made by « Quitter ce site », into a site without clubs and accounts."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from tarot_club.club_files import take_in
from tournaments.refusals import Refusal


class Command(BaseCommand):
    help = "Take in the whole club that a file holds, where there is neither a club nor an account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)  # it may well be the first command ever given
        try:
            with file.open("rb") as opened:
                club = take_in(opened)
        except (Refusal, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"« {club} » est là, avec {club.tournaments.count()} tournois et {club.players.count()} joueurs. Aucun mot "
            "de passe n’est venu : faites votre accès (manage.py createsuperuser), puis renouvelez les autres."
        )
