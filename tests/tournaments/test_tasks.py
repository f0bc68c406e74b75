"""What a worker does every two seconds, and what it writes while it works."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import TournamentFactory, field, organiser
from tournaments.labels import JobKind, JobState
from tournaments.models import Job
from tournaments.seating import Remainder
from tournaments.services import jobs
from tournaments.services.draws import ask_draw
from tournaments.tasks import AT_WORK, WORKER, WORKS, run_job, tend_jobs

pytestmark = pytest.mark.django_db(transaction=True)  # tending closes its connection, as on the worker's own thread

LONG_AGO = timedelta(minutes=1)


def draw_asked_long_ago() -> Job:
    tournament = TournamentFactory()
    field(tournament, 4)
    at = timezone.now() - LONG_AGO
    return ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=organiser(tournament.club), at=at)


def states() -> list[str]:
    return list(Job.objects.order_by("pk").values_list("state", flat=True))


def test_a_worker_wakes_no_more_than_it_can_take() -> None:
    for _each in range(3):
        draw_asked_long_ago()
    tend_jobs(free_hands=0)
    assert states() == [JobState.QUEUED] * 3
    tend_jobs(free_hands=2)
    assert states() == [JobState.DONE, JobState.DONE, JobState.QUEUED]
    assert set() == AT_WORK


def test_only_a_job_that_is_being_done_is_kept_alive() -> None:
    """A worker whose database was away when it ended a job goes on living; the job must not wait for its death."""
    done, being_done = draw_asked_long_ago(), draw_asked_long_ago()
    for job in (done, being_done):
        jobs.claim(job_id=job.pk, worker=WORKER, at=timezone.now() - LONG_AGO)
    AT_WORK.add(being_done.pk)
    try:
        tend_jobs(free_hands=0)
    finally:
        AT_WORK.clear()
    assert jobs.to_wake(at=timezone.now()) == [done.pk]
    tend_jobs(free_hands=1)
    assert states() == [JobState.DONE, JobState.RUNNING]


def test_a_worker_writes_how_far_it_is_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    rows: list[tuple[int, int | None]] = []

    def work(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
        for percent in range(10):
            job.best = 20 - percent
            progress(percent)
            rows.append(Job.objects.values_list("percent", "best").get())
            clock[0] += 0.25
        return {}

    monkeypatch.setattr("tournaments.tasks.time.monotonic", lambda: clock[0])
    monkeypatch.setitem(WORKS, JobKind.DRAW, work)
    run_job(draw_asked_long_ago().pk)
    assert rows == [(0, 20)] * 4 + [(4, 16)] * 4 + [(8, 12)] * 2
    assert states() == [JobState.DONE]
