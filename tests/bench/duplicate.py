"""What a duplicate costs: the boards of a championship compared, and its movement drawn."""

import time
from collections.abc import Iterator
from datetime import datetime
from random import Random

from tests.bench.figures import Figure
from tournaments.comparison import Method, MethodRule, TableResult, compare
from tournaments.seating import Demand, draw

COMPARED, DRAWN = 0.2, 5  # seconds of processor


def duplicate(*, at: datetime, tables: int = 100, boards: int = 24, rounds: int = 12) -> Iterator[Figure]:
    """Yield the figures of each method, and of a movement of a quarter of the tables; `at` seeds the scores."""
    rng = Random(at.year)
    played = [[_result(place, rng) for place in range(tables)] for _board in range(boards)]
    for name, rule in (
        ("points de confrontation", MethodRule(method=Method.MATCHPOINTS, expected=tables + 1)),
        ("écart à la moyenne", MethodRule(method=Method.MEAN, trim=2, per_opponent=True)),
    ):
        began = time.process_time()
        for results in played:
            compare(results, rule)
        yield Figure(f"{boards} étuis à {tables} tables, {name}", time.process_time() - began, "s", COMPARED)
    began = time.process_time()
    draw(Demand(tuple(range(tables)), rounds, seed=1, sets=tables // 4))
    yield Figure(f"mouvement de {tables // 4} tables × {rounds}", time.process_time() - began, "s", DRAWN)


def _result(place: int, rng: Random) -> TableResult:
    taker, points = rng.randrange(4), rng.choice((25, 40, 55, 70, 90, 130, 400)) * rng.choice((1, -1))
    scores = {hand: points * 3 if hand == taker else -points for hand in range(4)}
    return TableResult(place=place, taker=taker, scores=scores)
