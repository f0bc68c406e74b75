"""Recount every stored result from its sheet, check on whom each penalty falls, and print the differences."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.services.sheets.results import differences, figures_of
from tournaments.models import Tournament


class Command(BaseCommand):
    help = (
        "Recount every result from its sheet or its imported balance, every share of a penalty from the penalty and "
        "its camp, and every sum of penalties; exit with 1 if one differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tournament", help="recount only the tournaments of this name")
        parser.add_argument("--since", type=date.fromisoformat, help="recount only those of this day and later")

    def handle(self, *, tournament: str | None, since: date | None = None, **_options: Any) -> None:
        chosen = Tournament.objects.order_by("date", "pk")
        if since:
            chosen = chosen.filter(date__gte=since)
        if tournament:
            chosen = chosen.filter(name=tournament)
        figures = wrong = 0
        for each in chosen:
            figures += figures_of(each)
            for sentence in differences(each):
                wrong += 1
                self.stdout.write(sentence)
        if wrong:
            raise CommandError(f"{wrong} chiffre(s) sur {figures} ne correspondent pas à leur feuille.")
        self.stdout.write(f"Tout correspond : {figures} chiffres recomptés.")
