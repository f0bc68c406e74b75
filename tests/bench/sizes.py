"""Cost against size: what fifty people pay for a donne, a poll and a page, beside what five thousand pay."""

import time
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.bench.big_evening import big_evening
from tests.bench.entry import saving
from tests.bench.figures import Figure

POSITIONS = 2
TABLES = 12  # at which donnes are saved: those of the smallest evening
FLAT = 1.3  # of what is asked once a donne or once a poll; the rest is noise


class Cost(NamedTuple):
    """Seconds: a donne saved, an unchanged poll, the whole standings."""

    saved: float
    polled: float
    page: float


def sizes(*, at: datetime, players: tuple[int, ...] = (50, 500, 5000), times: int = 40) -> Iterator[Figure]:
    """Measure an evening of each size, the smallest first, and compare the largest with it."""
    costs = {count: _cost(count, at, times) for count in players}
    for count, cost in costs.items():
        yield Figure(f"{count} joueurs : enregistrer une donne", cost.saved * 1000, "ms")
        yield Figure("  demander un classement inchangé (304)", cost.polled * 1000, "ms")
        yield Figure("  le classement entier", cost.page * 1000, "ms")
    small, large = players[0], players[-1]
    few, many = costs[small], costs[large]
    yield Figure(f"de {small} à {large} joueurs : enregistrer, fois", many.saved / few.saved, "", FLAT)
    yield Figure("  demander sans changement, fois", many.polled / few.polled, "", FLAT)
    yield Figure("  le classement, fois par ligne", many.page / few.page / (large / small), "", 1)


def _cost(players: int, at: datetime, times: int) -> Cost:
    """Return what an evening of so many costs; nothing of it stays."""
    # PostgreSQL works in a process of its own, whose time this one only waits for.
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    with transaction.atomic():
        evening = big_evening(players=players, rounds=POSITIONS, at=at, password=uuid.uuid4().hex)
        save = saving(evening, tables=TABLES, position=POSITIONS, clock=clock)
        client, page = Client(headers={"host": "localhost"}), reverse("standings", args=[evening.pk])
        save(0)
        saved = _undisturbed([save(turn) for turn in range(1, times)])
        read = _asking(client, page, 200, clock, {})
        read()
        whole = _undisturbed([read() for _time in range(max(3, times // 8))])
        tag = client.get(f"{page}?fragment")["ETag"]
        poll = _asking(client, f"{page}?fragment", 304, clock, {"if-none-match": tag})
        polled = _undisturbed([poll() for _time in range(times)])
        transaction.set_rollback(True)
    return Cost(saved, polled, whole)


def _undisturbed(seconds: list[float]) -> float:
    """Return what something takes where nothing else runs: of ten times nine took longer."""
    return sorted(seconds)[len(seconds) // 10]


def _asking(
    client: Client, address: str, status: int, clock: Callable[[], float], headers: dict[str, str]
) -> Callable[[], float]:
    def ask() -> float:
        began = clock()
        answer = client.get(address, headers=headers)
        took = clock() - began
        assert answer.status_code == status, answer.status_code
        return took

    return ask
