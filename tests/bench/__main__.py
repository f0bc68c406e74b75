"""
Measure what people wait for, each figure beside its limit: `python -m tests.bench [what …]` (`--help` says what).

In databases of its own, which are gone afterwards.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_club.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from tarot_club.collector import freeze_loaded  # noqa: E402
from tests.bench.championship import championship  # noqa: E402
from tests.bench.duplicate import duplicate  # noqa: E402
from tests.bench.entry import entry  # noqa: E402
from tests.bench.figures import Figure  # noqa: E402
from tests.bench.leagues import leagues  # noqa: E402
from tests.bench.papers import ranking  # noqa: E402
from tests.bench.public import public  # noqa: E402
from tests.bench.served import at_rest  # noqa: E402
from tests.bench.sizes import sizes  # noqa: E402
from tests.bench.year import year  # noqa: E402

IN_PROCESS = {
    "entry": entry,
    "ranking": ranking,
    "sizes": sizes,
    "leagues": leagues,
    "duplicate": duplicate,
    "year": year,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "what",
        nargs="*",
        choices=[*IN_PROCESS, "public", "championship", "rest", []],
        help="which (default: all but `championship`)",
    )
    parser.add_argument("--donnes", type=int, default=10_000, help="how many the tables of `championship` enter")
    parser.add_argument("--seconds", type=float, default=120, help="how long the hall of `public` polls and writes")
    options = parser.parse_args()
    what = options.what or [*IN_PROCESS, "public", "rest"]
    for name in IN_PROCESS:
        if name in what:
            in_its_own_database(name)
    if "public" in what:
        say("public", public(seconds=options.seconds))
    if "championship" in what:
        say("championship", championship(donnes=options.donnes))
    if "rest" in what:
        say("rest", at_rest())


def in_its_own_database(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if connection.vendor == "sqlite":  # a file, as in the product, rather than memory
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        own = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            freeze_loaded()  # as the web process does
            say(name, IN_PROCESS[name](at=timezone.now()))
        finally:
            connection.creation.destroy_test_db(own, verbosity=0)


def say(name: str, figures: Iterator[Figure]) -> None:
    for line in (name, *figures):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
