"""`manage.py serve` as a user starts it: a real process, a real worker, a data folder of its own."""

import atexit
import contextlib
import fcntl
import hashlib
import http.client
import os
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Self

import psycopg
import pytest

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 180  # seconds: what must happen is looked for, not timed, and machines are busy
UNTIL_PRINTED = """
import contextlib, io, time
end = time.monotonic() + {seconds}
while True:
    with contextlib.redirect_stdout(io.StringIO()) as answer:
        exec({code!r})
    if answer.getvalue().strip() == {line!r}:
        print("printed")
        break
    if time.monotonic() > end:
        break
    time.sleep(0.2)
"""


def free_port() -> int:
    """Return a port that nobody has, below those that connections are given: none takes it before the server does."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_until(happens: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Return whether it happens within so many seconds; what takes longer is looked at less often."""
    pause, end = 0.05, time.monotonic() + seconds
    while time.monotonic() < end:
        if happens():
            return True
        time.sleep(pause)
        pause = min(pause * 1.2, 0.5)
    return happens()


class Serving:
    """
    A server under test; as a context manager it leaves nothing behind, whatever happened.

    `like` is the data folder of a server that has ended: this one begins with a copy of it and of its database.
    """

    program: tuple[str, ...] = ("manage.py",)

    def __init__(self, data: Path, *arguments: str, like: Path | None = None) -> None:
        if like is not None:
            shutil.copytree(like, data)
        self.data, self.port = data, free_port()
        self.address = f"{'https' if '--https' in arguments else 'http'}://127.0.0.1:{self.port}"
        self.log = data.parent / f"serve-{self.port}.log"
        self.environment = {
            name: value for name, value in os.environ.items() if name not in ("DJANGO_SETTINGS_MODULE", "ALLOWED_HOSTS")
        } | {"TAROT_CLUB_DATA": str(data), "PYTHONUNBUFFERED": "1", **_services_of_its_own(data, like)}
        self.arguments = arguments
        self.start()

    def start(self) -> None:
        """Start the server, at first or on the port that it had before it ended."""
        serve = [*self.program, "serve", "--host", "127.0.0.1", "--port", str(self.port), *self.arguments]
        with self.log.open("a") as log:  # the server keeps its own hand on it
            self.process = subprocess.Popen(
                [sys.executable, *serve],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def __enter__(self) -> Self:
        try:
            assert wait_until(lambda: self.answers() or self.process.poll() is not None), self.said()
            assert self.process.poll() is None, self.said()
        except BaseException:
            self.__exit__()  # Python leaves what was never entered to itself, and this one runs for ever
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.address, timeout=5, context=self.trusts()) as response:
                return bool(response.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def trusts(self) -> ssl.SSLContext | None:
        """Return what a browser knows that has accepted the certificate of this server; None where it has none."""
        certificate = self.data / "https.pem"
        return ssl.create_default_context(cafile=certificate) if certificate.exists() else None

    def said(self) -> str:
        """Return everything the server wrote to its terminal."""
        return self.log.read_text()

    def processes(self) -> list[int]:
        """Return the ids of every live process on this data folder: the server, its web worker, its Celery worker."""
        mark = f"TAROT_CLUB_DATA={self.data}".encode()
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit() and int(folder.name) != os.getpid():
                try:
                    if mark in (folder / "environ").read_bytes().split(b"\0") and b"Z" not in _state(folder):
                        found.append(int(folder.name))
                except OSError:
                    continue  # it ended while we looked
        return found

    def comes_to_print(self, line: str, code: str, seconds: float = PATIENCE) -> bool:
        """
        Return whether this code prints this line within so many seconds.

        One process runs it again and again: each start of a Django shell takes a second of the processor.
        """
        return self.manage(UNTIL_PRINTED.format(line=line, code=code, seconds=seconds)) == "printed"

    def manage(self, code: str) -> str:
        """Run Python in a Django shell on the same data and return what it prints."""
        answer = subprocess.run(
            [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", code],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return answer.stdout.strip()


def logs_in(
    server: Serving, password: str, cookies: str = "", *, address: str = "127.0.0.1", name: str = "claude"
) -> tuple[int, str]:
    """Ask for the login, and return the status of the answer, and the cookie by which the browser is known then."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(address, 0))
    with contextlib.closing(connection):
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"csrftoken={'a' * 32}; {cookies}",
        }
        body = f"login={name}&password={password}&csrfmiddlewaretoken={'a' * 32}"
        connection.request("POST", "/comptes/login/", body, headers)
        answer = connection.getresponse()
        kept = [
            value
            for name, value in answer.getheaders()
            if name.lower() == "set-cookie" and value.startswith("appareil=")
        ]
        return answer.status, "".join(kept).partition(";")[0]


def command_of(pid: int) -> bytes:
    """Return the command line of a process, nothing when it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def started_at(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])


def built_once(folders: pytest.TempPathFactory, name: str, build: Callable[[Path], None]) -> Path:
    """
    Return a data folder that is built once for all workers of a run: whoever asks first builds it, the others wait.

    It is there to be copied (`Serving(…, like=…)`), and no server runs on it any more.
    """
    root = folders.getbasetemp()
    root = root.parent if "PYTEST_XDIST_WORKER" in os.environ else root
    data, is_whole = root / name / "data", root / name / "is_whole"
    with (root / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (is_whole.exists() and _has_database(data)):
            shutil.rmtree(data.parent, ignore_errors=True)
            data.parent.mkdir()
            build(data)
            is_whole.touch()
    return data


def start_and_end(data: Path, *, like: Path) -> None:
    """Serve a data folder until it answers, and no longer."""
    with Serving(data, like=like):
        pass


def database_of(data: Path) -> str:
    """Return the name of the PostgreSQL database of a data folder."""
    return f"serve_{hashlib.sha256(str(data).encode()).hexdigest()[:12]}"


def keep_database(data: Path, *, like: str | None) -> None:
    """Make the PostgreSQL database of a data folder, unless there is one; it is dropped when the tests end."""
    name = database_of(data)
    if not _exists(name):
        copy_database(like, name)
        atexit.register(drop_database, name)


def copy_database(name: str | None, new: str) -> None:
    """Make a PostgreSQL database, with all that is in another one or with nothing in it."""
    _on_the_server(f"CREATE DATABASE {new}" + (f" TEMPLATE {name}" if name else ""))


def drop_database(name: str) -> None:
    _on_the_server(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def _on_the_server(command: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(command)


def _exists(name: str) -> bool:
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        return found.fetchone() is not None


def _has_database(data: Path) -> bool:
    """Whether there still is the database that a server of this data folder made."""
    return _exists(database_of(data)) if "DATABASE_URL" in os.environ else data.exists()


def _services_of_its_own(data: Path, like: Path | None) -> dict[str, str]:
    """
    Return the PostgreSQL database and the Redis database of a data folder, each where the run has one.

    A server started again on the same folder finds its database again; all are dropped when the tests end.
    """
    if "DATABASE_URL" not in os.environ:
        return {}
    keep_database(data, like=database_of(like) if like else None)
    services = {"DATABASE_URL": os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{database_of(data)}"}
    if "REDIS_URL" in os.environ:
        worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        services["REDIS_URL"] = os.environ["REDIS_URL"].rpartition("/")[0] + f"/{1 + worker % 4}"
    return services


def _state(folder: Path) -> bytes:
    return (folder / "stat").read_bytes().rpartition(b")")[2].split()[0]
