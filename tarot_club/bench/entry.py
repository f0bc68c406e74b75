"""
What entering donnes costs, beside a bare insert of the same database in the same run.

One request after another (statements, processor, clock), then 32 tables at once: each in its turn, and all of them in
the same instant. The requests go through the whole site, without a network.
"""

import random
import statistics
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from itertools import count, islice
from queue import Queue
from threading import Barrier
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db import connection, connections, transaction
from django.test import Client
from django.test.client import ClientHandler
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import SheetLine
from tarot_club.bench.big_evening import ARBITER, TYPED, big_evening
from tarot_club.bench.crowd import p99
from tarot_club.embedded.web import BLOCKING_THREADS
from tournaments.models import Account, Tournament

ROUND = 1  # the only position of the evening: no line yet
FORM = "application/x-www-form-urlencoded"
INSERTED, SAVED = "écrire une ligne, sans rien d’autre", "enregistrer une donne"
MOST_STATEMENTS, MOST_CPU, LONGEST = 16, 0.025, 0.05  # of saving a donne; seconds: the median's, and the p99 of many


class Figures(NamedTuple):
    """What some work took, one after another: statements each time, seconds sorted."""

    statements: int
    cpus: list[float]
    walls: list[float]


class Crowd(NamedTuple):
    """What many took together: seconds that each waited, sorted, and of processor for each."""

    waits: list[float]
    cpu: float


class Call(NamedTuple):
    """What one table asks for: seconds after the start, which table, which donne."""

    moment: float
    table: int
    number: int


@dataclass(frozen=True)
class Desk:
    """An arbiter who is logged in, in a browser of his own; what he is answered is the response of a test client."""

    client: Client
    tournament: Tournament

    @classmethod
    def of(cls, tournament: Tournament) -> "Desk":
        client = Client(headers={"host": "localhost"})
        client.handler = _site()
        arbiter = Account.objects.get(username=ARBITER)
        client.force_login(arbiter, backend="allauth.account.auth_backends.AuthenticationBackend")
        return cls(client, tournament)

    def opens(self, table: int, number: int) -> Any:
        return self.client.get(self._at("donne", table, number))

    def sends(self, table: int, number: int, page: str = "donne", **changes: str) -> Any:
        form = TYPED | {"key": str(uuid.uuid4())} | changes
        return self.client.post(self._at(page, table, number), urlencode(form), content_type=FORM)

    def saves(self, table: int, number: int, **changes: str) -> None:
        answer = self.sends(table, number, **changes)
        if answer.status_code != 303:
            raise RuntimeError(f"{answer.status_code}: {answer.content.decode()}")

    def _at(self, page: str, table: int, number: int) -> str:
        return reverse(page, args=[self.tournament.pk, ROUND, table, number])


def entry(
    *, at: datetime, tables: int = 64, times: int = 200, at_once: int = 32, rounds: int = 6, pause: float = 5
) -> Iterator[str]:
    """
    Yield a line for each figure, in French; `pause` is the seconds between two donnes of a table, which plays minutes.

    Writes in the database in use, which the command throws away.
    """
    tournament = big_evening(players=4 * tables, rounds=ROUND, at=at, password=uuid.uuid4().hex)
    with _bare_table():
        yield f"  {connection.vendor}, {4 * tables} joueurs"
        yield from _one_by_one(tournament, tables, times)
        yield from _together(tournament, at_once, rounds, pause, first=times // tables + 2)


def _one_by_one(tournament: Tournament, tables: int, times: int) -> Iterator[str]:
    yield f"  {'une requête après l’autre':<44}{'SQL':>5}{'processeur p50':>16}{'p99':>8}{'durée p50':>12}{'p99':>8}"
    for name, work in _requests(Desk.of(tournament), tables):
        took = _took(work, times)
        yield f"    {name:<42}{took.statements:>5}{_median_and_p99(took.cpus):>24}{_median_and_p99(took.walls):>20}"
        if name == SAVED:
            cpu = statistics.median(took.cpus)
            verdicts = [_judged("instructions", took.statements, MOST_STATEMENTS)]
            verdicts.append(_judged("ms de processeur, p50", cpu * 1000, MOST_CPU * 1000))
    yield from verdicts


def _together(tournament: Tournament, at_once: int, rounds: int, pause: float, *, first: int) -> Iterator[str]:
    """Yield how long each waits when so many tables enter their donnes, from number `first` on."""
    desks = [Desk.of(tournament) for _table in range(at_once)]
    numbers = count(first)

    def save(table: int, turn: int) -> None:
        desks[table].saves(table + 1, turn)

    def insert(_table: int, _turn: int) -> None:
        _insert()

    crowds: dict[str, Callable[[int, Sequence[int]], Iterator[Call]]] = {
        f"{at_once} tables, une donne chacune toutes les {pause} s": partial(_in_turn, pause),
        f"{at_once} tables au même instant": _in_one_instant,
    }
    for how, calls in crowds.items():
        yield f"  {how:<49}{'processeur moyen':>16}{'durée p50':>12}{'p99':>8}"
        for name, work in ((INSERTED, insert), (SAVED, save)):
            crowd = _crowd(work, calls(at_once, list(islice(numbers, rounds))))
            yield f"    {name:<47}{_ms(crowd.cpu):>16}{_median_and_p99(crowd.waits):>20}"
        yield _judged("ms de durée, p99", p99(crowd.waits) * 1000, LONGEST * 1000)


def _requests(desk: Desk, tables: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what one arbiter does, donne after donne, table after table."""
    places = ((turn % tables + 1, turn // tables + 1) for turn in count())
    yield INSERTED, _insert
    yield "l’aperçu d’une donne", lambda: desk.sends(tables, 60, "donne_preview")
    yield SAVED, lambda: desk.saves(*next(places))
    yield "le formulaire de la suivante", lambda: desk.opens(1, 59)
    yield "une donne incomplète, refusée", lambda: desk.sends(tables, 60, points="")
    lines = SheetLine.objects.filter(table__round__tournament=desk.tournament, current=True)
    written = iter(lines.values_list("table__number", "number", "pk"))

    def correct() -> None:
        table, number, line = next(written)
        desk.saves(table, number, replaces=str(line), points="46", reason="mal recopiée")

    yield "corriger une donne", correct


@contextmanager
def _bare_table() -> Iterator[None]:
    """Make the table that the bare insert writes in, and drop it."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_entry (figure integer)")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE bench_entry")


def _insert() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_entry VALUES (1)")


def _took(work: Callable[[], object], times: int) -> Figures:
    """Do some work so many times, once before unmeasured and once to count its statements."""
    work()
    with CaptureQueriesContext(connection) as queries:
        work()
        statements = len(queries)  # the next request forgets them
    cpus, walls = [], []
    for _time in range(times - 2):
        began = time.process_time(), time.perf_counter()
        work()
        cpus.append(time.process_time() - began[0])
        walls.append(time.perf_counter() - began[1])
    return Figures(statements, sorted(cpus), sorted(walls))


def _in_turn(pause: float, at_once: int, numbers: Sequence[int]) -> Iterator[Call]:
    """Yield a call of every table in each turn, at a moment of its own."""
    chance = random.Random(1)  # noqa: S311 - figures to be repeated, not a secret
    moments = sorted((chance.random() * pause, table) for table in range(at_once))
    for turn, number in enumerate(numbers):
        for moment, table in moments:
            yield Call(turn * pause + moment, table, number)


def _in_one_instant(at_once: int, numbers: Sequence[int]) -> Iterator[Call]:
    """Yield the calls of all tables in the same instant, some times over, with time to answer them between."""
    for turn, number in enumerate(numbers):
        for table in range(at_once):
            yield Call(2.0 * turn, table, number)


def _crowd(work: Callable[[int, int], None], calls: Iterable[Call]) -> Crowd:
    """Return what it takes from each call to its answer, by as many threads as the product serves with."""
    waiting: Queue[Call | None] = Queue()
    opened = Barrier(BLOCKING_THREADS + 1)

    def serve(_thread: int) -> list[float]:
        waits = []
        try:
            connection.ensure_connection()  # a thread of the product keeps the one of its first request
            opened.wait()
            while (call := waiting.get()) is not None:
                work(call.table, call.number)
                waits.append(time.monotonic() - start - call.moment)
        finally:
            connections.close_all()
        return waits

    with ThreadPoolExecutor(BLOCKING_THREADS) as threads:
        served = threads.map(serve, range(BLOCKING_THREADS))
        opened.wait()
        start, spent = time.monotonic() + 0.2, time.process_time()
        for call in calls:
            time.sleep(max(0.0, start + call.moment - time.monotonic()))
            waiting.put(call)
        for _thread in range(BLOCKING_THREADS):
            waiting.put(None)
        waits = sorted(wait for waits in served for wait in waits)
    return Crowd(waits, (time.process_time() - spent) / len(waits))


@cache
def _site() -> ClientHandler:
    """Return the site, loaded: a process does it once, where each test client would at its first request."""
    site = ClientHandler(enforce_csrf_checks=False)
    site.load_middleware()
    return site


def _judged(quantity: str, figure: float, most: float) -> str:
    """Return the verdict on saving a donne: whether a figure keeps within what was promised."""
    verdict = "tenu" if figure <= most else "PAS TENU"
    return f"  → {SAVED} : {figure:.{int(figure % 1 > 0)}f} {quantity}, au plus {most:g} : {verdict}"


def _median_and_p99(ordered: Sequence[float]) -> str:
    """Return the median and the p99 of seconds, in two columns."""
    return f"{_ms(statistics.median(ordered)):>12}{_ms(p99(ordered)):>8}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f}"
