"""`manage.py demo`: make the demonstration club in the present database, and print its logins."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tarot_club.demo import CLUB, build_demo
from tournaments.refusals import Refusal


class Command(BaseCommand):
    help = "Build the demonstration (64 players, one evening finished, one half played, a comité) and print its logins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same club (default: 1)")

    def handle(self, *, seed: int, **_options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)  # it may well be the first command ever given
        try:
            logins = build_demo(seed=seed, at=timezone.now())
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Club de démonstration : {CLUB}")
        for name, password in logins:
            self.stdout.write(f"  identifiant {name:<14} mot de passe {password}")
