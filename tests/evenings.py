"""
Play any evening, or any season, by random acts, recounted after each: `python -m tests.evenings --count 1000 --seed 1`.

With `--teams` or `--matches` they are those of `tests/scoring/chance.py`, recounted at their end, one for each seed
from `--seed` on. The others are those of `test_evening_machine.py`, `test_duplicate_machine.py` and
`test_season_machine.py` in `tests/scoring/services/`. CI plays a few of each. In a database of their own, which is gone
afterwards; DATABASE_URL chooses which. One that goes wrong ends it, with the shortest list of acts that still does.
"""

import argparse
import os
import time

import django
import hypothesis
import pytest
from hypothesis.stateful import get_state_machine_test

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import transaction  # noqa: E402
from django.test.utils import setup_databases, teardown_databases  # noqa: E402

from tests.factories import ClubFactory, organiser  # noqa: E402
from tests.scoring.acts_at_tables import a_begun_world  # noqa: E402
from tests.scoring.chance import any_matches, any_teams, hold, recounted_matches, recounted_teams  # noqa: E402
from tests.scoring.machines import ACTS, runs  # noqa: E402
from tests.scoring.services.test_duplicate_machine import AnyDuplicate, a_begun_duplicate  # noqa: E402
from tests.scoring.services.test_evening_machine import AnyEvening  # noqa: E402
from tests.scoring.services.test_season_machine import AnySeason, a_year  # noqa: E402
from tests.tournaments.rotations import shorten_draws  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.evenings", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same evenings (default: 1)")
    parser.add_argument("--seasons", action="store_true", help="seasons, of some evenings each, in place of evenings")
    parser.add_argument("--duplicate", action="store_true", help="evenings of duplicate")
    parser.add_argument("--teams", action="store_true", help="evenings of teams, by sums")
    parser.add_argument("--matches", action="store_true", help="matches of teams")
    options = parser.parse_args()
    databases = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
    began = time.process_time()
    try:
        with transaction.atomic(), pytest.MonkeyPatch.context() as monkeypatch:
            shorten_draws(monkeypatch)
            if options.teams or options.matches:
                play_teams(options)
                return
            begun, machine = (a_year, AnySeason) if options.seasons else (a_begun_world, AnyEvening)
            if options.duplicate:
                begun, machine = a_begun_duplicate, AnyDuplicate
            world = begun()
            play = get_state_machine_test(lambda: machine(world), settings=runs(options.count, database=None))
            hypothesis.seed(options.seed)(play)()
            transaction.set_rollback(True)
    finally:
        teardown_databases(databases, verbosity=0)
    spent = time.process_time() - began
    a_second = options.count / spent
    what = "seasons" if options.seasons else "evenings"
    print(f"{options.count} {what} of up to {ACTS} acts, all is as it must be; {a_second:.2f} a second of CPU")


def play_teams(options: argparse.Namespace) -> None:
    """Play evenings of teams or of matches, each taken back once it is recounted."""
    play, recount = (any_teams, recounted_teams) if options.teams else (any_matches, recounted_matches)
    club = ClubFactory()
    by = organiser(club)
    for seed in range(options.seed, options.seed + options.count):
        with transaction.atomic():
            try:
                evening = play(club, by, seed)
                hold(evening, recount(evening))
            except BaseException:
                print(f"the evening of seed {seed} goes wrong")
                raise
            transaction.set_rollback(True)
    print(f"{options.count} evenings, all is as it must be")


if __name__ == "__main__":
    main()
