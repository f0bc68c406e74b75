"""Jobs: claimed once, taken over when their worker dies, never stuck."""

from datetime import timedelta

import pytest

from tests.factories import NOW
from tests.refusals import refusal_of
from tournaments.labels import JobKind, JobState
from tournaments.models import Account, Document, Job, Tournament
from tournaments.seating import Cancelled
from tournaments.services.work import jobs
from tournaments.services.work.documents import keep_document

LATER = NOW + timedelta(minutes=1)


@pytest.fixture
def job(tournament: Tournament, the_organiser: Account) -> Job:
    return jobs.ask(kind=JobKind.RANKING, tournament=tournament, by=the_organiser, at=NOW)


def test_asking_twice_while_it_waits_asks_once(job: Job, tournament: Tournament) -> None:
    assert jobs.ask(kind=JobKind.RANKING, tournament=tournament, by=None, at=NOW) == job


def test_asking_again_after_it_ended_is_a_new_job(job: Job, tournament: Tournament) -> None:
    claimed = jobs.claim(job_id=job.pk, worker="a", at=NOW)
    assert claimed is not None
    assert jobs.finish(job=claimed, result={}, at=NOW)
    assert jobs.ask(kind=JobKind.RANKING, tournament=tournament, by=None, at=NOW) != job


def test_a_message_delivered_twice_does_the_work_once(job: Job) -> None:
    assert jobs.claim(job_id=job.pk, worker="a", at=NOW) is not None
    assert jobs.claim(job_id=job.pk, worker="b", at=NOW) is None


def test_a_heartbeat_keeps_its_job(job: Job) -> None:
    jobs.claim(job_id=job.pk, worker="a", at=NOW)
    jobs.heartbeat(worker="a", job_ids=[job.pk], at=LATER)
    assert jobs.claim(job_id=job.pk, worker="b", at=LATER) is None
    assert jobs.to_enqueue(at=LATER) == []


def test_a_dead_workers_job_is_taken_over_and_its_late_answer_dropped(job: Job) -> None:
    first = jobs.claim(job_id=job.pk, worker="a", at=NOW)
    assert first is not None
    assert jobs.to_enqueue(at=LATER) == [(job.pk, JobKind.RANKING)]
    second = jobs.claim(job_id=job.pk, worker="b", at=LATER)
    assert second is not None
    assert not jobs.finish(job=first, result={"from": "a"}, at=LATER)
    with pytest.raises(Cancelled):
        jobs.report(job=first, percent=50, at=NOW)
    assert jobs.finish(job=second, result={"from": "b"}, at=LATER)
    job.refresh_from_db()
    assert (job.state, job.result, job.percent) == (JobState.DONE, {"from": "b"}, 100)


def test_the_same_worker_that_took_its_own_job_over_drops_its_first_answer(job: Job) -> None:
    first = jobs.claim(job_id=job.pk, worker="a", at=NOW)
    second = jobs.claim(job_id=job.pk, worker="a", at=LATER)
    assert first is not None
    assert second is not None
    assert not jobs.finish(job=first, result={}, at=LATER)
    assert jobs.finish(job=second, result={}, at=LATER)


def test_a_forgotten_message_is_sent_again(job: Job) -> None:
    assert jobs.to_enqueue(at=NOW) == []
    assert jobs.to_enqueue(at=LATER) == [(job.pk, JobKind.RANKING)]


def test_a_job_that_kills_every_worker_ends_with_a_sentence(job: Job) -> None:
    at = NOW
    for _attempt in range(3):
        assert jobs.claim(job_id=job.pk, worker="a", at=at) is not None
        at += timedelta(minutes=1)
    jobs.fail_exhausted(at=at)
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "trois fois" in job.message


def test_a_waiting_job_is_cancelled_at_once(job: Job, the_organiser: Account) -> None:
    jobs.cancel(job=job, by=the_organiser, at=NOW)
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert jobs.claim(job_id=job.pk, worker="a", at=LATER) is None


def test_a_running_job_stops_at_its_next_step(job: Job, the_organiser: Account) -> None:
    claimed = jobs.claim(job_id=job.pk, worker="a", at=NOW)
    assert claimed is not None
    jobs.report(job=claimed, percent=10, at=NOW)
    jobs.cancel(job=job, by=the_organiser, at=NOW)
    with pytest.raises(Cancelled):
        jobs.report(job=claimed, percent=20, at=NOW)
    jobs.end_cancelled(job=claimed, at=NOW)
    job.refresh_from_db()
    assert (job.state, job.percent) == (JobState.CANCELLED, 10)


def test_cancelling_what_has_ended_is_refused(job: Job, the_organiser: Account) -> None:
    claimed = jobs.claim(job_id=job.pk, worker="a", at=NOW)
    assert claimed is not None
    jobs.finish(job=claimed, result={}, at=NOW)
    assert refusal_of(jobs.cancel, job=job, by=the_organiser, at=NOW).code == "job_has_ended"


def test_at_the_start_of_the_embedded_server_nothing_runs(job: Job) -> None:
    jobs.claim(job_id=job.pk, worker="killed", at=NOW)
    jobs.release_running()
    assert jobs.claim(job_id=job.pk, worker="new", at=NOW) is not None


def test_a_cancellation_that_was_promised_is_kept_though_the_work_was_done(job: Job, the_organiser: Account) -> None:
    claimed = jobs.claim(job_id=job.pk, worker="a", at=NOW)
    assert claimed is not None
    jobs.cancel(job=job, by=the_organiser, at=NOW)
    with pytest.raises(Cancelled):
        keep_document(job=claimed, title="Classement", filename="c.pdf", content=b"%PDF-", at=NOW)
    assert not jobs.finish(job=claimed, result={}, at=NOW)
    jobs.end_cancelled(job=claimed, at=NOW)
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert not Document.objects.exists()


def test_a_job_is_not_left_alone_because_the_clock_went_back(job: Job) -> None:
    earlier = NOW - timedelta(hours=2)
    assert jobs.to_enqueue(at=earlier) == [(job.pk, JobKind.RANKING)]
    assert jobs.claim(job_id=job.pk, worker="dead", at=NOW) is not None
    assert jobs.to_enqueue(at=earlier) == [(job.pk, JobKind.RANKING)]
    assert jobs.claim(job_id=job.pk, worker="new", at=earlier) is not None


def test_a_paper_half_made_of_old_data_is_made_again(job: Job, tournament: Tournament) -> None:
    assert jobs.claim(job_id=job.pk, worker="a", at=NOW) is not None
    assert jobs.make_again(tournaments=[tournament.pk], seasons=[]) == [job]
    assert jobs.claim(job_id=job.pk, worker="b", at=NOW) is not None


def test_of_two_old_papers_that_are_the_same_the_newest_is_made_again_unless_one_waits(
    job: Job, tournament: Tournament
) -> None:
    _make_paper(job)
    newest = jobs.ask(kind=JobKind.RANKING, tournament=tournament, by=None, at=NOW)
    _make_paper(newest)
    assert jobs.make_again(tournaments=[tournament.pk], seasons=[]) == [newest]
    assert not Document.objects.exists()
    _make_paper(newest)
    jobs.ask(kind=JobKind.RANKING, tournament=tournament, by=None, at=NOW)
    assert jobs.make_again(tournaments=[tournament.pk], seasons=[]) == []


def _make_paper(job: Job) -> None:
    claimed = jobs.claim(job_id=job.pk, worker="a", at=NOW)
    assert claimed is not None
    keep_document(job=claimed, title="Classement", filename="c.pdf", content=b"%PDF-", at=NOW)
    jobs.finish(job=claimed, result={}, at=NOW)
