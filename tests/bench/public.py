"""What a page that everybody reads costs: the standings of 1,000 players and 8 positions."""

import json
import re
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from urllib.parse import urljoin

from tests.bench import PAGE
from tests.bench.figures import Figure, p99
from tests.bench.served import TOOL, Arbiter, Served, answers_per_second, crowd, fetch, served_evening

GZIP = {"Accept-Encoding": "gzip", "Accept-Language": "fr"}
SECONDS_OF_A_RATE = 5
LINKED = re.compile(r'<link rel="stylesheet"\s+href="([^"]+)"|<script src="([^"]+)"')


def public(
    *,
    players: int = 1000,
    rounds: int = 8,
    seconds: float = 120,
    times: int = 30,
    readers: int = 32,
    phones: int = 400,
    like: Path | None = None,
) -> Iterator[Figure]:
    """Yield the figures; the hall polls and writes for so many seconds."""
    with served_evening(players=players, rounds=rounds, like=like) as served:
        yield from _cold(served, times, readers)
        yield from _first_view(served)
        yield from _cached(served, readers)
        yield from _after_donnes(served, readers, times, rounds)
        yield from _hall(served, phones, min(100, players // 4), rounds, seconds)


def _cold(served: Served, times: int, readers: int) -> Iterator[Figure]:
    printed = served.server.manage(
        f"from tests.bench.cold import tell; tell('/{PAGE}', times={times}, readers={readers})"
    )
    measured = json.loads(printed.splitlines()[-1])
    yield Figure("page froide, processeur, p50", statistics.median(measured["cpu"]) * 1000, "ms", 150)
    yield Figure("  processeur, p99", p99(measured["cpu"]) * 1000, "ms")
    yield Figure("  requêtes SQL", measured["statements"], "", 8)
    yield Figure(f"  rendus pour {readers} lecteurs au même instant", measured["renderings"], "", 1)


def _first_view(served: Served) -> Iterator[Figure]:
    """Weigh in gzip what a phone that has nothing yet needs to show a page; its letters come later."""
    for words, page in (("le classement", PAGE), ("la page du tournoi", "tournois/1/")):
        address = served.address + page
        html = fetch(address, {"Accept-Language": "fr"})[1].decode()
        files = [urljoin(address, sheet or script) for sheet, script in LINKED.findall(html)]
        weight = sum(len(fetch(file, GZIP)[1]) for file in (address, *files))
        yield Figure(f"première vue, {words} avec ses {len(files)} feuilles et scripts", weight / 1000, "ko", 50)


def _cached(served: Served, readers: int) -> Iterator[Figure]:
    if TOOL is not None:
        rate = answers_per_second(served.address + PAGE, connections=readers, seconds=SECONDS_OF_A_RATE, headers=GZIP)
        yield Figure(f"page gardée, {readers} lecteurs (wrk)", rate, "/s", 1500, least=True)


def _after_donnes(served: Served, readers: int, donnes: int, position: int) -> Iterator[Figure]:
    """Have everybody read in the same instant, as soon as each donne is acknowledged."""
    arbiter = Arbiter(served, position, 1)
    together = Barrier(readers)
    old, kinds = 0, []

    def tag(_reader: int) -> str:
        together.wait()
        return str(fetch(served.address + PAGE, GZIP)[0]["ETag"])

    with ThreadPoolExecutor(readers) as threads:
        before = set(threads.map(tag, range(readers)))
        for _donne in range(donnes):
            arbiter.enter()
            tags = list(threads.map(tag, range(readers)))
            old += sum(tag in before for tag in tags)
            before = set(tags)
            kinds.append(len(before))
    yield Figure(f"après {donnes} donnes, {readers} lecteurs au même instant : pages d’avant", old, "", 0)
    yield Figure("  pages différentes par donne, au plus", max(kinds), "", 1)


def _hall(served: Served, phones: int, tables: int, position: int, seconds: float) -> Iterator[Figure]:
    used, began = served.seconds_of_processor, time.perf_counter()
    told = crowd(served, phones=phones, tables=tables, position=position, seconds=seconds)
    used, lasted = served.seconds_of_processor - used, time.perf_counter() - began
    errors = sum(figures["num_failures"] for figures in told.values())
    yield Figure(f"{phones} téléphones, {tables} tables, {seconds:.0f} s : erreurs ou pages d’avant", errors, "", 0)
    for name, words, limit in (("page", "lectures", 300), ("donne", "donnes", None)):
        counted = told[name]["response_times"].items()
        waits = [float(wait) for wait, times in counted for _time in range(times)]
        yield Figure(f"  attente de {len(waits)} {words}, p99", p99(waits), "ms", limit)
    yield Figure("  processeur du serveur", used / lasted, "cœur", 0.5)
