"""What a worker spends on the ranking of a thousand players as PDF."""

import time
from collections.abc import Iterator
from datetime import datetime

from tests.bench.big_evening import big_evening
from tests.bench.figures import Figure
from tournaments.documents.pdf import render
from tournaments.labels import JobKind
from tournaments.models import Tournament
from tournaments.seating import Monitor
from tournaments.services.work import jobs
from tournaments.tasks import WORKS


def ranking(*, at: datetime, players: int = 1000, rounds: int = 8) -> Iterator[Figure]:
    """Make an empty page, so that the worker is warm, then the large paper."""
    render("documents/base.html", {"title": "vide"})
    large = big_evening(players=players, rounds=rounds, at=at, password="")
    yield Figure(f"le classement de {players} joueurs en PDF, processeur", make(large, at), "s", 8)


def make(tournament: Tournament, at: datetime) -> float:
    """Return the seconds of CPU that the paper takes."""
    options = {"language": "fr", "site": "http://192.168.1.20:8000"}
    queued = jobs.ask(kind=JobKind.RANKING, tournament=tournament, wanted=options, by=None, at=at)
    job = jobs.claim(job_id=queued.pk, worker="bench", at=at)
    assert job is not None
    began = time.process_time()
    result = WORKS[JobKind.RANKING](job, Monitor())
    took = time.process_time() - began
    jobs.finish(job=job, result=result, at=at)
    return took
