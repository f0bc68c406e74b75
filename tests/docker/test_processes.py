"""What the containers run, run by hand: the entry point's own processes on a real PostgreSQL and a real Redis."""

import json
import os
import re
import secrets
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from tests.docker.containers import Containers
from tests.needs import on_linux, skip_without
from tests.tarot_club.serving import PATIENCE, wait_until

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


def test_web_and_worker_serve_a_club_and_end_cleanly(tmp_path: Path, database: str, queue: str, image: Path) -> None:
    shutil.copytree(image / "data" / "static", tmp_path / "static")
    with Containers(tmp_path, database, queue) as containers:
        containers.run("migrate")

        web, worker = containers.web(), containers.start("worker")
        job = containers.run("manage", "shell", "--verbosity", "0", "-c", ASK_FOR_A_DRAW)
        assert wait_until(web.healthy), containers.said()
        assert containers.run("health", WEB_PORT=str(web.port)).strip() == "ok"
        assert json.loads(web.get("/sante/")) == {"database": True, "queue": True, "late_jobs": 0}

        with psycopg.connect(database, autocommit=True) as rows:
            asked = "SELECT state, attempts FROM tournaments_job WHERE id = %s"
            assert wait_until(lambda: rows.execute(asked, [job]).fetchone() == ("fait", 1)), containers.said()

        stylesheet = re.search(r'href="(/static/tarot_club/theme\.[0-9a-f]+\.css)"', web.get("/"))
        assert stylesheet is not None
        assert "{" in web.get(stylesheet[1])

        for process in (web.process, worker):
            process.send_signal(signal.SIGTERM)
        assert (web.process.wait(PATIENCE), worker.wait(PATIENCE)) == (0, 0), containers.said()
        assert containers.left_behind() == []
        assert "Traceback" not in containers.said()
