"""The independent checker, which shares no code with us: it reads rotations as files and says what they are worth."""

import json
import subprocess
import sys
from pathlib import Path

from tests.needs import shared
from tournaments.seating import Demand, Plan, Remainder

SIZES = {Remainder.SMALLER: [3, 4], Remainder.LARGER: [4, 5], Remainder.EXEMPT: [4]}


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


def judged(folder: Path, asked: list[dict]) -> list[dict]:
    """Return what the checker measures of each rotation; it must find all of them valid."""
    checker = shared("checks/check_seating.py")
    files = []
    for number, one in enumerate(asked):
        file = folder / f"{number}.json"
        file.write_text(json.dumps(one))
        files.append(str(file))
    done = subprocess.run([sys.executable, str(checker), "--json", *files], capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["errors"] for answer in answers] == [[]] * len(asked)
    return [answer["metrics"] for answer in answers]
