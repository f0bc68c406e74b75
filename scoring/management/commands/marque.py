"""`manage.py marque`: donnes in, marques out, as JSON Lines; needs no database."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.marque.lines import NOT_JSON_LINES, answer_lines
from scoring.marque.words import DEFAULT_LANGUAGE, LANGUAGES


class Command(BaseCommand):
    help = "Score donnes: JSON Lines on standard input, one answer a line on standard output."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--language", choices=LANGUAGES, default=DEFAULT_LANGUAGE, help="of the messages")

    def handle(self, *_args: Any, language: str, **_options: Any) -> None:
        try:
            status = answer_lines(sys.stdin.buffer, sys.stdout.buffer, language=language)
        except BrokenPipeError:
            # The reader left (`| head`): point standard output elsewhere, or Python complains again while closing it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1
        if status == NOT_JSON_LINES:
            self.stderr.write(
                "L’entrée n’est pas du JSON Lines : écrivez une donne par ligne, chacune un objet JSON."
                if language == "fr"
                else "The input is not JSON Lines: write one donne a line, each a JSON object."
            )
        if status:
            sys.exit(status)
