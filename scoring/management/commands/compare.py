"""`manage.py compare`: boards with their results in, the points of each hand out, as JSON Lines; needs no database."""

from typing import Any

from scoring.comparison import reply
from scoring.management.json_lines import JsonLinesCommand
from scoring.marque.lines import Reply


class Command(JsonLinesCommand):
    help = "Compare the results of boards: JSON Lines on standard input, one answer a line on standard output."
    not_json_lines = {
        "fr": "L’entrée n’est pas du JSON Lines : écrivez un étui par ligne, chacun un objet JSON.",
        "en": "The input is not JSON Lines: write one board a line, each a JSON object.",
    }

    def reply(self, line: bytes, language: str, **_options: Any) -> Reply:
        return reply(line, language)
