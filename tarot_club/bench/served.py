"""
`manage.py serve` with a large evening on a data folder of its own, and what is asked of it: on this machine only.

The bare server beside it sends the same bytes, in the same configuration, without a framework.
"""

import contextlib
import http.client
import http.cookiejar
import json
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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from tarot_club.bench.big_evening import ARBITER, TYPED
from tarot_club.bench.start import TICKS, embedded, family, free_port, started, ticks, until_first_page
from tarot_club.embedded.web import BLOCKING_THREADS

TOOL = shutil.which("wrk")  # else readers are threads of this process
OF_THE_SERVER = ("server", "date", "connection", "transfer-encoding")
PREPARE = """
from django.utils import timezone
from tarot_club.bench.big_evening import big_evening
big_evening(players={players}, rounds={rounds}, at=timezone.now(), password="{password}")
"""


class Served(NamedTuple):
    """A large evening that is served: where, from which data folder, by which process, and its arbiter's password."""

    address: str
    folder: Path
    password: str
    pid: int

    @property
    def seconds_of_processor(self) -> float:
        """What the server and all its children have used until now."""
        return sum(map(ticks, family(self.pid))) / TICKS


@contextlib.contextmanager
def served_evening(*, players: int, rounds: int) -> Iterator[Served]:
    """Have `manage.py serve` serve a large evening from a data folder of its own, which is gone afterwards."""
    password = secrets.token_urlsafe(9)
    with tempfile.TemporaryDirectory() as folder:
        manage(folder, "migrate", "--verbosity", "0")
        prepare = PREPARE.format(players=players, rounds=rounds, password=password)
        manage(folder, "shell", "--verbosity", "0", "--command", prepare)
        with started(Path(folder), []) as (server, address):
            until_first_page(server, address)
            yield Served(address, Path(folder), password, server.pid)


class Arbiter:
    """Somebody who enters donnes at so many tables of one position, from table `first` on, through the site."""

    def __init__(self, address: str, password: str, rounds: int, tables: int, *, first: int = 1) -> None:
        self.address, self.rounds, self.tables, self.first, self.donnes = address, rounds, tables, first, 0
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies), _Stay)
        self.read(f"{address}comptes/login/")
        self._post(f"{address}comptes/login/", {"login": ARBITER, "password": password})

    def enter(self) -> float:
        """Enter one donne and return the seconds until it was acknowledged."""
        number, table = divmod(self.donnes, self.tables)
        where = f"{self.address}arbitrage/1/{self.rounds}/tables/{self.first + table}/donnes/{number + 1}/"
        began, self.donnes = time.perf_counter(), self.donnes + 1
        self._post(where, TYPED | {"key": str(uuid.uuid4())})
        return time.perf_counter() - began

    def read(self, address: str) -> bytes:
        with self.opener.open(address, timeout=60) as answer:
            return answer.read()

    def _post(self, address: str, values: dict[str, str]) -> None:
        token = next(cookie.value for cookie in self.cookies if cookie.name == settings.CSRF_COOKIE_NAME)
        request = urllib.request.Request(  # noqa: S310 - our own address
            address, urllib.parse.urlencode(values).encode(), {"X-CSRFToken": token or ""}
        )
        with contextlib.suppress(Moved), self.opener.open(request, timeout=60) as answer:
            raise RuntimeError(f"{address}: {answer.status}, {answer.read().decode()}")


class Moved(Exception):
    """A POST was taken and leads to another page."""


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: object) -> None:
        raise Moved


def fetch(address: str, headers: dict[str, str]) -> tuple[float, http.client.HTTPMessage, bytes]:
    began = time.perf_counter()
    request = urllib.request.Request(address, headers=headers)  # noqa: S310 - our own address
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        body = answer.read()
        return time.perf_counter() - began, answer.headers, body


@contextlib.contextmanager
def bare(folder: Path, headers: http.client.HTTPMessage, body: bytes) -> Iterator[tuple[str, int]]:
    """Serve these bytes by the same server in the same configuration, and nothing else."""
    (folder / "body").write_bytes(body)
    port = free_port()
    sent = [(name, value) for name, value in headers.items() if name.lower() not in OF_THE_SERVER]
    settled = ("--interface", "wsgi", "--no-ws", "--workers", "1", "--blocking-threads", str(BLOCKING_THREADS))
    server = subprocess.Popen(  # noqa: S603 - our own command
        [
            *(sys.executable, "-m", "granian", *settled, "--log-level", "warning"),
            *("--host", "127.0.0.1", "--port", str(port), "tarot_club.bare:application"),
        ],
        cwd=settings.BASE_DIR,
        env=embedded(folder)
        | {"TAROT_CLUB_BARE_BODY": str(folder / "body"), "TAROT_CLUB_BARE_HEADERS": json.dumps(sent)},
    )
    try:
        until_first_page(server, f"http://127.0.0.1:{port}/")
        yield f"http://127.0.0.1:{port}/", server.pid
    finally:
        server.terminate()
        server.wait()


def manage(folder: str | Path, *arguments: str) -> str:
    """Run a command of the site on a data folder, and return what it printed."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(  # noqa: S603 - our own command
        command, check=True, cwd=settings.BASE_DIR, env=embedded(Path(folder)), stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def answers_per_second(address: str, *, connections: int, seconds: float, headers: dict[str, str]) -> float:
    """Return how many answers a second so many readers get who all ask at once. Raises RuntimeError on a refusal."""
    if urlsplit(address).hostname != "127.0.0.1":
        raise ValueError(address)
    if TOOL is None:
        return _by_threads(address, connections, seconds, headers)
    sent = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    lasting = f"{max(1, round(seconds))}s"
    command = [TOOL, "-c", str(connections), "-t", "2", "-d", lasting, "--timeout", "30s", *sent, address]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - no shell
    if "Non-2xx" in printed:
        raise RuntimeError(printed)
    measured = re.search(r"Requests/sec:\s+([\d.]+)", printed)
    assert measured is not None, printed
    return float(measured[1])


def _by_threads(address: str, connections: int, seconds: float, headers: dict[str, str]) -> float:
    place = urlsplit(address)
    end = time.monotonic() + seconds

    def read(_number: int) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", place.port, timeout=30)
        count = 0
        while time.monotonic() < end:
            connection.request("GET", f"{place.path}?{place.query}".rstrip("?"), headers=headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status >= 400:
                raise RuntimeError(f"{address}: {answer.status}")
            count += 1
        connection.close()
        return count

    with ThreadPoolExecutor(connections) as readers:
        return sum(readers.map(read, range(connections))) / seconds
