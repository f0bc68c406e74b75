"""
Background jobs: requested, claimed by a worker, reported, ended, cancelled.

The row decides. A state changes only by a compare-and-set, so that a message delivered twice, two workers or two clicks
do the work once; another worker may claim a row whose heartbeat is old.
"""

import time
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.labels import DRAWS, JobKind, JobState
from tournaments.models import Account, Club, Document, Job, Season, Site, Tournament
from tournaments.refusals import Refusal
from tournaments.seating import Cancelled, Monitor
from tournaments.services.journal import act_of, log
from tournaments.subjects import subject_of

HEARTBEAT_LASTS = timedelta(seconds=15)
MESSAGE_TRAVELS = timedelta(seconds=3)
ATTEMPTS = 3
VERSIONS_MEET = timedelta(hours=1)  # how long workers of two versions may be there at once
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
    club: Club | None = None,
    about: str = "",
    wanted: dict[str, Any] | None = None,
) -> Job:
    """
    Return the job for this work: a new job, or the one already under way, so that a double click asks once.

    The work is about a `tournament`, a `season`, a whole `club` or, without any of these, the site; `about` names a
    part of it, if each part may have its own job. The caller then calls `tasks.enqueue(job.pk)`, or a worker finds the
    row.
    """
    owner = tournament or season or club or Site.objects.get_or_create(pk=1)[0]
    type(owner).objects.select_for_update(no_key=True).get(pk=owner.pk)
    live = Job.objects.filter(
        kind=kind,
        tournament=tournament,
        season=season,
        whole_club=club,
        about=about,
        state__in=[JobState.QUEUED, JobState.RUNNING],
    ).first()
    return live or Job.objects.create(
        kind=kind,
        tournament=tournament,
        season=season,
        whole_club=club,
        about=about,
        wanted=(wanted or {}) | act_of(by),
        asked_by=by,
        asked_at=at,
    )


def kind_of(job_id: int) -> str | None:
    """Return the kind of a job, or None if the job was deleted."""
    return Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()


def claim(*, job_id: int, worker: str, at: datetime) -> Job | None:
    """Return the job if this worker may do it now; None if another worker does it, or it has ended."""
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
    return (
        Job.objects.select_related("tournament__club", "season__club", "whole_club").get(pk=job_id) if claimed else None
    )


def heartbeat(*, worker: str, job_ids: Iterable[int], at: datetime) -> None:
    """
    Write the heartbeat of the jobs that this worker does now (`job_ids`).

    Other jobs get none: a job whose end could not be written (the database was down) must look stuck, to be retried.
    """
    Job.objects.filter(pk__in=list(job_ids), worker=worker, state=JobState.RUNNING).update(heartbeat_at=at)


def report(*, job: Job, percent: int, at: datetime) -> None:
    """
    Write the progress (0 to 99 percent), the fewest repeats found (`job.best`) and a heartbeat.

    Raises Cancelled if the job was cancelled, or another worker has taken it over.
    """
    percent = max(0, min(percent, 99))
    if not _own_row(job).filter(cancel_asked=False).update(percent=percent, best=job.best, heartbeat_at=at):
        raise Cancelled


def finish(*, job: Job, result: dict[str, Any], at: datetime) -> bool:
    """Store the result and end the job; return False, and store nothing, if it was cancelled, taken over or ended."""
    return bool(
        _own_row(job).filter(cancel_asked=False).update(state=JobState.DONE, percent=100, result=result, ended_at=at)
    )


def fail(*, job: Job, message: str, at: datetime) -> None:
    """End a job that cannot be done; `message` is the sentence that users read."""
    _own_row(job).update(state=JobState.FAILED, message=message, ended_at=at)


def fail_stuck(*, job: Job, minutes: int, at: datetime) -> None:
    """Fail a job that has made no progress for so many `minutes`; its message says so."""
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
    """Release a job whose process died, so that the next worker takes it over."""
    _own_row(job).update(heartbeat_at=LONG_AGO)


def release_all(*, worker: str) -> None:
    """Release every job of a worker that is about to stop."""
    Job.objects.filter(worker=worker, state=JobState.RUNNING).update(heartbeat_at=LONG_AGO)


def end_cancelled(*, job: Job, at: datetime) -> None:
    """End a job whose work stopped because it was cancelled; a job that another worker took over goes on."""
    _own_row(job).filter(cancel_asked=True).update(state=JobState.CANCELLED, ended_at=at)


def make_again(*, tournaments: Iterable[int], seasons: Iterable[int]) -> list[Job]:
    """
    Delete the documents of these tournaments and seasons (ids), and return the jobs, now queued, that make them again.

    Called in the transaction that changed their contents. A job that runs now is queued again too: it has read old
    data, and stores nothing (`documents.keep_document`). If several documents have one key, only the newest is made
    again (`papers_to_make`). The caller calls `tasks.enqueue` for each job.
    """
    of_these = Job.objects.filter(Q(tournament__in=list(tournaments)) | Q(season__in=list(seasons)))
    papers = of_these.exclude(kind__in=DRAWS).filter(Q(state=JobState.RUNNING) | Q(document__isnull=False))
    rows = list(papers.select_for_update(of=("self",), no_key=True).order_by("pk"))
    Document.objects.filter(job__in=rows).delete()
    live = of_these.filter(state__in=[JobState.QUEUED, JobState.RUNNING]).exclude(kind__in=DRAWS)
    to_redo = papers_to_make(rows, list(live))
    Job.objects.filter(pk__in=[job.pk for job in to_redo]).update(
        state=JobState.QUEUED,
        worker="",
        heartbeat_at=None,
        percent=0,
        result=None,
        message="",
        cancel_asked=False,
        ended_at=None,
    )
    return to_redo


@transaction.atomic
def cancel(*, job: Job, by: Account, at: datetime) -> None:
    """Cancel a job: at once if it is queued, at its next step if it runs. Refuses a job that has ended."""
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
    """Make a job end at its next step with the best result so far. Idempotent. Refuses a job that has ended."""
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
    """Return whether a user asked to stop with the best result so far."""
    return _own_row(job).filter(enough_asked=True).exists()


def fail_exhausted(*, at: datetime) -> None:
    """Fail jobs whose worker died at every attempt, so that they are not retried for ever."""
    Job.objects.filter(_abandoned(at), attempts__gte=ATTEMPTS).update(
        state=JobState.FAILED,
        message=_("Ce travail s’est interrompu trois fois. Relancez-le ; s’il échoue encore, prévenez l’assistance."),
        ended_at=at,
    )


def fail_unknown(*, known: Collection[str], at: datetime) -> None:
    """Fail jobs whose kind is not `known` and that waited for an hour: no worker is of their version."""
    Job.objects.filter(state=JobState.QUEUED, asked_at__lt=at - VERSIONS_MEET).exclude(kind__in=known).update(
        state=JobState.FAILED,
        message=_("Cette version du programme ne connaît pas ce travail : il n’a pas été fait. Prévenez l’assistance."),
        ended_at=at,
    )


def to_enqueue(*, at: datetime) -> list[tuple[int, str]]:
    """Return (id, kind) of the jobs without a worker: queued for some seconds, or running with an old heartbeat."""
    return list(
        Job.objects.filter(
            Q(state=JobState.QUEUED) & ~Q(asked_at__range=(at - MESSAGE_TRAVELS, at + MESSAGE_TRAVELS)) | _abandoned(at)
        )
        .order_by("pk")
        .values_list("pk", "kind")
    )


def _abandoned(at: datetime) -> Q:
    """
    Return the condition for running jobs without a worker: their last heartbeat is old, or missing.

    A heartbeat far in the future counts as old: the clock of this machine was set back since.
    """
    alive = Q(heartbeat_at__range=(at - HEARTBEAT_LASTS, at + HEARTBEAT_LASTS))
    return Q(state=JobState.RUNNING) & (Q(heartbeat_at=None) | ~alive)


def _own_row(job: Job) -> QuerySet[Job]:
    """Return the row of a job as a queryset; empty if another attempt has taken the job over, or it has ended."""
    return Job.objects.filter(pk=job.pk, worker=job.worker, attempts=job.attempts, state=JobState.RUNNING)


def release_running() -> None:
    """Release every running job: `manage.py serve` has the only worker, so none can be running when it starts."""
    Job.objects.filter(state=JobState.RUNNING).update(heartbeat_at=LONG_AGO)


class JobMonitor(Monitor):
    """
    Writes the progress and the best result to the row of a job: at the first report, then at most once a second.

    Raises Cancelled if the job was cancelled, or another worker has taken it over. `on_report` is called at every
    report, `now` at each report that is written.
    """

    def __init__(
        self,
        job: Job,
        *,
        now: Callable[[], datetime],
        on_report: Callable[[], None] = lambda: None,
        seconds_between_writes: float = SECONDS_BETWEEN_WRITES,
    ) -> None:
        self.job, self.now, self.on_report, self.seconds_between_writes = job, now, on_report, seconds_between_writes
        self._written: float | None = None
        self._has_read = self._stop_asked = False

    def report(self, percent: int) -> None:
        self.on_report()
        moment = time.monotonic()
        if self._written is None or moment - self._written >= self.seconds_between_writes:
            self._written, self._has_read = moment, False
            report(job=self.job, percent=percent, at=self.now())

    def found(self, repeats: int, bound: int) -> None:
        """Keep the number of repeats for the next report."""
        self.job.best = repeats

    def should_stop(self) -> bool:
        """Return whether a user asked to stop; the row is read once for each report that was written."""
        if not self._has_read:
            self._has_read, self._stop_asked = True, is_stop_asked(job=self.job)
        return self._stop_asked


def papers_to_make(jobs: Iterable[Job], live: Iterable[Job]) -> list[Job]:
    """
    Return which of these jobs to do again after their documents were deleted: the running jobs and, for each key
    without a job under way (`live`), the newest job: older jobs of that key would make the same paper.
    """
    newest: dict[tuple[Any, ...], Job] = {}
    live_keys = {_unique_key(job) for job in live}
    for job in sorted(jobs, key=lambda job: job.pk):
        if job.state == JobState.RUNNING or _unique_key(job) not in live_keys:
            newest[_unique_key(job)] = job
    return list(newest.values())


def _unique_key(job: Job) -> tuple[Any, ...]:
    """Return the key that two queued or running jobs may not share, as the model's constraints say."""
    return job.kind, job.tournament_id, job.season_id, job.about if job.tournament_id else ""
