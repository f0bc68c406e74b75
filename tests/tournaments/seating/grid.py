"""
The whole grid, judged by the independent checker: `python -m tests.tournaments.seating.grid --jobs 2 --results FILE`.

It prints a line for each rotation as it is drawn, and what that makes in all. FILE keeps every answer as a line of
JSON: what is in it is not drawn again, so that a run can be stopped and taken up.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from tests.tournaments.seating.judge import as_file, judged
from tournaments.seating import Demand, ImpossibleDemand, Remainder, draw, problems

FOURS = [*range(8, 84, 4), 100, 200, 400, 1000, 2000]
OTHERS = [n for n in (*range(9, 46), 50, 55, 61, 75, 99, 150, 201, 333, 999) if n % 4]

Case = tuple[int, int, str]


def grid() -> Iterator[Case]:
    """Yield players, rounds and remainder of each case that is possible."""
    for players in FOURS:
        for rounds in range(2, 13):
            yield players, rounds, Remainder.EXEMPT.value
    for players in OTHERS:
        for rounds in (3, 5, 7):
            for remainder in Remainder:
                try:
                    demand_of((players, rounds, remainder.value))
                except ImpossibleDemand:
                    continue
                yield players, rounds, remainder.value


def demand_of(case: Case) -> Demand:
    players, rounds, remainder = case
    return Demand(tuple(range(1, players + 1)), rounds, seed=1, remainder=Remainder(remainder))


def measured(case: Case) -> dict[str, Any]:
    """Draw a case and return what the checker measures, beside what only the certificate knows."""
    demand = demand_of(case)
    began = time.process_time()
    plan = draw(demand)
    spent = time.process_time() - began
    with tempfile.TemporaryDirectory() as folder:
        (found,) = judged(Path(folder), [as_file(plan, demand)])
    said = plan.certificate
    assert problems(plan, demand) == [], case
    return {
        "case": list(case),
        "repeats": found["repeats"],
        "bound": said.lower_bound,
        "excess": found["excess"],
        "excess_bound": found["excess_lb"],
        "seats_off": found["seat_deviation"],
        "visits_too_many": found["table_revisits_beyond_bound"],
        "turns_spread": max(said.odd_tables_spread, said.exempts_spread),
        "method": said.method,
        "seconds": round(spent, 2),
    }


def line(one: dict[str, Any]) -> str:
    players, rounds, remainder = one["case"]
    return (
        f"{players} × {rounds} {remainder}: {one['repeats']} repeats (at least {one['bound']}), "
        f"excess {one['excess']} (at least {one['excess_bound']}), {one['visits_too_many']} visits too many, "
        f"turns within {one['turns_spread']}, {one['method']}, {one['seconds']} s\n"
    )


def summary(found: list[dict[str, Any]]) -> Iterator[str]:
    tally: Counter[str] = Counter()
    for one in found:
        players, _, remainder = one["case"]
        kind = "fours" if players % 4 == 0 else remainder
        tally[f"{kind}: rotations"] += 1
        tally[f"{kind}: at the bound"] += one["repeats"] == one["bound"] or one["excess"] == one["excess_bound"]
        tally[f"{kind}: zero"] += not one["repeats"]
        tally[f"{kind}: repeats in all"] += one["repeats"]
        tally[f"{kind}: seats off"] += one["seats_off"] > 0
        tally[f"{kind}: tables visited again"] += one["visits_too_many"] > 0
        tally[f"{kind}: turns apart by more than one"] += one["turns_spread"] > 1
    for name, count in sorted(tally.items()):
        yield f"{name}: {count}\n"
    yield f"slowest: {max((one['seconds'] for one in found), default=0)} s of the processor\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="how many rotations are drawn at a time (default: 1)")
    parser.add_argument("--results", type=Path, help="keeps the answers; what it holds already is not drawn again")
    parser.add_argument("--most", type=int, help="stop after so many new rotations")
    options = parser.parse_args()
    kept = options.results.read_text("utf-8").splitlines() if options.results and options.results.exists() else []
    found = [json.loads(one) for one in kept]
    known = {tuple(one["case"]) for one in found}
    cases = [case for case in grid() if case not in known][: options.most]
    with ProcessPoolExecutor(options.jobs) as pool:
        for one in pool.map(measured, cases):
            found.append(one)
            sys.stdout.write(line(one))
            sys.stdout.flush()
            if options.results:
                with options.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(one) + "\n")
    sys.stdout.writelines(summary(found))


if __name__ == "__main__":
    main()
