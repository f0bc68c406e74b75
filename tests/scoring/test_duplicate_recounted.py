"""A random evening of duplicate, recounted from its file alone by the plainest counting there is."""

import gzip
import json
import random
import uuid
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

from scoring.imports.event_files import event_file
from scoring.labels import Outcome
from scoring.services.sheets.results import differences
from tests.factories import DAY, NOW
from tests.scoring.duplicates import an_evening, tables_of
from tests.scoring.sheets import garde, record
from tournaments.models import Account, BoardResult, Club, Tournament
from tournaments.queries.standings.fouled_boards import tables_with
from tournaments.queries.standings.standings import standings
from tournaments.services.fouled_boards import rule_fouled, take_back_fouled

pytestmark = pytest.mark.django_db

Rows = list[dict[str, Any]]
Held = tuple[int, int, int | None]  # a board, one of its hands, the ruling by which its cards were others
Results = dict[Held, list[tuple[int, int, bool]]]  # of each: (start number, marks, is taker)


def play_at_random(evening: Tournament, by: Account, rng: random.Random) -> None:
    """Write most boards of two rounds: some passed, annulled, turned, corrected, left out; some with changed hands."""
    for number in (1, 2):
        for table in tables_of(evening, number):
            for board in table.boards:
                if rng.random() < 0.1:
                    continue
                taken = garde(taker=rng.randrange(4), bouts=rng.choice([1, 2, 3]), points=str(rng.randrange(30, 62)))
                entry = rng.choices([taken, Outcome.PASSED, Outcome.ANNULLED], [8, 1, 1])[0]
                record(table, board, by, entry, turn=rng.choice([0, 0, 0, 1, 2, 3]))
                if rng.random() < 0.2:
                    record(table, board, by, garde(taker=rng.randrange(4)))
    for board in sorted(set(BoardResult.objects.values_list("board", flat=True))):
        playing = tables_with(evening, board)
        tables = rng.sample(playing, rng.randrange(min(4, len(playing))))
        for some in filter(None, (tables[:2], tables[2:])):
            asked = {"tournament": evening, "board": board, "tables": some, "key": uuid.uuid4()}
            ruling = rule_fouled(**asked, reason="mains changées", by=by, at=NOW)
            if rng.random() < 0.2:
                take_back_fouled(ruling=ruling, reason="c’était juste", by=by, at=NOW)


def results_in(rows: dict[str, Rows]) -> Results:
    """Return what each hand of each board was worth, from the lines that stand."""
    start = {entry["id"]: entry["start_number"] for entry in rows["tournaments.Registration"]}
    seats = {(seat["table"], seat["chair"]): seat for seat in rows["tournaments.Seat"] if seat["table"]}
    in_force = {row["id"]: row["board"] for row in rows["tournaments.FouledBoard"] if row["cancelled_at"] is None}
    others = {(row["table"], in_force.get(row["fouled"])): row["fouled"] for row in rows["tournaments.FouledTable"]}
    results: Results = defaultdict(list)
    for line in rows["scoring.SheetLine"]:
        if not line["current"] or line["outcome"] not in ("jouee", "passee"):
            continue
        for chair in range(4):
            seat = seats[line["table"], chair]
            marks = line["marque"].get("scores", {}).get(str(chair), 0)
            hand = (chair + line["turn"]) % 4
            held = (line["number"], hand, others.get((line["table"], line["number"])))
            results[held].append((start[seat["registration"]], marks, line["taker"] == seat["id"]))
    return results


def by_match_points(results: Results) -> dict[int, Fraction]:
    """Return the percentage of each start number: what he won of what he could win; all boards as often played."""
    played = Counter[tuple[int, int]]()
    for (board, hand, _ruling), held in results.items():
        played[board, hand] += len(held)
    usual = max(played.values())
    won: dict[int, Fraction] = defaultdict(Fraction)
    possible: dict[int, int] = defaultdict(int)
    for held in results.values():
        for player, marks, _is_taker in held:
            points = sum(2 * (marks > other) + (marks == other) for who, other, _is in held if who != player)
            won[player] += Fraction((points + 1) * usual, len(held)) - 1
            possible[player] += 2 * (usual - 1)
    return {player: 100 * won[player] / possible[player] for player in won}


def by_mean(results: Results) -> dict[int, Fraction]:
    """Return the points of each start number: the differences from the others, taken to all the boards of the event."""
    boards = len({board for board, _hand, _ruling in results})
    won: dict[int, Fraction] = defaultdict(Fraction)
    played: dict[int, int] = defaultdict(int)
    for held in results.values():
        for player, marks, _is_taker in held:
            others = [other for who, other, _is in held if who != player]
            won[player] += marks - Fraction(sum(others), len(others)) if others else 0
            played[player] += 1
    return {player: won[player] * boards / played[player] for player in won}


SCALE = {0: 0, 20: 1, 100: 3, 250: 4}
SCALED = {
    "compared_scale": "\n".join(f"{since} {points}" for since, points in SCALE.items()),
    "compared_scale_name": "du comité",
    "compared_scale_on": DAY,
    "compared_least": 3,
}


def by_scale(results: Results) -> dict[int, Fraction]:
    """Return the points of each start number: differences through the scale; fewer than three results bring nothing."""
    boards = len({board for board, _hand, _ruling in results})
    won: dict[int, Fraction] = defaultdict(Fraction)
    played: dict[int, int] = defaultdict(int)
    for held in results.values():
        for player, marks, _is_taker in held:
            played[player] += 1
            if len(held) >= 3:
                others = sum(other for who, other, _is in held if who != player)
                difference = marks - Fraction(others, len(held) - 1)
                points = max(points for since, points in SCALE.items() if since <= abs(difference))
                won[player] += points if difference > 0 else -points
    return {player: won[player] * boards / played[player] for player in played}


@pytest.mark.parametrize(("seed", "boards_travel"), [(0, False), (1, False), (2, True), (3, True)])
@pytest.mark.parametrize(
    ("method", "recount", "settings"),
    [("matchpoints", by_match_points, {}), ("mean", by_mean, {}), ("scale", by_scale, SCALED)],
)
def test_the_ranking_is_what_its_file_gives(
    club: Club,
    the_organiser: Account,
    method: str,
    recount: Any,
    settings: dict[str, Any],
    seed: int,
    boards_travel: bool,
) -> None:
    settings = settings | {"compared_by": method, "boards_travel": boards_travel}
    evening = an_evening(club, the_organiser, players=22, **settings)
    play_at_random(evening, the_organiser, random.Random(seed))
    event = json.loads(gzip.decompress(event_file(evening, at=NOW)))["event"]
    counted = recount(results_in(event["rows"]))
    lines = standings(evening).lines
    assert {line.start_number: line.total for line in lines if line.start_number in counted} == counted
    assert {line.start_number for line in lines if line.place is not None} == counted.keys()
    best = max(counted.values())
    assert {line.start_number for line in lines if line.place == 1} == {
        who for who, of in counted.items() if of == best
    }
    assert differences(evening) == []
