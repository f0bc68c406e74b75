"""`manage.py deal`: boards for duplicate, as JSON Lines; needs no database."""

import json
from secrets import randbits
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.cards.boards import SEED_BITS, deal
from scoring.marque.words import DEFAULT_LANGUAGE, LANGUAGES
from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import translated

MOST_BOARDS = 1000
TOO_MANY = _("Distribuez de 1 à {most} étuis, dont le premier a le numéro 1 au moins.")


class Command(BaseCommand):
    help = "Deal boards: one JSON object a line, with the four hands and the dog of each."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--boards", type=int, required=True, help="how many")
        parser.add_argument("--first", type=int, default=1, help="the number of the first (default: 1)")
        parser.add_argument("--seed", type=int, help="deal these boards again; without it a secret one is drawn")
        parser.add_argument("--keep-petit-sec", action="store_true", help="do not deal a petit sec again")
        parser.add_argument("--language", choices=LANGUAGES, default=DEFAULT_LANGUAGE, help="of the refusals")

    def handle(self, *, boards: int, first: int, seed: int | None, language: str, **options: Any) -> None:
        if not 1 <= boards <= MOST_BOARDS or first < 1:
            raise CommandError(translated(TOO_MANY, language).format(most=MOST_BOARDS))
        drawn = randbits(SEED_BITS) if seed is None else seed
        for number in range(first, first + boards):
            board = deal(drawn, number, keeps_petit_sec=options["keep_petit_sec"])
            self.stdout.write(json.dumps(board.as_json() | {"seed": str(drawn)}, ensure_ascii=False))
