"""
The whole grid, judged by the independent checker: `python -m tests.tournaments.seating.grid`, some ten minutes.

It prints a line for every rotation that is not at its bound, and what that makes in all.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.tournaments.seating.judge import as_file, judged
from tournaments.seating import Demand, ImpossibleDemand, Remainder, draw

FOURS = [*range(8, 84, 4), 100, 200, 400, 1000, 2000]
OTHERS = [n for n in (*range(9, 46), 50, 55, 61, 75, 99, 150, 201, 333, 999) if n % 4]


def grid():
    """Yield players, rounds and remainder of each case."""
    for players in FOURS:
        for rounds in range(2, 13):
            yield players, rounds, Remainder.EXEMPT
    for players in OTHERS:
        for rounds in (3, 5, 7):
            for remainder in Remainder:
                yield players, rounds, remainder


def main() -> None:
    tally: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for players, rounds, remainder in grid():
            try:
                demand = Demand(tuple(range(1, players + 1)), rounds, seed=1, remainder=remainder)
            except ImpossibleDemand:
                continue
            plan = draw(demand)
            (found,) = judged(Path(folder), [as_file(plan, demand)])
            said = plan.certificate
            kind = "fours" if players % 4 == 0 else remainder.value
            tally[f"{kind}: rotations"] += 1
            tally[f"{kind}: at the bound"] += found["excess"] == found["excess_lb"]
            tally[f"{kind}: zero"] += not found["repeats"]
            tally[f"{kind}: seats off"] += found["seat_deviation"] > 0
            tally[f"{kind}: tables visited again"] += found["table_revisits_beyond_bound"] > 0
            tally[f"{kind}: turns apart by more than one"] += max(said.odd_tables_spread, said.exempts_spread) > 1
            if found["excess"] > found["excess_lb"] or found["table_revisits_beyond_bound"]:
                sys.stdout.write(
                    f"{players} × {rounds} {remainder}: {found['repeats']} repeats (at least {said.lower_bound}), "
                    f"excess {found['excess']} (at least {found['excess_lb']}), "
                    f"{found['table_revisits_beyond_bound']} visits too many, {said.method}\n"
                )
    for name, count in sorted(tally.items()):
        sys.stdout.write(f"{name}: {count}\n")


if __name__ == "__main__":
    main()
