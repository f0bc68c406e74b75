"""`manage.py marque`: read donnes and write their marques, as JSON Lines. It needs no database."""

from typing import Any

from django.core.management.base import CommandParser

from scoring.management.json_lines import JsonLinesCommand
from scoring.marque.lines import Reply, reply


class Command(JsonLinesCommand):
    help = "Score donnes: JSON Lines on standard input, one answer a line on standard output."
    not_json_lines = {
        "fr": "L’entrée n’est pas du JSON Lines : écrivez une donne par ligne, chacune un objet JSON.",
        "en": "The input is not JSON Lines: write one donne a line, each a JSON object.",
    }

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--why", action="store_true", help="add the marque told in sentences to each answer")

    def reply(self, line: bytes, language: str, **options: Any) -> Reply:
        return reply(line, language, why=options["why"])
