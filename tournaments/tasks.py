"""What Celery calls: fetch the job, one call that does the work, report how it ended."""

import logging
import os
import socket
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from functools import cache, partial
from typing import Any

from celery import shared_task
from celery.signals import worker_shutting_down
from django.conf import settings
from django.db import connections, transaction
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext as _

from tournaments.documents.registry import DOCUMENTS
from tournaments.labels import DRAWS, JobKind
from tournaments.models import Job
from tournaments.queries.clubs.webhooks import is_something_due
from tournaments.queries.pages.addresses import sends_mail
from tournaments.queries.people.entries import reminders_due
from tournaments.queries.people.messages import mail_due
from tournaments.refusals import Refusal
from tournaments.seating import Cancelled, Monitor
from tournaments.services.clubs.ratings import ask_counts, count_rating
from tournaments.services.draws.requests import compute_draw, finish_draw
from tournaments.services.work import deliveries, jobs, mails
from tournaments.services.work.jobs import JobMonitor
from tournaments.services.work.purges import purge_by_the_clock
from tournaments.work.searches import Search, SearchLostError, SearchStuckError, in_a_child, in_this_process
from tournaments.work.slots import DRAW, Slots, sort_of

logger = logging.getLogger(__name__)

# The jobs that this process does now. Workers are threads of it (CELERY_WORKER_POOL).
SLOTS = Slots(settings.JOBS_AT_ONCE)

TELLING = threading.Lock()  # held while a thread of this process tells webhooks
MAILING = threading.Lock()  # and while one sends e-mails
SECONDS_OF_TELLING = 60.0
SECONDS_OF_REST = 60.0  # after which a laptop gets back what documents took: 50 MiB, of which Python returns nothing


@cache
def worker_name() -> str:
    """Return one name for the life of this process: it tells our rows from those of a worker that died."""
    return f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"


def _ceiling(sort: str) -> float:
    """Return for how many seconds a job of this sort may show no progress."""
    return settings.MINUTES_WITHOUT_PROGRESS[sort] * 60


# Where a draw searches: in a child process; in this one where jobs are done at once (tests).
SEARCH: Search = in_this_process if settings.CELERY_TASK_ALWAYS_EAGER else partial(in_a_child, ceiling=_ceiling(DRAW))

autodiscover_modules("documents")  # of every app: each declares its own in the registry

# The function that does each kind of job.
WORKS: dict[str, Callable[[Job, Monitor], dict[str, Any]]] = {
    JobKind.DRAW: partial(compute_draw, search=SEARCH),
    JobKind.REDRAW: partial(compute_draw, search=SEARCH),
    JobKind.RATING: count_rating,
    **{kind: printable.make for kind, printable in DOCUMENTS.items()},
}


@shared_task(name="tournaments.run_job")
def run_job(job_id: int) -> None:
    """
    Do the job of this row, unless another worker does it, then those that came meanwhile and found no free slot.

    A message that finds none is forgotten: the row is the truth, and another worker may be idle. A kind that this
    version does not know is left to a worker that does: while a new version comes, both are there.
    """
    following: int | None = job_id
    while following is not None:
        current, following = following, None
        kind = jobs.kind_of(current)
        if kind in WORKS and SLOTS.take(current, sort_of(kind)):
            try:
                _do(current)
            finally:
                following = SLOTS.give_back(current)


def _do(job_id: int) -> None:
    job = jobs.claim(job_id=job_id, worker=worker_name(), at=timezone.now())
    if job is None:
        return
    try:
        monitor = JobMonitor(job, now=timezone.now, on_report=partial(SLOTS.progressed, job.pk))
        result = WORKS[job.kind](job, monitor)
        finish = finish_draw if job.kind in DRAWS else jobs.finish
        if not finish(job=job, result=result, at=timezone.now()):
            jobs.end_cancelled(job=job, at=timezone.now())
    except Cancelled:
        jobs.end_cancelled(job=job, at=timezone.now())
    except SearchStuckError:
        _fail_stuck(job, DRAW)
    except SearchLostError:
        logger.warning("job %s: its process was ended; it is taken up again", job_id)
        jobs.release(job=job)
    except Refusal as refusal:
        jobs.fail(job=job, message=str(refusal), at=timezone.now())
    except Exception:
        logger.exception("job %s failed", job_id)
        jobs.fail(
            job=job,
            message=_("Ce travail a échoué à cause d’une erreur du programme ; rien n’a été changé. Relancez-le."),
            at=timezone.now(),
        )


def _fail_stuck(job: Job, sort: str) -> None:
    jobs.fail_stuck(job=job, minutes=max(1, round(settings.MINUTES_WITHOUT_PROGRESS[sort])), at=timezone.now())


def enqueue(job_id: int) -> None:
    """
    Send this job to a worker, once the transaction has ended.

    The row is the truth and the message only saves two seconds: without a queue (Redis is away, the folder is gone)
    nothing fails here, and a worker finds the row by itself.
    """

    def send() -> None:
        if (kind := jobs.kind_of(job_id)) is not None:
            send_to_worker(job_id, kind)

    transaction.on_commit(send, robust=True)


def send_to_worker(job_id: int, kind: str) -> None:
    """Send a job to the queue of its sort: whoever takes from it does such jobs. On a laptop there is one queue."""
    queue = sort_of(kind) if settings.REDIS_URL else None
    run_job.apply_async([job_id], queue=queue)


@shared_task(name="tournaments.tend_jobs")
def tend_jobs() -> bool:
    """
    Write the heartbeat of this worker's jobs, end those that are stuck, have ratings counted whose tournaments have
    changed, enqueue the jobs that nobody does, and have webhooks told and e-mails sent. Runs every two seconds in every
    worker; returns whether this process must be replaced.

    It enqueues no more than this worker could take itself, so messages never pile up while all workers are busy. A
    stuck document holds a thread, which nothing can end but its process: what else runs here is given back first.
    On a laptop (`manage.py serve`) a worker that has made documents and rests is replaced too.
    """
    try:
        now = timezone.now()
        for job_id, sort in (stuck := SLOTS.stuck({sort: _ceiling(sort) for sort in SLOTS.sizes})).items():
            for job in Job.objects.filter(pk=job_id, worker=worker_name()):
                _fail_stuck(job, sort)
        if stuck:
            jobs.release_all(worker=worker_name())
            return True
        jobs.heartbeat(worker=worker_name(), job_ids=SLOTS.at_work(), at=now)
        jobs.fail_exhausted(at=now)
        jobs.fail_unknown(known=WORKS, at=now)
        ask_counts(at=now)
        free = SLOTS.free()
        for job_id, kind in jobs.to_enqueue(at=now):
            if kind in WORKS and free[sort_of(kind)]:
                free[sort_of(kind)] -= 1
                send_to_worker(job_id, kind)
        if not TELLING.locked() and is_something_due(now):
            tell_webhooks.delay()
        tend_mails(now)
    except Exception:
        logger.exception("tending the jobs failed; trying again at the next round")
    finally:
        connections.close_all()  # the worker's timer has its own thread, and PostgreSQL counts its connections
    is_embedded = settings.SERVED_AT is not None
    return is_embedded and SLOTS.has_rested(SECONDS_OF_REST) and not (TELLING.locked() or MAILING.locked())


def tend_mails(now: datetime) -> None:
    """Have the reminders of tomorrow leave, and what waits be sent, where messages leave at all."""
    if not sends_mail():
        return
    if reminders_due(now).exists():
        mails.remind(at=now)
    if not MAILING.locked() and mail_due(now).exists():
        send_mails.delay()


@shared_task(name="tournaments.tell_webhooks")
def tell_webhooks() -> None:
    """
    Send what waits for webhooks, one message after the other, for a minute at most; who answers slowly comes last.

    One thread of a process does that: those who print do not wait for sites that do not answer.
    """
    if not TELLING.acquire(blocking=False):
        return
    try:
        began, spent = time.monotonic(), Counter[int]()
        while (
            time.monotonic() < began + SECONDS_OF_TELLING
            and (delivery := deliveries.take_due(at=timezone.now(), spent=spent)) is not None
        ):
            since = time.monotonic()
            deliveries.send(delivery, at=timezone.now())
            spent[delivery.webhook_id] += round(1000 * (time.monotonic() - since))
    finally:
        TELLING.release()


@shared_task(name="tournaments.send_mails")
def send_mails() -> None:
    """Send the e-mails that wait, as `tell_webhooks` does its messages."""
    if not MAILING.acquire(blocking=False):
        return
    try:
        ends = time.monotonic() + SECONDS_OF_TELLING
        while time.monotonic() < ends and (message := mails.take_due(at=timezone.now())) is not None:
            mails.send(message, at=timezone.now())
    finally:
        MAILING.release()


@shared_task(name="tournaments.purge")
def purge_old_rows() -> None:
    """Delete what is not kept for ever. Every worker starts it every hour: the second one finds nothing."""
    purge_by_the_clock(at=timezone.now())


@worker_shutting_down.connect
def end_at_once(**_signal: Any) -> None:
    """End a worker that does nothing now, rather than when its timer and its queue have next been looked at."""
    if not SLOTS.at_work():
        os._exit(0)


autodiscover_modules("works")  # of every app: each adds its own, now that there is where
