"""The base of commands that read JSON Lines and answer each line. They need no database."""

import os
import sys
from abc import ABC, abstractmethod
from io import BufferedReader
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandParser

from scoring.marque.lines import NOT_JSON_LINES, SOME_REFUSED, Reply, answer_lines
from scoring.marque.words import DEFAULT_LANGUAGE, LANGUAGES


class JsonLinesCommand(ABC, BaseCommand):
    """Answers each line of its input by `reply`. It prints `not_json_lines` when no line was JSON."""

    requires_system_checks = []
    not_json_lines: dict[str, str]

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--language", choices=LANGUAGES, default=DEFAULT_LANGUAGE, help="of the messages")

    @abstractmethod
    def reply(self, line: bytes, language: str, **options: Any) -> Reply:
        """Return the answer to one line."""

    def handle(self, *_args: Any, language: str, **options: Any) -> None:
        try:
            status = answer_lines(
                cast("BufferedReader", sys.stdin.buffer),
                sys.stdout.buffer,
                language=language,
                reply=lambda line, language: self.reply(line, language, **options),
            )
        except BrokenPipeError:
            # The reader left (`| head`): point standard output elsewhere, or Python complains again while closing it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = SOME_REFUSED
        if status == NOT_JSON_LINES:
            self.stderr.write(self.not_json_lines[language])
        if status:
            sys.exit(status)
