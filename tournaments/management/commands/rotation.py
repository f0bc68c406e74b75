"""`manage.py rotation`: who sits where in every round, as one JSON object; needs no database."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.seating import ImpossibleDemand, Turns, draw
from tournaments.seating.exchange import UnreadableConstraints, answer, demand_of, prices_answer, sizes_of

NOT_READABLE = 2


class Command(BaseCommand):
    help = "Draw a rotation: one JSON object on standard output, with its certificate."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="how many, numbered from 1")
        parser.add_argument("--rounds", type=int, required=True, help="how many in all, those of the past included")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same rotation (default: 1)")
        parser.add_argument("--sizes", default="4", help="4 (with exempts), 3,4 or 4,5 (default: 4)")
        parser.add_argument(
            "--constraints", type=Path, help="a JSON file: clubs, fixed, fixed_seat, active, past, teams…"
        )
        parser.add_argument("--by-rule", action="store_true", help="prefer a movement people can follow by themselves")
        parser.add_argument(
            "--turns",
            type=Turns,
            choices=tuple(Turns),
            default=Turns.FIRST,
            help="equal turns at odd tables before few repeats, or after (default: first)",
        )
        parser.add_argument(
            "--boards",
            type=int,
            nargs="?",
            const=0,
            metavar="SETS",
            help="duplicate: everybody keeps his chair, and meets no set of boards twice (default: one set a table)",
        )
        parser.add_argument(
            "--prices",
            action="store_true",
            help="draw nothing: write the repeats that each choice of --turns would cost",
        )
        parser.add_argument("--language", choices=("fr", "en"), default="fr", help="of the refusals")

    def handle(self, *, players: int, rounds: int, seed: int, sizes: str, language: str, **options: Any) -> None:
        try:
            constraints = _constraints(options["constraints"])
            demand = demand_of(
                players=players,
                rounds=rounds,
                seed=seed,
                sizes=sizes_of(sizes),
                constraints=constraints,
                by_rule=options["by_rule"],
                turns=options["turns"],
                sets=options["boards"],
            )
            if options["prices"]:
                self.stdout.write(json.dumps(prices_answer(demand)))
                return
            plan = draw(demand)
        except ImpossibleDemand as impossible:
            self.stderr.write(impossible.message(language))
            sys.exit(1)
        except UnreadableConstraints as unreadable:
            self.stderr.write(unreadable.message(language))
            sys.exit(NOT_READABLE)
        table_sizes = sizes_of(sizes)
        reply = answer(plan, demand, players=players, sizes=table_sizes, constraints=constraints, language=language)
        self.stdout.write(json.dumps(reply, ensure_ascii=False))


def _constraints(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        constraints = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as wrong:
        raise UnreadableConstraints(file.name) from wrong
    if not isinstance(constraints, dict):
        raise UnreadableConstraints(file.name)
    return constraints
