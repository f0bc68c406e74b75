"""
Send the site whatever comes to mind: `python -m tests.fuzz --minutes 60 --seed 1`.

Every form of every page as somebody of every role, and every operation of the API by Schemathesis, half of the time
each. In a database of its own, which is gone afterwards; DATABASE_URL chooses which. What goes wrong ends it, with the
shortest case that still does.
"""

import argparse
import logging
import os
import time
from collections import Counter
from collections.abc import Iterator
from unittest import mock

import django
import hypothesis
from hypothesis import strategies as st

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()
logging.disable(logging.WARNING)

from django.db import transaction  # noqa: E402
from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: E402

from tests.fuzz.operations import EXAMPLES, Program, on_one_connection, operations  # noqa: E402
from tests.fuzz.submissions import a_site, play, take_files  # noqa: E402
from tests.one_of_everything import world  # noqa: E402
from tests.who_asks import a_walk  # noqa: E402
from tournaments.kit import sending  # noqa: E402
from tournaments.seating import search, table_numbers  # noqa: E402

CASES = 200  # of one run of Hypothesis; the time is looked at between two


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="how long in all (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed begins with the same cases (default: 1)")
    parser.add_argument("what", nargs="*", choices=["forms", "api", []], help="which (default: both)")
    options = parser.parse_args()
    what = options.what or ["forms", "api"]
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
    search.ANNEAL_MOVES, table_numbers.ANNEALING_MOVES = 3_000, 500  # as in the tests: a draw is asked now and then
    try:
        with mock.patch.object(
            sending, "addresses_of", side_effect=sending.UnsentError(sending.SendingProblem.UNKNOWN)
        ):
            for name in what:
                FUZZERS[name](60 * options.minutes / len(what), options.seed)
    finally:
        teardown_databases(databases, verbosity=0)


def forms(seconds: float, seed: int) -> None:
    with transaction.atomic():
        site = a_site(a_walk())
        take_files(site)
        settings = hypothesis.settings(
            max_examples=CASES, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
        )
        for number in until_over(seconds):
            test = settings(hypothesis.given(st.data())(lambda data: play(site, data)))
            hypothesis.seed(seed + number)(test)()
        transaction.set_rollback(True)
    say(f"forms: {number * CASES} cases on {len(site.paths)} pages", site.statuses, site.most_statements)


def api(seconds: float, seed: int) -> None:
    with transaction.atomic(), on_one_connection():
        here, found = world(), operations()
        programs = [Program(who, here) for who in EXAMPLES]
        for number in until_over(seconds):
            for program in programs:
                for operation in found:
                    program.ask(operation, examples=EXAMPLES[program.who], seed=seed + number)
        transaction.set_rollback(True)
    for program in programs:
        say(f"api as {program.who}: {len(found)} operations", program.answered, program.most_statements)


def until_over(seconds: float) -> Iterator[int]:
    """Yield 1, 2, 3 … until the time is over."""
    end, number = time.monotonic() + seconds, 0
    while number == 0 or time.monotonic() < end:
        number += 1
        yield number


def say(what: str, answered: Counter[int], statements: Counter[str]) -> None:
    most = ", ".join(f"{count} at {path}" for path, count in statements.most_common(3))
    print(
        f"{what}, {answered.total()} requests; by status: {dict(sorted(answered.items()))}; statements at most: {most}"
    )


FUZZERS = {"forms": forms, "api": api}

if __name__ == "__main__":
    main()
