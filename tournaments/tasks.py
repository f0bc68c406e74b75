"""Celery's door: fetch the job, one call that does the work, report how it ended."""

import logging
import os
import socket
import time
import uuid
from collections.abc import Callable
from typing import Any

from celery import shared_task
from django.db import connections, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.documents.certificate import make_certificate
from tournaments.documents.league import make_league_document
from tournaments.documents.player_cards import make_player_cards
from tournaments.documents.poster import make_poster
from tournaments.documents.ranking import make_ranking_document
from tournaments.documents.seating_plan import make_seating_plan
from tournaments.documents.table_cards import make_table_lists, make_tent_cards
from tournaments.labels import JobKind
from tournaments.models import Job
from tournaments.refusals import Refusal
from tournaments.services import jobs
from tournaments.services.draws import compute_draw
from tournaments.services.redraws import compute_redraw

logger = logging.getLogger(__name__)

# One name for the life of this process: it tells our rows from those of a worker that died.
WORKER = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"

BETWEEN_REPORTS = 1  # second: a database of one file has other things to write

# The jobs whose heart beats here: this process does them now. Workers are threads of it (CELERY_WORKER_POOL).
AT_WORK: set[int] = set()

# Who does each kind of job. An app above this one adds its own from its `tasks` module, which every worker loads.
WORKS: dict[str, Callable[[Job, Callable[[int], None]], dict[str, Any]]] = {
    JobKind.DRAW: compute_draw,
    JobKind.REDRAW: compute_redraw,
    JobKind.RANKING: make_ranking_document,
    JobKind.LEAGUE: make_league_document,
    JobKind.SEATING_PLAN: make_seating_plan,
    JobKind.POSTER: make_poster,
    JobKind.PLAYER_CARDS: make_player_cards,
    JobKind.TENT_CARDS: make_tent_cards,
    JobKind.TABLE_LISTS: make_table_lists,
    JobKind.CERTIFICATE: make_certificate,
}


@shared_task(name="tournaments.run_job")
def run_job(job_id: int) -> None:
    """Do the job of this row, unless somebody else does it."""
    job = jobs.claim(job_id=job_id, worker=WORKER, at=timezone.now())
    if job is None:
        return
    AT_WORK.add(job.pk)
    try:
        result = WORKS[job.kind](job, _reporting(job))
        if not jobs.finish(job=job, result=result, at=timezone.now()):
            jobs.end_cancelled(job=job, at=timezone.now())
    except jobs.CancelledJob:
        jobs.end_cancelled(job=job, at=timezone.now())
    except Refusal as refusal:
        jobs.fail(job=job, message=str(refusal), at=timezone.now())
    except Exception:
        logger.exception("job %s failed", job_id)
        jobs.fail(
            job=job,
            message=_("Ce travail a échoué à cause d’une erreur du programme ; rien n’a été changé. Relancez-le."),
            at=timezone.now(),
        )
    finally:
        AT_WORK.discard(job.pk)


def _reporting(job: Job) -> Callable[[int], None]:
    """Return what the work tells its percentage to: the first is written, then one a second at most."""
    last: float | None = None

    def report(percent: int) -> None:
        nonlocal last
        now = time.monotonic()
        if last is None or now - last >= BETWEEN_REPORTS:
            last = now
            jobs.report(job=job, percent=percent, at=timezone.now())

    return report


def wake(job_id: int) -> None:
    """
    Wake a worker for this job, once the transaction has ended.

    The row is the truth and the message only saves two seconds: without a queue (Redis is away, the folder is gone)
    nothing fails here, and a worker finds the row by itself.
    """

    def send() -> None:
        run_job.delay(job_id)

    transaction.on_commit(send, robust=True)


@shared_task(name="tournaments.tend_jobs")
def tend_jobs(free_hands: int) -> None:
    """
    Beat the heart of this worker's jobs; wake those that nobody has. Runs every two seconds in every worker.

    It wakes no more than this worker could take itself, so messages never pile up while all workers are busy.
    """
    try:
        now = timezone.now()
        jobs.beat(worker=WORKER, job_ids=tuple(AT_WORK), at=now)
        jobs.give_up_hopeless(at=now)
        for job_id in jobs.to_wake(at=now)[:free_hands]:
            run_job.delay(job_id)
    except Exception:
        logger.exception("tending the jobs failed; trying again at the next round")
    finally:
        connections.close_all()  # the worker's timer has its own thread, and PostgreSQL counts its connections
