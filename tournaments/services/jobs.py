"""
Background work: asked for, claimed, reported, ended, cancelled.

The row is the truth. A state changes only by a compare-and-set, so that a message delivered twice, two workers or two
clicks do the work once; a row whose heartbeat is old belongs to whoever claims it next.
"""

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.labels import DRAWS, JobKind, JobState
from tournaments.models import Account, Document, Job, Season, Tournament
from tournaments.queries.papers_to_make import papers_to_make
from tournaments.refusals import Refusal
from tournaments.seating import Cancelled, Monitor
from tournaments.services.journal import log
from tournaments.subjects import subject_of

HEARTBEAT_LASTS = timedelta(seconds=15)
MESSAGE_TRAVELS = timedelta(seconds=3)
ATTEMPTS = 3
LONG_AGO = datetime.fromtimestamp(0, tz=UTC)
SECONDS_BETWEEN_WRITES = 1.0  # a database of one file has other things to write


@transaction.atomic
def ask(
    *,
    kind: JobKind,
    by: Account | None,
    at: datetime,
    tournament: Tournament | None = None,
    season: Season | None = None,
    about: str = "",
    wanted: dict[str, Any] | None = None,
) -> Job:
    """
    Return the job that will do this work: a new one, or the one already under way (a double click asks once).

    `about` names the part of the tournament that the work is about, when there may be one for each part.
    The caller then calls `tasks.enqueue(job.pk)`.
    """
    owner = tournament or season
    if owner is None:
        raise ValueError("a job is about a tournament or a season")
    type(owner).objects.select_for_update(no_key=True).get(pk=owner.pk)
    live = Job.objects.filter(
        kind=kind, tournament=tournament, season=season, about=about, state__in=[JobState.QUEUED, JobState.RUNNING]
    ).first()
    return live or Job.objects.create(
        kind=kind, tournament=tournament, season=season, about=about, wanted=wanted or {}, asked_by=by, asked_at=at
    )


def kind_of(job_id: int) -> str | None:
    """Return the kind of a job, None when it is no more."""
    return Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()


def claim(*, job_id: int, worker: str, at: datetime) -> Job | None:
    """Return the job if this worker may do it now, else None: another one does, or it has ended."""
    free = Q(state=JobState.QUEUED) | _abandoned(at)
    claimed = Job.objects.filter(free, pk=job_id).update(
        state=JobState.RUNNING,
        worker=worker,
        heartbeat_at=at,
        percent=0,
        best=None,
        message="",
        attempts=F("attempts") + 1,
    )
    return Job.objects.select_related("tournament__club", "season__club").get(pk=job_id) if claimed else None


def heartbeat(*, worker: str, job_ids: Iterable[int], at: datetime) -> None:
    """
    Write the heartbeat of the jobs that this worker does now.

    Only `job_ids`: a job whose end the worker could not write (the database was away) must look stuck, and be retried.
    """
    Job.objects.filter(pk__in=list(job_ids), worker=worker, state=JobState.RUNNING).update(heartbeat_at=at)


def report(*, job: Job, percent: int, at: datetime) -> None:
    """
    Write the progress (from 0 to 99), the best found (`job.best`) and a heartbeat.

    Raises Cancelled when somebody cancelled the job, or another worker has taken it over.
    """
    percent = max(0, min(percent, 99))
    if not _mine(job).filter(cancel_asked=False).update(percent=percent, best=job.best, heartbeat_at=at):
        raise Cancelled


def finish(*, job: Job, result: dict[str, Any], at: datetime) -> bool:
    """Keep the result; False when the job was cancelled, taken over or ended: the result is to be dropped."""
    return bool(
        _mine(job).filter(cancel_asked=False).update(state=JobState.DONE, percent=100, result=result, ended_at=at)
    )


def fail(*, job: Job, message: str, at: datetime) -> None:
    """End a job that cannot be done, with the sentence to show."""
    _mine(job).update(state=JobState.FAILED, message=message, ended_at=at)


def fail_stuck(*, job: Job, minutes: int, at: datetime) -> None:
    """Fail a job that has shown no progress for so many `minutes`; the sentence it shows says so."""
    fail(
        job=job,
        message=ngettext(
            "Ce travail n’avançait plus depuis %(count)d minute : il a été arrêté, et rien n’a été changé. "
            "Relancez-le ; s’il s’arrête encore, prévenez l’assistance.",
            "Ce travail n’avançait plus depuis %(count)d minutes : il a été arrêté, et rien n’a été changé. "
            "Relancez-le ; s’il s’arrête encore, prévenez l’assistance.",
            minutes,
        )
        % {"count": minutes},
        at=at,
    )


def release(*, job: Job) -> None:
    """Give a job back whose process was lost: whoever looks next takes it over."""
    _mine(job).update(heartbeat_at=LONG_AGO)


def release_all(*, worker: str) -> None:
    """Give back every job of a worker that is about to end."""
    Job.objects.filter(worker=worker, state=JobState.RUNNING).update(heartbeat_at=LONG_AGO)


def end_cancelled(*, job: Job, at: datetime) -> None:
    """End a job whose work has stopped because somebody asked for it; one that was taken over goes on elsewhere."""
    _mine(job).filter(cancel_asked=True).update(state=JobState.CANCELLED, ended_at=at)


def make_again(*, tournaments: Iterable[int], seasons: Iterable[int]) -> list[Job]:
    """
    Delete the documents of these tournaments and seasons, and return the jobs that make them again, waiting.

    Called in a transaction that changed what they say. A document that is being made now is begun again too: what its
    worker has read is no longer true, and it keeps nothing (`documents.keep_document`). Of the documents that one job
    alone may make at a time the newest is made again. The caller calls `tasks.enqueue` for each.
    """
    of_these = Job.objects.filter(Q(tournament__in=list(tournaments)) | Q(season__in=list(seasons)))
    papers = of_these.exclude(kind__in=DRAWS).filter(Q(state=JobState.RUNNING) | Q(document__isnull=False))
    rows = list(papers.select_for_update(of=("self",), no_key=True).order_by("pk"))
    Document.objects.filter(job__in=rows).delete()
    live = of_these.filter(state__in=[JobState.QUEUED, JobState.RUNNING]).exclude(kind__in=DRAWS)
    again = papers_to_make(rows, list(live))
    Job.objects.filter(pk__in=[job.pk for job in again]).update(
        state=JobState.QUEUED,
        worker="",
        heartbeat_at=None,
        percent=0,
        result=None,
        message="",
        cancel_asked=False,
        ended_at=None,
    )
    return again


@transaction.atomic
def cancel(*, job: Job, by: Account, at: datetime) -> None:
    """Stop a job: at once while it waits, at its next step while it runs. Refuses one that has ended."""
    if Job.objects.filter(pk=job.pk, state=JobState.QUEUED).update(
        state=JobState.CANCELLED, cancel_asked=True, ended_at=at
    ) or Job.objects.filter(pk=job.pk, state=JobState.RUNNING).update(cancel_asked=True):
        log(
            action=gettext_noop("travail annulé"),
            subject=subject_of(f"job.{job.kind}"),
            by=by,
            at=at,
            tournament=job.tournament,
            club=job.club,
        )
        return
    raise Refusal(
        _("Ce travail est déjà fini : il n’y a plus rien à annuler. Rechargez la page pour voir son résultat."),
        code="job_has_ended",
    )


@transaction.atomic
def stop_early(*, job: Job, by: Account, at: datetime) -> None:
    """Have the work end at its next step with the best found so far. Idempotent; refuses a job that has ended."""
    if Job.objects.filter(pk=job.pk, state__in=[JobState.QUEUED, JobState.RUNNING], enough_asked=False).update(
        enough_asked=True
    ):
        log(
            action=gettext_noop("recherche arrêtée"),
            subject=subject_of(f"job.{job.kind}"),
            by=by,
            at=at,
            tournament=job.tournament,
        )
    elif not Job.objects.filter(pk=job.pk, state__in=[JobState.QUEUED, JobState.RUNNING]).exists():
        raise Refusal(
            _("Ce tirage est déjà fini : regardez son résultat, puis publiez-le."),
            code="job_has_ended",
        )


def is_stop_asked(*, job: Job) -> bool:
    """Return whether somebody asked for the best found so far."""
    return _mine(job).filter(enough_asked=True).exists()


def fail_exhausted(*, at: datetime) -> None:
    """Fail the jobs whose worker died at every attempt, so that none is retried for ever."""
    Job.objects.filter(_abandoned(at), attempts__gte=ATTEMPTS).update(
        state=JobState.FAILED,
        message=_("Ce travail s’est interrompu trois fois. Relancez-le ; s’il échoue encore, prévenez l’assistance."),
        ended_at=at,
    )


def to_enqueue(*, at: datetime) -> list[tuple[int, str]]:
    """Return (id, kind) of the jobs that nobody does: waiting for some seconds, or running with an old heartbeat."""
    return list(
        Job.objects.filter(
            Q(state=JobState.QUEUED) & ~Q(asked_at__range=(at - MESSAGE_TRAVELS, at + MESSAGE_TRAVELS)) | _abandoned(at)
        )
        .order_by("pk")
        .values_list("pk", "kind")
    )


def _abandoned(at: datetime) -> Q:
    """
    The running jobs that nobody does: their last heartbeat is old.

    One far in the future says nothing either: the clock of this machine was put back since.
    """
    alive = Q(heartbeat_at__range=(at - HEARTBEAT_LASTS, at + HEARTBEAT_LASTS))
    return Q(state=JobState.RUNNING) & (Q(heartbeat_at=None) | ~alive)


def _mine(job: Job) -> QuerySet[Job]:
    """The row of a job, as long as it is this very attempt's to write."""
    return Job.objects.filter(pk=job.pk, worker=job.worker, attempts=job.attempts, state=JobState.RUNNING)


def release_running() -> None:
    """Give back every running job: `manage.py serve` owns the only worker, so nothing can be running at its start."""
    Job.objects.filter(state=JobState.RUNNING).update(heartbeat_at=LONG_AGO)


class JobMonitor(Monitor):
    """
    Writes the progress and the best found to the row of a job: the first report, then one a second at most.

    Raises Cancelled when somebody asked to cancel the job or another worker has taken it over. `on_report` is called at
    every report, `now` at each that is written.
    """

    def __init__(
        self,
        job: Job,
        *,
        now: Callable[[], datetime],
        on_report: Callable[[], None] = lambda: None,
        seconds_between_writes: float = SECONDS_BETWEEN_WRITES,
    ) -> None:
        self.job, self.now, self.on_report, self.between = job, now, on_report, seconds_between_writes
        self._written: float | None = None
        self._has_read = self._stop_asked = False

    def report(self, percent: int) -> None:
        self.on_report()
        moment = time.monotonic()
        if self._written is None or moment - self._written >= self.between:
            self._written, self._has_read = moment, False
            report(job=self.job, percent=percent, at=self.now())

    def found(self, repeats: int, bound: int) -> None:
        """Keep the repeats for the next report."""
        self.job.best = repeats

    def should_stop(self) -> bool:
        """Read the row, once for each report that was written."""
        if not self._has_read:
            self._has_read, self._stop_asked = True, is_stop_asked(job=self.job)
        return self._stop_asked
