"""`manage.py serve` with a large evening on a data folder of its own, and what is asked of it: on this machine only."""

import contextlib
import http.client
import http.cookiejar
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from tests.bench import ARBITER, TYPED
from tests.bench.figures import Figure
from tests.tarot_club.serving import ROOT, Serving
from tournaments.tasks import SECONDS_OF_REST

TICKS = os.sysconf("SC_CLK_TCK")
SECONDS_TO_SETTLE = 10
ARBITERS = 4  # who enter the donnes of a hall, each one after another
LATEST = 120  # seconds in which a hall begins on a machine that does other things
TOOL = shutil.which("wrk")
PREPARE = """
from django.utils import timezone
from tests.bench.big_evening import big_evening
big_evening(players={players}, rounds={rounds}, at=timezone.now(), password="{password}")
"""
PRINT = """
from django.utils import timezone
from tests.bench.big_evening import big_evening
from tournaments.labels import JobKind
from tournaments.services.work import jobs
evening = big_evening(players=64, rounds=4, at=timezone.now(), password="")
wanted = {{"language": "fr", "site": "http://192.168.1.20:8000"}}
for number in range({papers}):
    jobs.ask(kind=JobKind.RANKING, tournament=evening, about=str(number), wanted=wanted, by=None, at=timezone.now())
"""
LEFT_TO_PRINT = (
    "from tournaments.models import Job; print(Job.objects.filter(document=None, kind='classement_pdf').count())"
)


class Served(NamedTuple):
    """A large evening that is served, and its arbiter's password."""

    server: Serving
    password: str

    @property
    def address(self) -> str:
        return f"{self.server.address}/"

    @property
    def seconds_of_processor(self) -> float:
        """What the server and its workers have used until now."""
        return sum(map(_ticks, self.server.processes())) / TICKS


@contextlib.contextmanager
def served_evening(*, players: int, rounds: int, like: Path | None = None) -> Iterator[Served]:
    """Have `manage.py serve` serve a large evening from a data folder of its own, which is gone afterwards."""
    password = secrets.token_urlsafe(9)
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder) / "data", like=like) as server:
        server.manage(PREPARE.format(players=players, rounds=rounds, password=password))
        yield Served(server, password)


def at_rest(*, papers: int = 60, like: Path | None = None) -> Iterator[Figure]:
    """Measure a server that nobody asks for anything, at first and once it has made some papers."""
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder) / "data", like=like) as server:
        time.sleep(SECONDS_TO_SETTLE)
        yield _weight(server, "serve au repos")
        server.manage(PRINT.format(papers=papers))
        assert server.comes_to_print("0", LEFT_TO_PRINT), server.said()
        time.sleep(SECONDS_TO_SETTLE and SECONDS_OF_REST + SECONDS_TO_SETTLE)
        yield _weight(server, f"le même après {papers} PDF")


def _weight(server: Serving, name: str) -> Figure:
    """Return the memory of a server (Linux: what processes share is counted in proportion)."""
    processes = server.processes()
    memory = sum(map(_proportional_kib, processes)) / 1024
    return Figure(f"{name}, {len(processes)} processus : mémoire", memory, "Mio", 200)


class Arbiter:
    """Somebody who enters donnes at table after table of one position through the site."""

    def __init__(self, served: Served, position: int, tables: int) -> None:
        self.address, self.position, self.tables, self.donnes = served.address, position, tables, 0
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies), _Stay)
        login = f"{self.address}comptes/login/"
        self.opener.open(login, timeout=60).close()
        self._post(login, {"login": ARBITER, "password": served.password})

    def enter(self) -> None:
        """Enter one donne; it is acknowledged when this returns."""
        number, table = divmod(self.donnes, self.tables)
        self.donnes += 1
        where = f"{self.address}arbitrage/1/{self.position}/tables/{table + 1}/donnes/{number + 1}/"
        self._post(where, TYPED | {"key": str(uuid.uuid4())})

    def _post(self, address: str, values: dict[str, str]) -> None:
        token = next(cookie.value for cookie in self.cookies if cookie.name == settings.CSRF_COOKIE_NAME)
        sent = urllib.parse.urlencode(values).encode()
        request = urllib.request.Request(address, sent, {"X-CSRFToken": token or ""})
        with contextlib.suppress(Moved), self.opener.open(request, timeout=60) as answer:
            raise RuntimeError(f"{address}: {answer.status}, {answer.read().decode()}")


class Moved(Exception):
    """A POST was taken and leads to another page."""


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: object) -> None:
        raise Moved


def fetch(address: str, headers: dict[str, str]) -> tuple[http.client.HTTPMessage, bytes]:
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=60) as answer:
        return answer.headers, answer.read()


def answers_per_second(address: str, *, connections: int, seconds: int, headers: dict[str, str]) -> float:
    """Return how many answers a second wrk gets on so many connections. Raises RuntimeError on a refusal."""
    assert TOOL is not None
    sent = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    command = [TOOL, "-c", str(connections), "-t", "2", "-d", f"{seconds}s", "--timeout", "30s", *sent, address]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in printed:
        raise RuntimeError(printed)
    measured = re.search(r"Requests/sec:\s+([\d.]+)", printed)
    assert measured is not None, printed
    return float(measured[1])


def crowd(served: Served, *, phones: int, tables: int, position: int, seconds: float, **more: Any) -> dict[str, Any]:
    """
    Have locust be the hall (`hall.py`) for so long from its first page and donne on, and return the figures of both by
    name; a hall that does not begin ends as well.

    With `TOKENS` (a file) it is the tables that enter, and no arbiter does; it then ends after so many `DONNES`.
    """
    arbiters = 0 if more else ARBITERS
    hall = {"PHONES": phones, "TABLES": tables, "POSITION": position, "PASSWORD": served.password, "ARBITERS": arbiters}
    hall["SECONDS"] = seconds
    locust = [sys.executable, "-m", "locust", "-f", "tests/bench/hall.py", "--headless", "--json", "--only-summary"]
    users = [
        "--users",
        str(phones + (arbiters or tables)),
        "--spawn-rate",
        "1000",
        "--run-time",
        f"{seconds + LATEST:.0f}s",
    ]
    done = subprocess.run(
        [*locust, *users, "--host", served.server.address, "--loglevel", "ERROR", "--exit-code-on-error", "0"],
        cwd=ROOT,
        env=os.environ | {f"BENCH_{name}": str(value) for name, value in (hall | more).items()},
        check=True,
        capture_output=True,
        text=True,
    )
    sys.stderr.write(done.stderr)  # what failed
    return {figures["name"]: figures for figures in json.loads(done.stdout)}


def _ticks(pid: int) -> int:
    """Return what a process has used of the processor, in ticks of the clock."""
    times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(times[11]) + int(times[12])


def _proportional_kib(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
