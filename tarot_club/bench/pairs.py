"""
Two who enter different versions of a donne in the same instant, thousands of times: one is written, one refused.

Each is a whole request in a thread of its own, of an arbiter at the desk or of a program, and several processes do this
side by side. No pair may have two winners or none, an answer of 5xx, a loser who does not read both versions, or leave
a figure that the sheets do not give.
"""

import multiprocessing
import os
import statistics
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from threading import Barrier
from typing import Any, Protocol

from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from scoring.models import SheetLine
from scoring.services.sheets.results import differences
from tarot_club.bench.big_evening import ARBITER, big_evening
from tarot_club.bench.entry import ROUND, Desk
from tournaments.labels import Scope
from tournaments.models import Account, Tournament
from tournaments.services.clubs.tokens import make_token

DONNES = 60
WHY = "mal recopiée"


@dataclass(frozen=True)
class Version:
    """What one of a pair sends of a donne in place of the line `replaces`, which is 0 where there is none."""

    taker: int  # a chair: 0 for the one, 1 for the other
    points: int
    table: int
    number: int
    replaces: int


class Answer(Protocol):
    """The answer to a version that was sent."""

    status: int

    def is_written(self) -> bool: ...

    def shows(self, mine: Version, other: Version) -> bool: ...


@dataclass(frozen=True)
class Page:
    """The page that the desk answers."""

    status: int
    text: str = field(repr=False)

    def is_written(self) -> bool:
        return self.status == 303

    def shows(self, mine: Version, other: Version) -> bool:
        """Whether this says that it was refused, with what this one typed and what the other wrote."""
        shows_both = f'value="{mine.points}"' in self.text and f"2 bouts, {other.points} points" in self.text
        return self.status == 422 and shows_both


@dataclass(frozen=True)
class Json:
    """What a program is answered."""

    status: int
    body: dict[str, Any]

    def is_written(self) -> bool:
        return self.status == 200 and self.body["state"] == "saved"

    def shows(self, mine: Version, other: Version) -> bool:
        """Whether this says that it is a conflict, with what this one sent and what the other wrote."""
        if (self.status, self.body["code"]) != (409, "stale_line"):
            return False
        versions = [(line["taker"], line["half_points"]) for line in (self.body["line"], self.body["sent"])]
        return versions == [(other.taker, 2 * other.points), (mine.taker, 2 * mine.points)]


@dataclass(frozen=True)
class Program:
    """A program of the arbiter's, with a token for each table: none of them asks too often."""

    client: Client
    tournament: Tournament
    secrets: tuple[str, ...]

    @classmethod
    def of(cls, tournament: Tournament, tables: int, at: datetime) -> "Program":
        account = Account.objects.get(username=ARBITER)
        made = partial(make_token, account=account, name="banc", scopes=[Scope.RECORD], tournament=None, at=at)
        secrets = tuple(made(key=uuid.uuid4()).secret for _table in range(tables))
        return cls(Client(headers={"host": "localhost"}), tournament, secrets)

    def says(self, version: Version) -> Json:
        seen = {"If-Match": f'"{version.replaces}"'} if version.replaces else {"If-None-Match": "*"}
        answer = self.client.put(
            reverse("api_donne", args=[self.tournament.pk, ROUND, version.table, version.number]),
            {
                "outcome": "jouee",
                "taker": version.taker,
                "contract": "garde",
                "bouts": 2,
                "points": version.points,
                "reason": WHY,
            },
            content_type="application/json",
            headers=seen
            | {"Authorization": f"Bearer {self.secrets[version.table - 1]}", "Idempotency-Key": str(uuid.uuid4())},
        )
        return Json(answer.status_code, answer.json())


def at_the_desk(desk: Desk, version: Version) -> Page:
    changes = {"taker": str(version.taker), "points": str(version.points), "reason": WHY}
    answer = desk.sends(version.table, version.number, replaces=str(version.replaces or ""), **changes)
    return Page(answer.status_code, answer.content.decode().replace("\u00a0", " "))


@dataclass
class Tally:
    """What became of pairs: how often each won, and which door the loser came by; seconds of each answer."""

    wins: Counter[int] = field(default_factory=Counter)
    losers: Counter[type] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)


def contradictions(
    *, at: datetime, pairs: int = 10_000, tables: int = 16, processes: int | None = None
) -> Iterator[str]:
    """Yield what became of so many pairs, in French. Raises RuntimeError at the first that did not end as it must."""
    processes = processes or os.cpu_count() or 1
    tournament = big_evening(players=4 * tables, rounds=ROUND, at=at, password=uuid.uuid4().hex)
    program = Program.of(tournament, tables, at)
    shares = [(pairs + share) // processes for share in range(processes)]
    own = [range(1 + share, tables + 1, processes) for share in range(processes)]
    doors = [[partial(at_the_desk, Desk.of(tournament)), program.says] for _side in range(2)]
    began = time.monotonic()
    if processes == 1:
        tallies = [_tally(tournament, doors, pairs, own[0])]
    else:
        connections.close_all()  # none survives a fork
        with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
            tallies = list(pool.map(partial(_tally, tournament, doors), shares, own))
    took = time.monotonic() - began
    wrong = list(differences(tournament))
    lines = SheetLine.objects.filter(table__round__tournament=tournament).count()
    if wrong or lines != pairs:
        raise RuntimeError(f"{lines} lines of {pairs} pairs, and {wrong}")
    wins = sum((tally.wins for tally in tallies), Counter[int]())
    losers = sum((tally.losers for tally in tallies), Counter[type]())
    seconds = [second for tally in tallies for second in tally.seconds]
    yield f"  {connection.vendor}, {pairs} paires qui se contredisent sur une même donne, en {took:.0f} s"
    yield f"    un seul gagnant chaque fois : {wins[0]} fois l’un, {wins[1]} fois l’autre"
    read = f"{losers[Page]} fois à l’écran (422), {losers[Json]} fois en JSON (409)"
    yield f"    l’autre lit chaque fois les deux versions : {read}"
    yield f"    aucune erreur 5xx, {lines} lignes, aucun résultat faux"
    median, slowest = statistics.median(seconds), max(seconds)
    yield f"    durée d’une réponse, p50 {median * 1000:.1f} ms, la plus lente {slowest * 1000:.0f} ms"


def _tally(tournament: Tournament, doors: list[list[Any]], pairs: int, tables: range) -> Tally:
    """Have so many pairs contradict each other at these tables: by the desk, by programs, and by one of each."""
    lines = SheetLine.objects.filter(table__round__tournament=tournament)
    together = Barrier(2)
    tally = Tally()

    def say(door: int, version: Version) -> tuple[Answer, float]:
        together.wait()
        began = time.perf_counter()
        return doors[version.taker][door](version), time.perf_counter() - began

    def leave(_thread: int) -> None:
        together.wait()
        connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        for turn in range(pairs):
            table, number = tables[turn % len(tables)], turn // len(tables) % DONNES + 1
            place = lines.filter(table__number=table, number=number, current=True)
            seen = place.values_list("pk", flat=True).first() or 0
            versions = [
                Version(0, 14 + turn % 30, table, number, seen),
                Version(1, 44 + turn % 30, table, number, seen),
            ]
            timed = list(threads.map(say, [turn % 2, turn // 2 % 2], versions))
            answers = [answer for answer, _seconds in timed]
            winner = 0 if answers[0].is_written() else 1
            if answers[1 - winner].is_written() or not answers[1 - winner].shows(
                versions[1 - winner], versions[winner]
            ):
                raise RuntimeError(f"pair {turn}: {versions} were told {answers}")
            written = list(place.values_list("taker__chair", "half_points"))
            if not answers[winner].is_written() or written != [(winner, 2 * versions[winner].points)]:
                raise RuntimeError(f"pair {turn}: {written} is written, {versions} were told {answers}")
            tally.wins[winner] += 1
            tally.losers[type(answers[1 - winner])] += 1
            tally.seconds += [seconds for _answer, seconds in timed]
        list(threads.map(leave, range(2)))
    connections.close_all()
    return tally
