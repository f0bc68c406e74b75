"""
Two judges of a draw beside the check of the package, which share no code with the search.

`counted` counts on the seats what is promised. `judged` asks the checker of the workshop, a program that reads
rotations as files and says what they are worth: who needs it asks `checker` for it first, which skips the test where it
is not there.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import comb
from pathlib import Path

from tests.needs import shared
from tournaments.seating import Demand, Plan, Remainder

SIZES = {Remainder.SMALLER: [3, 4], Remainder.LARGER: [4, 5], Remainder.EXEMPT: [4]}


def counted(plan: Plan) -> dict[str, int]:
    """
    Return what a plan without a past nor fixed places is worth, by the names the checker gives it.

    `excess` is the sum of C(meetings, 2); `seat_deviation` counts the compass seats (a table of three has none) that a
    player has beyond an even share, or lacks; `table_max_visits` is how often somebody comes to one table.
    """
    met: Counter[tuple[int, ...]] = Counter()
    seats: dict[int, list[int]] = {}
    visits: Counter[tuple[int, int]] = Counter()
    for tables in plan.rounds:
        for at, table in enumerate(tables):
            met.update(combinations(sorted(table), 2))
            visits.update((player, at) for player in table)
            for chair, player in enumerate(table[:4]):
                seats.setdefault(player, [0] * 4)[chair] += len(table) > 3
    even = {player: (sum(had) // 4, -(-sum(had) // 4)) for player, had in seats.items()}
    return {
        "repeats": sum(met.values()) - len(met),
        "excess": sum(comb(times, 2) for times in met.values()),
        "max_meet": max(met.values()),
        "seat_deviation": sum(
            max(0, times - even[player][1]) + max(0, even[player][0] - times)
            for player, had in seats.items()
            for times in had
        ),
        "table_max_visits": max(visits.values()),
    }


def met_in_a_club(plan: Plan, clubs: Iterable[tuple[int, ...]]) -> tuple[int, int]:
    """Return how often two of a club meet in a plan without exempts, and the least there can be at so many tables."""
    met = least = 0
    for club in clubs:
        for tables in plan.rounds:
            met += sum(comb(len(set(club).intersection(table)), 2) for table in tables)
            share, more = divmod(len(club), len(tables))
            least += (len(tables) - more) * comb(share, 2) + more * comb(share + 1, 2)
    return met, least


def as_file(plan: Plan, demand: Demand) -> dict:
    """Return what the checker reads, for the players 1..n of a demand without a past."""
    return {
        "players": len(demand.players),
        "rounds": plan.rounds,
        "byes": plan.exempts,
        "sizes": SIZES[demand.remainder],
        "clubs": [one.players for one in demand.wishes.apart],
        "fixed": dict(demand.wishes.fixed_tables),
        "fixed_seat": dict(demand.wishes.fixed_seats),
        "active": {player: [first, last] for player, first, last in demand.wishes.active},
    }


def checker() -> Path:
    """Return the program of the workshop, or skip the test that asks for it."""
    return shared("checks/check_seating.py")


def judged(folder: Path, asked: list[dict]) -> list[dict]:
    """Return what the checker measures of each rotation; it must find all of them valid."""
    program = checker()
    files = []
    for number, one in enumerate(asked):
        file = folder / f"{number}.json"
        file.write_text(json.dumps(one))
        files.append(str(file))
    done = subprocess.run([sys.executable, str(program), "--json", *files], capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["errors"] for answer in answers] == [[]] * len(asked)
    return [answer["metrics"] for answer in answers]
