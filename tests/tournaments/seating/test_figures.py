"""The figures promised: those that take no long search, and the commands that draw them all."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.seating.judge import as_file, checker, counted, judged, met_in_a_club
from tests.tournaments.seating.laws import quick
from tests.tournaments.seating.promised import PROMISES, Promise, broken
from tournaments.seating import Apart, Demand, Remainder, Wishes, draw, problems

ROOT = Path(__file__).parents[3]
# Larger fields stand with the product: they are made as the smaller ones are, and take longer.
HALL = 24
QUICK = [
    pytest.param(promise, marks=pytest.mark.product if promise.players > HALL else ())
    for promise in PROMISES
    if not promise.slow
]


@pytest.mark.parametrize("promise", QUICK, ids=lambda promise: promise.name)
def test_what_is_promised_is_reached(promise: Promise) -> None:
    assert broken(promise) == []


@pytest.mark.parametrize("command", ["promised", "grid"])
def test_the_commands_start_as_they_are_typed(command: str) -> None:
    """Outside of pytest, which says where Django's settings are."""
    kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    program = [sys.executable, "-m", f"tests.tournaments.seating.{command}", "--help"]
    answer = subprocess.run(program, cwd=ROOT, env=kept, capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "--jobs" in answer.stdout


@quick
def test_a_promise_that_is_not_kept_is_told() -> None:
    assert broken(Promise(12, 4, repeats=0)) == ["13 repeats, 0 promised", "no repeat, and that is not proved"]
    assert broken(Promise(12, 3, repeats=None, excess=8)) == ["an excess of 9, 8 promised"]
    assert broken(Promise(12, 5, repeats=None, once=True))[0].startswith("somebody comes 3 times to a table")


def evenings() -> Iterator[Demand]:
    """Yield a demand with each kind of wish that a file may hold, and without."""
    yield Promise(20, 5).demand
    yield Promise(12, 5).demand
    yield Promise(30, 5, Remainder.SMALLER).demand
    yield Promise(41, 5, Remainder.EXEMPT).demand
    yield Promise(37, 5, Remainder.LARGER).demand


def test_the_checker_of_the_workshop_counts_alike(tmp_path: Path) -> None:
    checker()
    demands = list(evenings())
    plans = [draw(demand) for demand in demands]
    measured = judged(tmp_path, list(map(as_file, plans, demands)))
    here = [counted(plan) for plan in plans]
    assert [{name: one[name] for name in here[0]} for one in measured] == here


@pytest.mark.parametrize(("players", "rounds", "club"), [(40, 5, 10), (64, 7, 16), (200, 6, 50), (40, 6, 15)])
def test_clubs_meet_as_little_as_can_be_and_nobody_meets_twice(players: int, rounds: int, club: int) -> None:
    clubs = [tuple(range(first, min(first + club, players + 1))) for first in range(1, players + 1, club)]
    demand = Demand(tuple(range(1, players + 1)), rounds, seed=1, wishes=Wishes(apart=tuple(map(Apart, clubs))))
    plan = draw(demand)
    assert problems(plan, demand) == []
    assert counted(plan)["repeats"] == 0
    met, least = met_in_a_club(plan, clubs)
    assert met == least


def test_one_in_four_at_a_fixed_table() -> None:
    fixed = tuple((player, player - 1) for player in range(1, 11))
    demand = Demand(tuple(range(1, 41)), 6, seed=1, wishes=Wishes(fixed_tables=fixed))
    plan = draw(demand)
    assert problems(plan, demand) == []
    assert counted(plan)["repeats"] == 0


def test_people_who_come_for_some_rounds_only() -> None:
    wishes = Wishes(active=((1, 0, 2), (2, 3, 5), (3, 1, 4)), fixed_seats=((7, 0), (8, 0)))
    demand = Demand(tuple(range(1, 43)), 6, seed=1, remainder=Remainder.SMALLER, wishes=wishes)
    plan = draw(demand)
    assert problems(plan, demand) == []
    assert counted(plan)["repeats"] == 0


# What an arbiter found by hand, or the bound: with three times the same two instead of twice three pairs.
SMALL_HALLS = {(8, 4): 20, (9, 3): 6, (12, 3): 6, (12, 4): 13, (12, 5): 24, (13, 5): 17}


@pytest.mark.parametrize(("hall", "repeats"), SMALL_HALLS.items())
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.product) for seed in (2, 6))])
def test_what_is_told_of_a_small_hall_is_as_few_as_is_known(hall: tuple[int, int], repeats: int, seed: int) -> None:
    players, rounds = hall
    plan = draw(Demand(tuple(range(1, players + 1)), rounds, seed=seed))
    assert counted(plan)["repeats"] == plan.certificate.repeats <= repeats
