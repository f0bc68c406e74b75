"""`/sante/`: what works and what does not, for machines that watch."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from tournaments.labels import JobKind
from tournaments.models import Tournament
from tournaments.services.work import jobs

ROOT = Path(__file__).parent.parent.parent
ASK = "from django.test import Client; page = Client().get('/sante/'); print(page.status_code, page.content.decode())"


def test_everything_works(client: Client, db: None) -> None:
    page = client.get("/sante/")
    assert page.status_code == 200
    assert page.json() == {"database": True, "queue": True, "late_jobs": 0}
    assert "no-store" in page.headers["Cache-Control"]


def test_it_costs_one_query(client: Client, db: None, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        client.get("/sante/")


def test_a_job_that_no_worker_takes_is_late_after_a_minute(client: Client, tournament: Tournament) -> None:
    now = timezone.now()
    jobs.ask(kind=JobKind.DRAW, tournament=tournament, by=None, at=now)
    jobs.ask(kind=JobKind.RANKING, tournament=tournament, by=None, at=now - timedelta(seconds=61))
    assert client.get("/sante/").json() == {"database": True, "queue": True, "late_jobs": 1}


@pytest.mark.product
def test_without_its_database_the_site_is_ill(tmp_path: Path) -> None:
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "REDIS_URL": "redis://127.0.0.1:1/0"}
    answer = subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", ASK],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "TAROT_CLUB_DATA": str(tmp_path), "ALLOWED_HOSTS": "testserver"} | nowhere,
        capture_output=True,
        text=True,
        check=True,
    )
    told = '{"database": false, "queue": false, "late_jobs": null, "reason": "database_away"}'
    assert answer.stdout.strip() == f"503 {told}"
