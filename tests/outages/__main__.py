"""
Break the site while people write, and judge each evening from its rows: `python -m tests.outages --count 500 --seed 1`.

Two web processes and two workers, on a PostgreSQL and a Redis of their own that are killed too. Ends with 1 when a
donne that was acknowledged is lost, is there twice or is half written, when one is never answered, when somebody is
told something else than a sentence, or a reader nothing where a process is replaced; and when something was not tried,
for it cannot break on this machine (no libfaketime, no small disk), which is said.
"""

import argparse
import contextlib
import math
import os
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import django

from tests.outages.site import Laptop, ManyMachines
from tests.tarot_club.serving import wait_until

TABLES, READERS = 6, 4


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.outages", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="how many times something breaks (default: 500)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed breaks the same in the same order")
    parser.add_argument("--only", nargs="*", help="only these (functions of `outages.py`), one after the other")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no other after so many")
    parser.add_argument("--laptop", action="store_true", help="break `manage.py serve` on SQLite instead")
    parser.add_argument("--pgbouncer", action="store_true", help="with a PgBouncer in transaction mode in between")
    parser.add_argument("--like", metavar="FILE", help="begin with this backup of a site instead of an empty one")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(1))  # leaves nothing behind
    with contextlib.ExitStack() as stack:
        site: ManyMachines | Laptop
        if options.laptop:
            site = Laptop(stack)
        else:
            site = ManyMachines(stack, is_pooled=options.pgbouncer)
            if options.like:
                site.containers.run("manage", "restore", options.like, **site.past_the_pooler)
            site.containers.run("migrate", "--verbosity", "0", **site.past_the_pooler)
            site.begin()
        os.environ.update(site.environment | {"DJANGO_SETTINGS_MODULE": "tarot_club.settings"})
        django.setup()
        return run(site, options.count, random.Random(options.seed), options.only, options.minutes)


def run(site: ManyMachines | Laptop, count: int, rng: random.Random, only: list[str] | None, minutes: float) -> int:
    """Break so many things one after the other, and print what became of it; return the status to end with."""
    from tests.outages.evening import Evening  # the models, for which the settings had to be known
    from tests.outages.outages import OF_A_LAPTOP, OUTAGES, cannot_be_tried

    outages: dict[str, tuple[Any, int]] = dict(OUTAGES if isinstance(site, ManyMachines) else OF_A_LAPTOP)
    shares = {name: share for name, (_outage, share) in outages.items()}
    untried = not_tried(only or shares, cannot_be_tried(disk_is_small=site.disk.is_small))
    for sentence in untried.values():
        sys.stdout.write(f"{sentence}\n")
    chosen = choose({name: share for name, share in shares.items() if name not in untried}, count, rng, only)
    wrong: dict[str, list[str]] = defaultdict(list)
    sums: Counter[str] = Counter()
    took: Counter[str] = Counter()
    began = time.monotonic()
    for number, name in enumerate(chosen, 1):
        if time.monotonic() - began > minutes * 60:
            break
        before = time.monotonic()
        evening = Evening(site, rng, tables=TABLES, readers=READERS)
        evening.hall.begin()
        time.sleep(rng.uniform(0.2, 0.6))
        outages[name][0](site, evening, rng)
        site.start()
        is_up = wait_until(site.is_up, 90)
        evening.hall.end()
        found = [*([] if is_up else ["the site is not back"]), *evening.judged(readers=name == "rolled_over")]
        wrong[name] += found
        sums.update(evening.figures())
        took[name] += time.monotonic() - before
        sums[name] += 1
        for sentence in found:
            sys.stdout.write(f"{number} {name}: {sentence}\n")
        sys.stdout.flush()
    for name in sorted({*chosen} & {*sums}):
        sys.stdout.write(
            f"{name:24}{sums[name]:5} times, {took[name] / sums[name]:5.1f} s each, {len(wrong[name])} wrong\n"
        )
    all_wrong = [sentence for found in wrong.values() for sentence in found]
    lost, twice, half = (sum(text.startswith(word) for text in all_wrong) for word in ("LOST", "TWICE", "HALF"))
    seconds = time.monotonic() - began
    sys.stdout.write(
        f"{sum(sums[name] for name in {*chosen})} outages in {seconds:.0f} s; "
        f"{sums['acknowledged']} donnes acknowledged, sent {sums['sent']} times; "
        f"lost {lost}, twice {twice}, half written {half}; wrong in all {len(all_wrong)}; "
        f"nobody answered {sums['silent']} times, the sentence of a database "
        f"{sums['away']} times, of a disk {sums['full']} times\n"
    )
    if all_wrong:
        sys.stdout.write(f"{site.said()[-20000:]}\n")
    return int(bool(all_wrong or untried))


def not_tried(wanted: Iterable[str], impossible: Mapping[str, str]) -> dict[str, str]:
    """Return, by its name, the sentence of each thing that was wanted and cannot break on this machine."""
    return {name: f"NOT TRIED {name}: {impossible[name]}" for name in wanted if name in impossible}


def choose(shares: Mapping[str, int], count: int, rng: random.Random, only: Sequence[str] | None) -> list[str]:
    """Return what breaks, in its order: by shares, or of `only` one after the other; nothing where none may."""
    names = [name for name in only or shares if name in shares]
    if not names:
        return []
    if only:
        return [names[number % len(names)] for number in range(count)]
    return [rng.choices(names, [shares[name] for name in names])[0] for _number in range(count)]


if __name__ == "__main__":
    sys.exit(main())
