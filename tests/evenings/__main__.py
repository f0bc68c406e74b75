"""
Play evenings by random acts and judge each act: `python -m tests.evenings --count 1000 --seed 1`.

In a database of its own, which is gone afterwards; DATABASE_URL chooses which. Ends with 1 when an evening went wrong,
and prints the shortest list of its acts that still does.
"""

import argparse
import os
import sys
import time
from collections import Counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.test.utils import setup_databases, teardown_databases  # noqa: E402

from tests.evenings.playing import play, shortest, steps_of  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.evenings", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many evenings (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="of the first; the next has the next number (default: 1)")
    options = parser.parse_args()
    databases = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
    began, acts, failed = time.process_time(), Counter[str](), 0
    for seed in range(options.seed, options.seed + options.count):
        steps = steps_of(seed)
        played = play(seed, steps)
        acts.update(done=played.done, refused=played.refused)
        if played.wrong:
            failed += 1
            print(f"evening {seed}, act {played.after}: {played.wrong}")
            for name, number in shortest(seed, steps[: played.after]):
                print(f"  {name} {number}")
    spent = time.process_time() - began
    teardown_databases(databases, verbosity=0)
    print(
        f"{options.count} evenings, {acts['done']} acts done and {acts['refused']} refused, {failed} went wrong; "
        f"{options.count / spent:.1f} a second of CPU"
    )
    return 1 if failed else 0


sys.exit(main())
