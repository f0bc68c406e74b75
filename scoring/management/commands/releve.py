"""`manage.py releve`: read donnes card by card and write their results, as JSON Lines. It needs no database."""

from typing import Any

from scoring.cards.evaluation import reply
from scoring.management.json_lines import JsonLinesCommand
from scoring.marque.lines import Reply


class Command(JsonLinesCommand):
    help = "Check and score donnes card by card: JSON Lines on standard input, one answer a line on standard output."
    not_json_lines = {
        "fr": "L’entrée n’est pas du JSON Lines : écrivez un relevé par ligne, chacun un objet JSON.",
        "en": "The input is not JSON Lines: write one record a line, each a JSON object.",
    }

    def reply(self, line: bytes, language: str, **_options: Any) -> Reply:
        return reply(line, language)
