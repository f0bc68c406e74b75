"""
How many readers a page of a large tournament serves, beside a bare server that sends the same bytes in the same run.

The server is `manage.py serve` on a data folder of its own; only this machine is asked, for some seconds each time.
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

from tarot_club.bench.big_evening import ARBITER
from tarot_club.bench.start import embedded, free_port, started, until_first_page
from tarot_club.embedded.web import BLOCKING_THREADS

TOOL = shutil.which("wrk")  # else readers are threads of this process
PAGE = "tournois/1/classement/"
OF_THE_SERVER = ("server", "date", "connection", "transfer-encoding")
GZIP = {"Accept-Encoding": "gzip"}
TYPED = {"outcome": "jouee", "taker": "0", "contract": "garde", "bouts": "2", "points": "49", "replaces": ""}
PREPARE = """
from django.utils import timezone
from tarot_club.bench.big_evening import big_evening
big_evening(players={players}, rounds={rounds}, at=timezone.now(), password="{password}")
"""
TABLE = re.compile(r"<tbody>.*</tbody>", re.DOTALL)


def pages(*, players: int = 1000, rounds: int = 8, connections: int = 32, seconds: float = 5) -> Iterator[str]:
    """Yield a line for each figure, in French. Raises RuntimeError when a reader gets a page older than a donne."""
    with served_evening(players=players, rounds=rounds) as served:
        page = served.address + PAGE
        yield from _measured(page, served.folder, connections, seconds)
        arbiter = Arbiter(served.address, served.password, rounds, players // 4)
        yield from _with_writes(page, arbiter, connections, seconds)


class Served(NamedTuple):
    """A large evening that is served: where, from which data folder, and the password of its arbiter."""

    address: str
    folder: Path
    password: str


@contextlib.contextmanager
def served_evening(*, players: int, rounds: int) -> Iterator[Served]:
    """Have `manage.py serve` serve a large evening from a data folder of its own, which is gone afterwards."""
    password = secrets.token_urlsafe(9)
    with tempfile.TemporaryDirectory() as folder:
        _manage(folder, "migrate", "--verbosity", "0")
        prepare = PREPARE.format(players=players, rounds=rounds, password=password)
        _manage(folder, "shell", "--verbosity", "0", "--command", prepare)
        with started(Path(folder), []) as (server, address):
            until_first_page(server, address)
            yield Served(address, Path(folder), password)


def _measured(page: str, folder: Path, connections: int, seconds: float) -> Iterator[str]:
    """Yield what one reader waits for, then what many get, beside the bare server and its same bytes."""
    yield f"  {connections} lecteurs ({'wrk' if TOOL else 'à défaut de wrk : fils de Python, bien plus lents'})"
    cold, _headers, _body = _fetch(page, GZIP)
    warm, headers, body = _fetch(page, GZIP)
    yield f"  {f'page froide, un lecteur ({len(body) // 1024} Kio comprimés)':<56}{cold * 1000:>9.1f} ms"
    yield f"  {'page gardée, un lecteur':<56}{warm * 1000:>9.1f} ms{warm / cold:>10.2f}×"

    def ask(address: str, more: dict[str, str]) -> float:
        return answers_per_second(address, connections=connections, seconds=seconds, headers=GZIP | more)

    with _bare(folder, headers, body) as bare:
        yield _rate("serveur nu, mêmes octets", baseline := ask(bare, {}))
    yield _rate("page gardée", ask(page, {}), baseline)
    yield _rate("inchangée (304)", ask(page, {"If-None-Match": headers["ETag"]}), baseline)


def _with_writes(page: str, arbiter: "Arbiter", connections: int, seconds: float) -> Iterator[str]:
    """Yield what readers get while donnes are entered one after another, each looked for in the page at once."""
    with ThreadPoolExecutor(1) as crowd:
        readers = crowd.submit(answers_per_second, page, connections=connections, seconds=2 * seconds, headers=GZIP)
        saved, slowest, before = 0, 0.0, ""
        while not readers.done():
            slowest = max(slowest, arbiter.enter())
            shown, rendered = _table(_fetch(page, {})[2]), _table(arbiter.read(page))
            if shown != rendered or shown == before:
                raise RuntimeError(f"a page older than donne {saved + 1} was read after it")
            before, saved = shown, saved + 1
    yield f"  {'pendant des saisies':<56}{readers.result():>9.0f} /s"
    yield f"  {f'{saved} donnes saisies alors, la plus lente':<56}{slowest * 1000:>9.0f} ms, aucune page périmée"


def _rate(name: str, answers: float, baseline: float = 0.0) -> str:
    return f"  {name:<56}{answers:>9.0f} /s{answers / (baseline or answers):>10.2f}×"


def _table(page: bytes) -> str:
    table = TABLE.search(page.decode())
    assert table is not None, "the page has its table"
    return table[0]


class Arbiter:
    """Somebody who enters donnes at the tables of the last position, through the site."""

    def __init__(self, address: str, password: str, rounds: int, tables: int) -> None:
        self.address, self.rounds, self.tables, self.donnes = address, rounds, tables, 0
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies), _Stay)
        self.read(f"{address}comptes/login/")
        self._post(f"{address}comptes/login/", {"login": ARBITER, "password": password})

    def enter(self) -> float:
        """Enter one donne and return the seconds until it was acknowledged."""
        number, table = divmod(self.donnes, self.tables)
        where = f"{self.address}arbitrage/1/{self.rounds}/tables/{table + 1}/donnes/{number + 1}/"
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


def _fetch(address: str, headers: dict[str, str]) -> tuple[float, http.client.HTTPMessage, bytes]:
    began = time.perf_counter()
    request = urllib.request.Request(address, headers=headers)  # noqa: S310 - our own address
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        body = answer.read()
        return time.perf_counter() - began, answer.headers, body


@contextlib.contextmanager
def _bare(folder: Path, headers: http.client.HTTPMessage, body: bytes) -> Iterator[str]:
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
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait()


def _manage(folder: str, *arguments: str) -> None:
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, check=True, cwd=settings.BASE_DIR, env=embedded(Path(folder)))  # noqa: S603


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
