"""What the containers run, run by hand: the entry point's own processes on a real PostgreSQL and a real Redis."""

import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import psycopg
import pytest
import redis

from tests.needs import on_linux, skip_without
from tests.tarot_club.serving import PATIENCE, free_port, wait_until

ROOT = Path(__file__).parent.parent.parent
ENTRY = ROOT / "docker" / "entrypoint.sh"
HOST = "tarot.example.org"

pytestmark = [
    pytest.mark.checks,  # on PostgreSQL and Redis whatever the run is on
    pytest.mark.product,
    pytest.mark.slow,
    pytest.mark.xdist_group("image"),
    on_linux,
]

ASK_FOR_A_DRAW = """
from django.utils import timezone
from tests.factories import TournamentFactory, field, organiser
from tournaments.seating import Remainder
from tournaments.services.draws.requests import ask_draw
from tournaments.tasks import run_job
tournament = TournamentFactory()
field(tournament, 8)
draw = ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=organiser(tournament.club),
                at=timezone.now())
run_job.delay(draw.job_id)
print(draw.job_id)
"""


def connect_to_postgres() -> psycopg.Connection:
    for user in ("postgres", "root"):
        try:
            return psycopg.connect(f"postgres://{user}@127.0.0.1:5432/postgres", autocommit=True, connect_timeout=2)
        except psycopg.OperationalError:
            continue
    return skip_without("postgresql", "what the containers run is not proved: nobody lets us in at 127.0.0.1:5432")


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """Return the address of a database of our own, dropped afterwards."""
    name = f"tarot_club_docker_{secrets.token_hex(4)}"
    with connect_to_postgres() as server:
        server.execute(f"CREATE DATABASE {name}")
        yield f"postgres://{server.info.user}@127.0.0.1:5432/{name}"
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def queue() -> Iterator[str]:
    """Return the address of an empty Redis database, held until it is emptied again: two runs never share one."""
    for number in range(9, 16):
        address = f"redis://127.0.0.1:6379/{number}"
        with redis.Redis.from_url(address, socket_connect_timeout=2) as client:
            try:
                if client.dbsize() == 0 and client.set("tarot-club-tests", os.getpid(), nx=True, ex=600):
                    yield address
                    client.flushdb()
                    return
            except redis.RedisError:
                skip_without("redis", "what the containers run is not proved: nobody answers at 127.0.0.1:6379")
    skip_without("redis", "what the containers run is not proved: no database from 9 to 15 is empty")


class Containers:
    """The processes of compose.yaml, each a child of the test, in an environment like env.example's."""

    def __init__(self, data: Path, database: str, queue: str) -> None:
        self.data, self.port = data, free_port()
        example = (ROOT / "docker" / "env.example").read_text()
        self.environment = dict(re.findall(r"^([A-Z_]+)=(.*)$", example, flags=re.MULTILINE)) | {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(data),
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": database,
            "REDIS_URL": queue,
            "WEB_HOST": "127.0.0.1",
            "WEB_PORT": str(self.port),
            "WEB_WORKERS": "1",
            "TAROT_CLUB_DATA": str(data),
            "STATIC_COLLECTED": "1",
        }
        assert self.environment["ALLOWED_HOSTS"] == HOST
        self.running: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        with (self.data / f"{arguments[0]}.log").open("w") as log:
            process = subprocess.Popen(
                [ENTRY, *arguments], env=self.environment, stdout=log, stderr=log, text=True, start_new_session=True
            )
        self.running.append(process)
        return process

    def run(self, *arguments: str) -> str:
        answer = subprocess.run([ENTRY, *arguments], check=False, env=self.environment, capture_output=True, text=True)
        assert answer.returncode == 0, answer.stdout + answer.stderr
        return answer.stdout.strip()

    def get(self, path: str) -> Any:
        """Ask the web process for a page as the proxy does."""
        headers = {"Host": HOST, "X-Forwarded-Proto": "https"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=5) as answer:
            return answer.read().decode()

    def healthy(self) -> bool:
        try:
            return json.loads(self.get("/sante/"))["database"] is True
        except (urllib.error.URLError, OSError):
            return False

    def said(self) -> str:
        return "".join(path.read_text() for path in sorted(self.data.glob("*.log")))

    def left_behind(self) -> list[int]:
        """Return the ids of the live processes that hold our data folder in their environment."""
        mark = f"TAROT_CLUB_DATA={self.data}".encode()
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    if mark in (folder / "environ").read_bytes().split(b"\0"):
                        found.append(int(folder.name))
                except OSError:
                    continue  # it ended while we looked, or is not ours to read
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        for process in self.running:
            if process.poll() is None:
                process.kill()
            process.wait()
        for pid in self.left_behind():
            os.kill(pid, signal.SIGKILL)


def test_web_and_worker_serve_a_club_and_end_cleanly(tmp_path: Path, database: str, queue: str, image: Path) -> None:
    shutil.copytree(image / "data" / "static", tmp_path / "static")
    with Containers(tmp_path, database, queue) as containers:
        containers.run("migrate")

        web, worker = containers.start("web"), containers.start("worker")
        job = containers.run("manage", "shell", "--verbosity", "0", "-c", ASK_FOR_A_DRAW)
        assert wait_until(containers.healthy), containers.said()
        assert containers.run("health").strip() == "ok"
        assert json.loads(containers.get("/sante/")) == {"database": True, "queue": True, "late_jobs": 0}

        with psycopg.connect(database, autocommit=True) as rows:
            asked = "SELECT state, attempts FROM tournaments_job WHERE id = %s"
            assert wait_until(lambda: rows.execute(asked, [job]).fetchone() == ("fait", 1)), containers.said()

        stylesheet = re.search(r'href="(/static/tarot_club/theme\.[0-9a-f]+\.css)"', containers.get("/"))
        assert stylesheet is not None
        assert "{" in containers.get(stylesheet[1])

        for process in (web, worker):
            process.send_signal(signal.SIGTERM)
        assert (web.wait(PATIENCE), worker.wait(PATIENCE)) == (0, 0), containers.said()
        assert containers.left_behind() == []
        assert "Traceback" not in containers.said()
