"""
What is promised of draws with seed 1, all of it: `python -m tests.tournaments.seating.promised --jobs 2`.

It prints a line for each draw, says which promise is broken, and ends with 1 when one is. The test run draws those of
at most 40 players, the product's the larger ones, and neither of them those that are `slow`: a search that reaches its
bound late, or a large field, takes seconds.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

from tests.tournaments.seating.judge import counted
from tournaments.seating import Demand, Remainder, draw, problems


@dataclass(frozen=True)
class Promise:
    """At most so many repeats, or just this excess (a sum of C(meetings, 2)); `once`: nobody comes to a table twice."""

    players: int
    rounds: int
    remainder: Remainder = Remainder.EXEMPT
    repeats: int | None = 0
    excess: int | None = None
    once: bool = False
    slow: bool = False

    @property
    def name(self) -> str:
        return f"{self.players}-{self.rounds}-{self.remainder.value}"

    @property
    def demand(self) -> Demand:
        return Demand(tuple(range(1, self.players + 1)), self.rounds, seed=1, remainder=self.remainder)


ZERO = [
    *[(8, 1), (12, 1), (16, 5), (20, 5), (24, 7), (28, 9), (32, 10), (36, 11), (40, 13), (44, 14), (48, 15), (52, 17)],
    *[(56, 18), (60, 19), (64, 21), (72, 23), (80, 26), (100, 33), (64, 8), (200, 10), (1000, 10)],
]
ONE_TABLE_ONCE = [
    *[(20, 5), (24, 5), (28, 7), (32, 8), (36, 9), (40, 9), (44, 11), (48, 12), (60, 12), (64, 12), (100, 12)],
    (1000, 10),
]
EXCESS = [
    *[(8, r, least) for r, least in ((2, 4), (3, 12), (6, 60), (10, 204))],
    *[(12, r, least) for r, least in ((3, 9), (5, 30), (10, 162), (11, 198))],
    *[(16, 6, 24), (16, 10, 120), (20, 7, 20), (20, 8, 50), (20, 10, 110), (20, 11, 140), (24, 8, 12), (24, 10, 84)],
    *[(28, 10, 42), (32, 11, 32), (32, 12, 80)],
]
UNEVEN = [(n, 5, how) for n in (26, 27, 29, 30, 31, 41, 999) for how in (Remainder.SMALLER, Remainder.EXEMPT)]
UNEVEN += [(n, 5, Remainder.LARGER) for n in (30, 37, 65, 1001)]
UNEVEN += [(n, 7, Remainder.LARGER) for n in (33, 34)]
UNEVEN += [(26, 7, Remainder.SMALLER)]
# The prototype had 20 repeats.
HARDEST = [(26, 7, Remainder.LARGER, 20)]
# In the run stand the others: a smaller field of each kind, whose search is as long as it needs.
SLOW = {
    (26, 7, Remainder.SMALLER),
    *[(n, 10, Remainder.EXEMPT) for n in (8, 12, 16, 20, 24, 28)],
    *[(n, 11, Remainder.EXEMPT) for n in (12, 20, 32)],
    *[(32, 12, Remainder.EXEMPT), (999, 5, Remainder.EXEMPT), (1001, 5, Remainder.LARGER), (34, 7, Remainder.LARGER)],
}


def _promises() -> list[Promise]:
    some = [
        *(Promise(*case, once=case in ONE_TABLE_ONCE) for case in dict.fromkeys([*ZERO, *ONE_TABLE_ONCE])),
        *(Promise(players, rounds, repeats=None, excess=excess) for players, rounds, excess in EXCESS),
        *(Promise(*case) for case in UNEVEN),
        *(Promise(*case) for case in HARDEST),
    ]
    return [replace(one, slow=(one.players, one.rounds, one.remainder) in SLOW) for one in some]


PROMISES = _promises()


def broken(promise: Promise) -> list[str]:
    """Draw it and return every promise that the seats do not keep, those of the certificate too."""
    demand = promise.demand
    plan = draw(demand)
    found, said = counted(plan), plan.certificate
    wrong = problems(plan, demand)
    if promise.repeats is not None and found["repeats"] > promise.repeats:
        wrong.append(f"{found['repeats']} repeats, {promise.repeats} promised")
    if promise.excess is not None and found["excess"] != promise.excess:
        wrong.append(f"an excess of {found['excess']}, {promise.excess} promised")
    if found["seat_deviation"]:
        wrong.append(f"{found['seat_deviation']} seats too many or too few")
    if promise.once and (found["table_max_visits"], said.tables_most, said.tables_again) != (1, 1, 0):
        wrong.append(f"somebody comes {found['table_max_visits']} times to a table, {said.tables_most} as certified")
    if (said.repeats, said.excess, said.most_meetings) != (found["repeats"], found["excess"], found["max_meet"]):
        wrong.append("the certificate counts meetings otherwise")
    if said.proven_optimal != (said.repeats == said.lower_bound):
        wrong.append("what is proved is not what is certified")
    if promise.repeats == 0 and not said.proven_optimal:
        wrong.append("no repeat, and that is not proved")
    if max(said.odd_tables_spread, said.exempts_spread) > 1:
        wrong.append("turns are apart by more than one")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="how many are drawn at a time (default: 1)")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        answers = list(zip(PROMISES, pool.map(broken, PROMISES), strict=True))
    for promise, wrong in answers:
        sys.stdout.write(f"{promise.name}: {'; '.join(wrong) or 'kept'}\n")
    return any(wrong for _, wrong in answers)


if __name__ == "__main__":
    sys.exit(main())
