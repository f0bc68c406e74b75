"""The figures promised, judged by a checker that shares no code with us."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tournaments.seating import Demand, Remainder, draw

CHECKER = Path(__file__).parents[3] / ".." / "shared" / "checks" / "check_seating.py"

ZERO = [
    *[(n, r) for n, r in ((8, 1), (12, 1), (16, 5), (20, 5), (24, 7), (28, 9), (32, 9), (36, 11), (40, 13), (44, 11))],
    *[(n, r) for n, r in ((48, 15), (52, 17), (56, 12), (60, 19), (64, 21), (72, 23), (80, 25))],
    *[(n, r) for n, r in ((100, 33), (64, 8), (200, 10), (1000, 10))],
]
EXCESS = [
    *[(8, r, least) for r, least in ((2, 4), (3, 12), (6, 60), (10, 204))],
    *[(12, r, least) for r, least in ((3, 9), (5, 30), (10, 162))],
    *[(16, 6, 24), (16, 10, 120), (20, 8, 50), (20, 10, 110), (24, 10, 84), (28, 10, 42)],
]
UNEVEN = [(n, 5, how) for n in (26, 27, 29, 30, 31, 41, 999) for how in (Remainder.SMALLER, Remainder.EXEMPT)]
UNEVEN += [(n, 5, Remainder.LARGER) for n in (30, 37, 65, 1001)]
SIZES = {Remainder.SMALLER: [3, 4], Remainder.LARGER: [4, 5], Remainder.EXEMPT: [4]}


@pytest.fixture
def judge(tmp_path):
    """Draw a grid and return, for each case, the plan's certificate and what the checker measures."""
    if not CHECKER.exists():
        pytest.skip("the independent checker ../shared/checks/check_seating.py is not here")

    def judged(grid):
        files, certificates = [], []
        for players, rounds, remainder in grid:
            plan = draw(Demand(tuple(range(1, players + 1)), rounds, seed=1, remainder=remainder))
            asked = {"players": players, "rounds": plan.rounds, "byes": plan.exempts, "sizes": SIZES[remainder]}
            file = tmp_path / f"{players}-{rounds}-{remainder}.json"
            file.write_text(json.dumps(asked))
            files.append(str(file))
            certificates.append(plan.certificate)
        command = [sys.executable, str(CHECKER), "--json", *files]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [answer["errors"] for answer in answers] == [[]] * len(grid)
        return list(zip(certificates, (answer["metrics"] for answer in answers), strict=True))

    return judged


def test_no_repeat_where_a_design_reaches(judge):
    found = judge([(players, rounds, Remainder.EXEMPT) for players, rounds in ZERO])
    assert [(m["players"], m["rounds"], m["repeats"]) for _, m in found] == [(*case, 0) for case in ZERO]
    assert all(said.proven_optimal for said, _ in found)
    assert {m["seat_deviation"] for _, m in found} == {0}


def test_the_best_known_where_repeats_cannot_be_avoided(judge):
    found = judge([(players, rounds, Remainder.EXEMPT) for players, rounds, _ in EXCESS])
    assert [(m["players"], m["rounds"], m["excess"]) for _, m in found] == EXCESS
    for said, measured in found:
        assert (said.repeats, said.excess) == (measured["repeats"], measured["excess"])
        assert said.most_meetings == measured["max_meet"]
        assert said.proven_optimal == (said.repeats == said.lower_bound)
    assert {m["seat_deviation"] for _, m in found} == {0}


def test_other_numbers_without_a_repeat(judge):
    found = judge(UNEVEN)
    assert [(m["players"], m["repeats"]) for _, m in found] == [(players, 0) for players, _, _ in UNEVEN]
    assert {m["seat_deviation"] for _, m in found} == {0}
    assert max(said.odd_tables_spread for said, _ in found) <= 1
    assert max(said.exempts_spread for said, _ in found) <= 1
