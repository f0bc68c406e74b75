"""
What a page that everybody reads costs, each figure beside its limit: the standings of 1,000 players and 8 positions.

A rate is held against a bare server that sends the same bytes in the same run, by turns, because what else the machine
does changes from one second to the next; so is the processor time of an answer.
"""

import asyncio
import json
import re
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, cycle
from math import ceil
from urllib.parse import urljoin

from tarot_club.bench.crowd import Reader, p99, polling, stale, together, writing
from tarot_club.bench.served import TOOL, Arbiter, Served, answers_per_second, bare, fetch, manage, served_evening
from tarot_club.bench.start import TICKS, family, ticks

PAGE = "tournois/1/classement/"
GZIP = {"Accept-Encoding": "gzip", "Accept-Language": "fr"}
BROTLI = {"Accept-Encoding": "br, gzip", "Accept-Language": "fr"}  # what browsers take over TLS
SECONDS_OF_A_RATE = 2.0
POLL = 5  # seconds between two polls of a phone
DONNES_A_MINUTE = 1  # of a table: five times what people play
ARBITERS = 4  # who enter them, each one after another
LINKED = re.compile(r'<link rel="stylesheet"\s+href="([^"]+)"|<script src="([^"]+)"')
LETTERS = re.compile(r'url\("(/polices/[^"]+)"\)')


@dataclass(frozen=True)
class Figure:
    """One figure, its unit, its limit and the aim beyond it (None where there is none); `least`: a lower limit."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    aim: float | None = None
    least: bool = False

    def __str__(self) -> str:
        line = f"  {self.name:<62}{_number(self.value):>9} {self.unit:<5}"
        if self.limit is None:
            return line.rstrip()
        sign = "≥" if self.least else "≤"
        is_held = self.value >= self.limit if self.least else self.value <= self.limit
        aim = "" if self.aim is None else f" (visé {_number(self.aim)})"
        return f"{line}{sign} {_number(self.limit)}{aim}  {'tenu' if is_held else 'MANQUÉ'}"


def public(
    *, players: int = 1000, rounds: int = 8, seconds: float = 120, times: int = 30, readers: int = 32, phones: int = 400
) -> Iterator[str]:
    """Yield a line for each figure, in French; the hall polls and writes for so many seconds."""
    with served_evening(players=players, rounds=rounds) as served:
        yield from map(
            str,
            chain(
                _cold(served, times, readers),
                _unchanged(served, readers, turns=max(1, times // 10)),
                _after_donnes(served, readers, donnes=times),
                _hall(served, phones, min(100, players // 4), seconds),
                _first_visit(served),
            ),
        )


def _cold(served: Served, times: int, readers: int) -> Iterator[Figure]:
    command = f"from tarot_club.bench.cold import tell; tell('/{PAGE}', times={times}, readers={readers})"
    measured = json.loads(manage(served.folder, "shell", "--verbosity", "0", "--command", command).splitlines()[-1])
    cpu, wall = measured["cpu"], measured["wall"]
    yield Figure("page froide, processeur, p50", statistics.median(cpu) * 1000, "ms", 150)
    yield Figure("page froide, processeur, p99", p99(cpu) * 1000, "ms")
    yield Figure("page froide, durée, p50", statistics.median(wall) * 1000, "ms")
    yield Figure("page froide, durée, p99", p99(wall) * 1000, "ms")
    yield Figure("page froide, requêtes SQL", measured["statements"], "", 8)
    yield Figure(f"rendus pour {readers} lecteurs au même instant", measured["renderings"], "", 1)


def _unchanged(served: Served, readers: int, turns: int) -> Iterator[Figure]:
    page = served.address + PAGE
    _seconds, headers, body = fetch(page, GZIP)
    with bare(served.folder, headers, body) as (address, pid):
        askers: dict[str, Callable[[], tuple[float, float]]] = {
            "bare": lambda: _rate(address, readers, pid, {}),
            "kept": lambda: _rate(page, readers, served.pid, {}),
            "known": lambda: _rate(page, readers, served.pid, {"If-None-Match": headers["ETag"]}),
        }
        rates: dict[str, list[tuple[float, float]]] = {name: [] for name in askers}
        for _turn in range(turns):
            for name, ask in askers.items():
                rates[name].append(ask())
    whose = f"{readers} lecteurs, {'wrk' if TOOL else 'fils de Python faute de wrk'}"
    yield Figure(f"serveur nu, mêmes octets ({whose})", statistics.median(rate for rate, _cpu in rates["bare"]), "/s")
    yield Figure("  processeur d’une réponse", statistics.median(cpu for _rate, cpu in rates["bare"]) * 1e6, "µs")
    for name, words in (("kept", "page gardée"), ("known", "page inchangée (304)")):
        rate, cpu = (statistics.median(figures) for figures in zip(*rates[name], strict=True))
        pairs = list(zip(rates[name], rates["bare"], strict=True))
        share = statistics.median(ours[0] / theirs[0] for ours, theirs in pairs)
        of_cpu = statistics.median(theirs[1] / ours[1] for ours, theirs in pairs if ours[1])
        yield Figure(words, rate, "/s", 1500, least=True)
        yield Figure("  part du serveur nu, en réponses par seconde", share * 100, "%")
        yield Figure("  processeur d’une réponse", cpu * 1e6, "µs")
        yield Figure("  part du serveur nu, par seconde de processeur", of_cpu * 100, "%")


def _rate(address: str, readers: int, pid: int, headers: dict[str, str]) -> tuple[float, float]:
    """Return the answers a second, and the seconds of processor of one."""
    seconds = SECONDS_OF_A_RATE
    before = sum(map(ticks, family(pid)))
    rate = answers_per_second(address, connections=readers, seconds=seconds, headers=GZIP | headers)
    return rate, (sum(map(ticks, family(pid))) - before) / TICKS / (rate * seconds)


def _after_donnes(served: Served, readers: int, donnes: int) -> Iterator[Figure]:
    """Have everybody read as soon as each donne is acknowledged."""
    arbiter = Arbiter(served.address, served.password, _last_position(served), 1)
    crowd = [Reader(served.address + PAGE) for _reader in range(readers)]
    old, kinds = 0, []

    async def evening() -> None:
        nonlocal old
        before = {read.etag for read in await together(crowd)}
        for reader in crowd:
            reader.reads.clear()
        for _donne in range(donnes):
            arbiter.enter()
            etags = {read.etag for read in await together(crowd)}
            old += len(etags & before)
            kinds.append(len(etags))
            before = etags
        for reader in crowd:
            await reader.close()

    asyncio.run(evening())
    waits = [read.seconds for reader in crowd for read in reader.reads]
    yield Figure(f"après {donnes} donnes : {readers} lecteurs au même instant, pages d’avant", old, "", 0)
    yield Figure("  pages différentes par donne, au plus", max(kinds), "", 1)
    yield Figure("  attente, p50", statistics.median(waits) * 1000, "ms")
    yield Figure("  attente, p99", p99(waits) * 1000, "ms")
    yield Figure("  attente, la plus longue", max(waits) * 1000, "ms", 150, 25)


def _hall(served: Served, phones: int, tables: int, seconds: float) -> Iterator[Figure]:
    """Have phones poll while tables write."""
    crowd = [Reader(f"{served.address}{PAGE}?fragment") for _phone in range(phones)]
    share = ceil(tables / ARBITERS)
    arbiters = [
        Arbiter(served.address, served.password, _last_position(served), share, first=1 + number * share)
        for number in range(ARBITERS)
    ]
    donnes: list[tuple[float, float]] = []
    with _threads() as threads:
        turns = cycle(range(ARBITERS))

        async def enter() -> None:
            number = next(turns)
            donnes.append(await asyncio.get_running_loop().run_in_executor(threads[number], _timed, arbiters[number]))

        async def evening() -> None:
            entered = ceil(tables * DONNES_A_MINUTE * seconds / 60)
            await asyncio.gather(
                polling(crowd, every=POLL, seconds=seconds), writing(enter, donnes=entered, seconds=seconds * 0.95)
            )

        used, began = served.seconds_of_processor, time.perf_counter()
        asyncio.run(evening())
        lasted = time.perf_counter() - began
        used = served.seconds_of_processor - used
    reads = [read for reader in crowd for read in reader.reads]
    waits = [read.seconds for read in reads]
    late = [acknowledged - sent for sent, acknowledged in donnes]
    yield Figure(f"{phones} téléphones toutes les {POLL} s, {tables} tables, {seconds:.0f} s : erreurs",
                 sum(read.status not in (200, 304) for read in reads), "", 0)  # fmt: skip
    yield Figure("  réponses plus vieilles qu’une donne", sum(stale(reader.reads, donnes) for reader in crowd), "", 0)
    yield Figure(f"  attente de {len(reads)} lectures, p50", statistics.median(waits) * 1000, "ms")
    yield Figure("  attente, p99", p99(waits) * 1000, "ms", 300)
    yield Figure(f"  attente de {len(donnes)} donnes, p99", p99(late) * 1000, "ms")
    yield Figure("  processeur du serveur", used / lasted, "cœur", 0.5)


def _first_visit(served: Served) -> Iterator[Figure]:
    """
    Weigh what a phone that has nothing yet fetches, compressed: of the standings, and of the tournament's page.

    In gzip, as in a hall without TLS, and in Brotli, as browsers take it over TLS.
    """
    for words, page in (("le classement", PAGE), ("la page du tournoi", "tournois/1/")):
        address = served.address + page
        html, tight = len(fetch(address, GZIP)[2]), len(fetch(address, BROTLI)[2])
        plain = fetch(address, {"Accept-Language": "fr"})[2].decode()
        files = [urljoin(address, sheet or script) for sheet, script in LINKED.findall(plain)]
        letters = set()
        weight = tight_weight = 0
        for file in files:
            weight += len(fetch(file, GZIP)[2])
            tight_weight += len(fetch(file, BROTLI)[2])
            if file.endswith(".css"):
                letters |= {urljoin(address, name) for name in LETTERS.findall(fetch(file, {})[2].decode())}
        yield Figure(f"première visite, {words} : la page", html / 1000, "ko")
        yield Figure(f"  avec ses {len(files)} feuilles et scripts", (html + weight) / 1000, "ko", 40)
        yield Figure("  la page en Brotli (TLS)", tight / 1000, "ko")
        yield Figure("  et tout en Brotli", (tight + tight_weight) / 1000, "ko", 40)
        heavy = sum(len(fetch(letter, {})[2]) for letter in letters)
        yield Figure(f"  puis {len(letters)} polices, qui n’arrêtent pas la lecture", heavy / 1000, "ko")


def _last_position(served: Served) -> int:
    """Return the position being played."""
    page = fetch(f"{served.address}tournois/1/", {"Accept-Language": "fr"})[2].decode()
    return max(map(int, re.findall(r"\?position=(\d+)", page)))


def _timed(arbiter: Arbiter) -> tuple[float, float]:
    began = time.perf_counter()
    arbiter.enter()
    return began, time.perf_counter()


@contextmanager
def _threads() -> Iterator[list[ThreadPoolExecutor]]:
    """One thread for each arbiter: he enters one donne after another."""
    pools = [ThreadPoolExecutor(1) for _arbiter in range(ARBITERS)]
    try:
        yield pools
    finally:
        for pool in pools:
            pool.shutdown()


def _number(value: float) -> str:
    if value == round(value) or value >= 1000:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"
