"""`manage.py generate_site`: make a site of many clubs and years in the present database, for trials."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tarot_club.demo.site import generate_site
from tournaments.refusals import Refusal


class Command(BaseCommand):
    help = (
        "Make clubs of a comité with their people, past seasons, leagues and ratings, and an evening played in each. "
        "Fifty clubs of ten years take some minutes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--clubs", type=int, default=50, help="clubs (default: 50)")
        parser.add_argument("--people", type=int, default=5000, help="people of all clubs (default: 5000)")
        parser.add_argument("--years", type=int, default=10, help="seasons that are over (default: 10)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same site (default: 1)")

    def handle(self, *, clubs: int, people: int, years: int, seed: int, **_options: Any) -> None:
        if clubs < 1 or years < 1:
            raise CommandError("--clubs et --years commencent à 1.")
        call_command("migrate", verbosity=0, interactive=False)  # it may well be the first command ever given
        try:
            generate_site(clubs=clubs, people=people, years=years, seed=seed, at=timezone.now(), tell=self.stdout.write)
        except Refusal as error:
            raise CommandError(str(error)) from error
