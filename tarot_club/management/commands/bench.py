"""Print what the things that people wait for cost. In a database of its own, which is gone afterwards."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from django.utils import timezone

from tarot_club.bench import AS_LINES, BENCHES, LONG, PURE
from tarot_club.collector import settle_collector
from tarot_club.demo import build_demo


class Command(BaseCommand):
    help = "Measure what people wait for, beside baselines of the same run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = [*PURE, *BENCHES, *AS_LINES, *LONG, []]
        parser.add_argument("what", nargs="*", choices=known, help="which benches (default: all but the long ones)")
        parser.add_argument("--pairs", type=int, default=10_000, help="how many pairs of the long one (default: 10000)")

        parser.add_argument(
            "--seconds", type=float, default=120, help="how long the hall of `public` polls and writes (default: 120)"
        )

    def handle(self, *, what: list[str], pairs: int, seconds: float, **_options: Any) -> None:
        for name in [name for name in PURE if name in (what or PURE)]:
            self.stdout.write(name)
            for line in PURE[name](**({"seconds": seconds} if name == "public" else {})):
                self.stdout.write(line)
        if names := [name for name in what or [*BENCHES, *AS_LINES] if name not in PURE]:
            self.measure(names, pairs)

    def measure(self, names: list[str], pairs: int) -> None:
        at = timezone.now()
        with tempfile.TemporaryDirectory() as folder:
            if connection.vendor == "sqlite":  # a file, as in the product, rather than memory
                connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
            own = connection.settings_dict["NAME"]
            connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            try:
                build_demo(at=at)
                settle_collector()  # as the web process does
                for name in names:
                    if bench := (AS_LINES | LONG).get(name):
                        self.stdout.write(name)
                        for line in bench(at=at, **({"pairs": pairs} if name in LONG else {})):
                            self.stdout.write(line)
                        continue
                    self.stdout.write(f"{name:<58}{'processeur':>12}{'durée':>12}{'rapport':>10}")
                    for figure in BENCHES[name](at=at):
                        self.stdout.write(
                            f"  {figure.name:<56}{figure.cpu * 1000:>9.1f} ms{figure.wall * 1000:>9.1f} ms"
                            f"{figure.ratio:>9.1f}×"
                        )
            finally:
                connection.creation.destroy_test_db(own, verbosity=0)
