"""
Two who say otherwise of one donne in the same instant, thousands of times: one is written, the other is told.

Each is a whole request in a thread of its own. No pair may have two winners or none, an answer of 5xx, a loser who does
not read both versions, or leave a figure that the sheets do not give.
"""

import statistics
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from threading import Barrier

from django.db import connection, connections

from scoring.models import SheetLine
from scoring.services.results import differences
from tarot_club.bench.big_evening import big_evening
from tarot_club.bench.entry import ROUND, Desk

DONNES = 60
WRITTEN, TOLD = 303, 422


@dataclass(frozen=True)
class Said:
    """What one of a pair says of a donne, and what he was answered."""

    taker: int
    points: int
    status: int = 0
    page: str = field(default="", repr=False)
    seconds: float = 0.0

    def reads(self, other: "Said") -> bool:
        """Whether the page shows what this one typed, and what the other wrote."""
        return f'value="{self.points}"' in self.page and f"2 bouts, {other.points} points" in self.page


def contradictions(*, at: datetime, pairs: int = 10_000, tables: int = 16) -> Iterator[str]:
    """Yield what became of so many pairs, in French. Raises RuntimeError at the first that did not end as it must."""
    tournament = big_evening(players=4 * tables, rounds=ROUND, at=at, password=uuid.uuid4().hex)
    desks = [Desk.of(tournament), Desk.of(tournament)]
    lines = SheetLine.objects.filter(table__round__tournament=tournament)
    together = Barrier(2)
    seconds: list[float] = []
    wins = [0, 0]

    def say(said: Said, table: int, number: int, replaces: str) -> Said:
        together.wait()
        began = time.perf_counter()
        changes = {"taker": str(said.taker), "points": str(said.points), "replaces": replaces, "reason": "mal recopiée"}
        answer = desks[said.taker].sends(table, number, **changes)
        page = answer.content.decode().replace("\u00a0", " ")
        return Said(said.taker, said.points, answer.status_code, page, time.perf_counter() - began)

    def leave(_thread: int) -> None:
        together.wait()
        connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        for turn in range(pairs):
            table, number = turn % tables + 1, turn // tables % DONNES + 1
            place = lines.filter(table__number=table, number=number, current=True)
            replaces = str(place.values_list("pk", flat=True).first() or "")
            both = [Said(0, 14 + turn % 30), Said(1, 44 + turn % 30)]
            answers = list(threads.map(say, both, [table] * 2, [number] * 2, [replaces] * 2))
            winner, loser = sorted(answers, key=lambda answer: answer.status)
            if (winner.status, loser.status) != (WRITTEN, TOLD) or not loser.reads(winner):
                raise RuntimeError(f"pair {turn}: {answers}")
            written = place.values_list("taker__chair", "half_points")
            if list(written) != [(winner.taker, 2 * winner.points)]:
                raise RuntimeError(f"pair {turn}: {list(written)} is written, {winner} was told so")
            wins[winner.taker] += 1
            seconds += [winner.seconds, loser.seconds]
        list(threads.map(leave, range(2)))
    wrong = list(differences(tournament))
    if wrong or lines.count() != pairs:
        raise RuntimeError(f"{lines.count()} lines of {pairs} pairs, and {wrong}")
    yield f"  {connection.vendor}, {pairs} paires qui se contredisent sur une même donne"
    yield f"    un seul gagnant chaque fois : {wins[0]} fois l’un, {wins[1]} fois l’autre"
    yield "    l’autre lit chaque fois les deux versions (422)"
    yield f"    aucune erreur 5xx, {pairs} lignes, aucun résultat faux"
    median, slowest = statistics.median(seconds), max(seconds)
    yield f"    durée d’une réponse, p50 {median * 1000:.1f} ms, la plus lente {slowest * 1000:.0f} ms"
