"""What a worker does every two seconds, what it takes, and what it writes while it works."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import Settings
from django.utils import timezone

from tests.factories import ClubFactory, TournamentFactory, field, organiser
from tournaments.labels import JobKind, JobState
from tournaments.models import ClubRating, Job
from tournaments.seating import Monitor, Remainder
from tournaments.services.draws.requests import ask_draw
from tournaments.services.work import jobs
from tournaments.tasks import SECONDS_OF_REST, SLOTS, TELLING, WORKS, enqueue, run_job, tend_jobs, worker_name
from tournaments.work.searches import SearchLostError, SearchStuckError
from tournaments.work.slots import DOCUMENT, DRAW

pytestmark = pytest.mark.django_db(transaction=True)  # tending closes its connection, as on the worker's own thread

LONG_AGO = timedelta(minutes=1)


def draw_asked_long_ago() -> Job:
    tournament = TournamentFactory()
    field(tournament, 4)
    at = timezone.now() - LONG_AGO
    by = organiser(tournament.club)
    return ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=by, at=at).job


def states() -> list[str]:
    return list(Job.objects.order_by("pk").values_list("state", flat=True))


@pytest.fixture(autouse=True)
def no_slot_is_taken() -> Iterator[None]:
    yield
    assert SLOTS.at_work() == ()


def ranking_asked_long_ago() -> Job:
    tournament = TournamentFactory()
    return jobs.ask(kind=JobKind.RANKING, tournament=tournament, by=None, at=timezone.now() - LONG_AGO)


def nothing(job: Job, monitor: Monitor) -> dict[str, Any]:
    return {}


def test_a_worker_wakes_no_more_than_it_can_take() -> None:
    for _each in range(3):
        draw_asked_long_ago()
    for number in (1001, 1002):
        SLOTS.take(number, DRAW)
    tend_jobs()
    assert states() == [JobState.QUEUED] * 3
    for number in (1001, 1002):
        SLOTS.give_back(number)
    tend_jobs()
    assert states() == [JobState.DONE, JobState.DONE, JobState.QUEUED]


def test_each_sort_of_job_has_a_queue_where_there_is_redis(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker for draws alone is sent no document; a laptop has one queue, which it looks at."""
    queues: list[str | None] = []
    monkeypatch.setattr(run_job, "apply_async", lambda _job, *, queue: queues.append(queue))
    draw, ranking = draw_asked_long_ago(), ranking_asked_long_ago()
    for settings.REDIS_URL in ("redis://127.0.0.1:6379/0", ""):
        for job in (draw, ranking):
            enqueue(job.pk)
    assert queues == ["draws", "documents", None, None]


def test_a_job_of_another_version_is_left_to_its_worker_and_fails_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(WORKS, JobKind.RANKING)
    job = ranking_asked_long_ago()
    run_job(job.pk)
    tend_jobs()
    assert states() == [JobState.QUEUED]
    Job.objects.filter(pk=job.pk).update(asked_at=timezone.now() - timedelta(hours=1, minutes=1))
    tend_jobs()
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.FAILED, 0)
    assert job.message.startswith("Cette version du programme ne connaît pas ce travail")


def test_a_document_never_waits_for_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both slots for draws are taken: a third draw waits, a document asked after it does not."""
    monkeypatch.setitem(WORKS, JobKind.RANKING, nothing)
    draw, ranking = draw_asked_long_ago(), ranking_asked_long_ago()
    for number in (1001, 1002):
        SLOTS.take(number, DRAW)
    tend_jobs()
    assert states() == [JobState.QUEUED, JobState.DONE]
    run_job(draw.pk)  # its message comes, finds no slot and is remembered
    assert states() == [JobState.QUEUED, JobState.DONE]
    assert [SLOTS.give_back(1001), SLOTS.give_back(1002)] == [draw.pk, None]
    run_job(ranking.pk)
    assert Job.objects.get(pk=ranking.pk).attempts == 1


def test_a_message_turned_away_is_done_by_whoever_ends_next(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = [ranking_asked_long_ago() for _each in range(4)]

    def work(job: Job, monitor: Monitor) -> dict[str, Any]:
        if job.pk == waiting[0].pk:  # the messages of the others come while the only free slot is ours
            for other in waiting[1:]:
                run_job(other.pk)
            assert states() == [JobState.RUNNING] + [JobState.QUEUED] * 3
        return {}

    monkeypatch.setitem(WORKS, JobKind.RANKING, work)
    SLOTS.take(1001, DOCUMENT)
    run_job(waiting[0].pk)
    SLOTS.give_back(1001)
    assert states() == [JobState.DONE] * 4


def test_only_a_job_that_is_being_done_is_kept_alive() -> None:
    """A worker whose database was away when it ended a job goes on living; the job must not wait for its death."""
    done, being_done = draw_asked_long_ago(), draw_asked_long_ago()
    for job in (done, being_done):
        jobs.claim(job_id=job.pk, worker=worker_name(), at=timezone.now() - LONG_AGO)
    SLOTS.take(being_done.pk, DRAW)
    tend_jobs()
    SLOTS.give_back(being_done.pk)
    assert states() == [JobState.DONE, JobState.RUNNING]


def test_a_job_without_progress_fails_with_a_sentence_and_its_process_is_replaced(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Nothing can end a thread: what else the process does is given back, then it ends."""
    hung, other = ranking_asked_long_ago(), ranking_asked_long_ago()
    for job in (hung, other):
        jobs.claim(job_id=job.pk, worker=worker_name(), at=timezone.now())
        SLOTS.take(job.pk, DOCUMENT)
    assert tend_jobs() is False
    clock = time.monotonic() + settings.MINUTES_WITHOUT_PROGRESS[DOCUMENT] * 60 + 1
    monkeypatch.setattr("tournaments.work.slots.time.monotonic", lambda: clock)
    SLOTS.progressed(other.pk)
    assert tend_jobs() is True
    hung.refresh_from_db()
    assert (hung.state, hung.message) == (
        JobState.FAILED,
        (
            "Ce travail n’avançait plus depuis 10 minutes : il a été arrêté, et rien n’a été changé. "
            "Relancez-le ; s’il s’arrête encore, prévenez l’assistance."
        ),
    )
    assert jobs.to_enqueue(at=timezone.now()) == [(other.pk, JobKind.RANKING)]
    for job in (hung, other):
        SLOTS.give_back(job.pk)


def test_on_a_laptop_a_process_that_has_made_documents_and_rests_is_replaced(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.SERVED_AT = ("0.0.0.0", 8000)
    SLOTS.take(1001, DOCUMENT)
    SLOTS.give_back(1001)
    assert tend_jobs() is False
    clock = time.monotonic() + SECONDS_OF_REST
    monkeypatch.setattr("tournaments.work.slots.time.monotonic", lambda: clock)
    assert tend_jobs() is True
    with TELLING:
        assert tend_jobs() is False
    SLOTS.take(1002, DRAW)
    assert tend_jobs() is False
    SLOTS.give_back(1002)
    settings.SERVED_AT = None
    assert tend_jobs() is False


def test_every_report_is_a_sign_of_progress(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    clock = [100.0]

    def work(job: Job, monitor: Monitor) -> dict[str, Any]:
        for _step in range(3):
            clock[0] += 400
            assert SLOTS.stuck({DOCUMENT: 399}) == {job.pk: DOCUMENT}
            monitor.report(50)
            assert SLOTS.stuck({DOCUMENT: 399}) == {}
        return {}

    monkeypatch.setattr("tournaments.work.slots.time.monotonic", lambda: clock[0])
    monkeypatch.setitem(WORKS, JobKind.RANKING, work)
    run_job(ranking_asked_long_ago().pk)
    assert states() == [JobState.DONE]


def test_the_work_of_a_process_that_was_killed_is_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lives = []

    def work(job: Job, monitor: Monitor) -> dict[str, Any]:
        lives.append(job.attempts)
        if len(lives) < 3:
            raise SearchLostError
        return {}

    monkeypatch.setitem(WORKS, JobKind.DRAW, work)
    run_job(draw_asked_long_ago().pk)
    assert states() == [JobState.RUNNING]
    tend_jobs()
    assert states() == [JobState.RUNNING]
    tend_jobs()
    assert (states(), lives) == ([JobState.DONE], [1, 2, 3])


def test_a_search_that_hangs_fails_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(job: Job, monitor: Monitor) -> dict[str, Any]:
        raise SearchStuckError

    monkeypatch.setitem(WORKS, JobKind.DRAW, work)
    run_job(draw_asked_long_ago().pk)
    assert states() == [JobState.FAILED]
    assert Job.objects.get().message.startswith("Ce travail n’avançait plus depuis 5 minutes : il a été arrêté")


def test_a_worker_writes_how_far_it_is_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    rows: list[tuple[int, int | None]] = []

    def work(job: Job, monitor: Monitor) -> dict[str, Any]:
        for percent in range(10):
            monitor.found(20 - percent, 4)
            monitor.report(percent)
            rows.append(Job.objects.values_list("percent", "best").get())
            clock[0] += 0.25
        return {}

    monkeypatch.setattr("tournaments.services.work.jobs.time.monotonic", lambda: clock[0])
    monkeypatch.setitem(WORKS, JobKind.DRAW, work)
    run_job(draw_asked_long_ago().pk)
    assert rows == [(0, 20)] * 4 + [(4, 16)] * 4 + [(8, 12)] * 2
    assert states() == [JobState.DONE]


def test_a_worker_has_a_rating_counted_whose_tournaments_have_changed() -> None:
    rating = ClubRating.objects.create(club=ClubFactory(), since=timezone.localdate())
    tend_jobs()
    assert [job.whole_club_id for job in Job.objects.filter(kind=JobKind.RATING)] == [rating.club_id]
    Job.objects.update(asked_at=timezone.now() - LONG_AGO)
    tend_jobs()
    tend_jobs()
    assert states() == [JobState.DONE]
