"""What a duplicate costs: the boards of a championship compared, its ranking cold, and its movement drawn."""

import time
from collections.abc import Iterator
from datetime import datetime
from random import Random
from statistics import median

from tests.bench.figures import Figure
from tests.tournaments import boards as boards_of_tests
from tournaments.comparison import Method, MethodRule, TableResult, compare
from tournaments.models import Tournament
from tournaments.queries.standings.standings import standings
from tournaments.seating import Demand, draw

COMPARED, RANKED, DRAWN = 0.2, 0.25, 5  # seconds of processor
TIMES = 5


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
    yield _ranked(tables, boards, rng)
    began = time.process_time()
    draw(Demand(tuple(range(tables)), rounds, seed=1, sets=tables // 4))
    yield Figure(f"mouvement de {tables // 4} tables × {rounds}", time.process_time() - began, "s", DRAWN)


def _ranked(tables: int, boards: int, rng: Random) -> Figure:
    """Return the median time of the ranking of so many tables and boards, in rounds of three, from what is stored."""
    rounds = max(1, boards // 3)
    evening = boards_of_tests.duplicate(tables, boards=3, rounds=rounds)
    for number in range(1, rounds + 1):
        scores = {
            table: {3 * (number - 1) + board: _scores(rng) for board in (1, 2, 3)} for table in range(1, tables + 1)
        }
        boards_of_tests.played(evening, number, scores)
    taken = []
    for _time in range(TIMES):
        began = time.process_time()
        standings(Tournament.objects.get(pk=evening.pk))
        taken.append(time.process_time() - began)
    return Figure(f"classement de {3 * rounds} étuis à {tables} tables, à froid", median(taken), "s", RANKED)


def _scores(rng: Random) -> tuple[int, ...]:
    points = rng.choice((25, 40, 55, 70, 90, 130, 400)) * rng.choice((1, -1))
    return (3 * points, -points, -points, -points)


def _result(place: int, rng: Random) -> TableResult:
    taker, points = rng.randrange(4), rng.choice((25, 40, 55, 70, 90, 130, 400)) * rng.choice((1, -1))
    scores = {hand: points * 3 if hand == taker else -points for hand in range(4)}
    return TableResult(place=place, taker=taker, scores=scores)
