"""What is not kept for ever goes, and nothing else."""

from datetime import datetime, timedelta

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session

from tests.factories import NOW, SeasonFactory, TournamentFactory
from tests.tournaments.rotations import drawn, published, redrawn
from tournaments.labels import JobKind, JobState
from tournaments.models import Account, Document, Job, Season, Tournament
from tournaments.queries.movements import published_draw
from tournaments.queries.round_makers import round_makers
from tournaments.services import jobs, purges
from tournaments.services.documents import keep_document
from tournaments.services.draws import publish_draw
from tournaments.services.purges import purge
from tournaments.services.redraws import publish_redraw

pytestmark = pytest.mark.django_db
YEARS_LATER = NOW + timedelta(days=2000)


def days(count: float) -> timedelta:
    return timedelta(days=count)


def made(
    kind: JobKind, at: datetime, *, tournament: Tournament | None = None, season: Season | None = None
) -> Document:
    asked = jobs.ask(kind=kind, tournament=tournament, season=season, by=None, at=at)
    job = jobs.claim(job_id=asked.pk, worker="w", at=at)
    assert job is not None
    document = keep_document(job=job, title="Titre", filename="t.pdf", content=b"%PDF", at=at)
    assert jobs.finish(job=job, result={"document": document.pk}, at=at)
    return document


def test_sessions_go_when_they_have_expired() -> None:
    for name, expires in (("over", NOW - days(0.1)), ("in use", NOW + days(0.1))):
        Session.objects.create(session_key=name, session_data="", expire_date=expires)
    assert purge(at=NOW) == {"Session": 1}
    assert list(Session.objects.values_list("session_key", flat=True)) == ["in use"]


def test_login_tries_go_after_their_days() -> None:
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        for name, at in (("old", NOW - days(30.1)), ("new", NOW - days(29.9))):
            extra = {"get_data": "", "post_data": "", "failures_since_start": 1} if model is AccessAttempt else {}
            row = model.objects.create(username=name, user_agent="", ip_address="192.0.2.1", **extra)
            model.objects.filter(pk=row.pk).update(attempt_time=at)
    assert purge(at=NOW) == {"AccessAttempt": 1, "AccessFailureLog": 1, "AccessLog": 1}
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        assert list(model.objects.values_list("username", flat=True)) == ["new"]


def test_documents_stay_their_days_and_the_last_rankings_for_ever() -> None:
    one, other = TournamentFactory(), TournamentFactory()
    season, next_season = SeasonFactory(), SeasonFactory()
    old = NOW - days(90.1)
    gone = [
        made(JobKind.RANKING, old - days(2), tournament=one),
        made(JobKind.POSTER, old, tournament=one),
        made(JobKind.LEAGUE, old - days(2), season=season),
    ]
    kept = [
        made(JobKind.RANKING, old, tournament=one),
        made(JobKind.RANKING, old, tournament=other),
        made(JobKind.LEAGUE, old, season=season),
        made(JobKind.LEAGUE, old, season=next_season),
        made(JobKind.POSTER, NOW - days(89.9), tournament=one),
    ]
    assert purge(at=NOW) == {"Document": 3, "Job": 3}
    assert set(Document.objects.values_list("pk", flat=True)) == {document.pk for document in kept}
    assert not Job.objects.filter(pk__in=[document.job_id for document in gone]).exists()
    assert Job.objects.filter(pk__in=[document.job_id for document in kept]).count() == 5


def test_ended_jobs_go_and_live_ones_stay(tournament: Tournament) -> None:
    old = NOW - days(30.1)
    for kind, end in ((JobKind.RANKING, JobState.FAILED), (JobKind.POSTER, JobState.CANCELLED)):
        job = jobs.ask(kind=kind, tournament=tournament, by=None, at=old)
        Job.objects.filter(pk=job.pk).update(state=end, ended_at=old)
    waiting = jobs.ask(kind=JobKind.RANKING, tournament=tournament, by=None, at=old)
    recent = jobs.ask(kind=JobKind.POSTER, tournament=tournament, by=None, at=old)
    Job.objects.filter(pk=recent.pk).update(state=JobState.FAILED, ended_at=NOW - days(29.9))
    assert purge(at=NOW) == {"Job": 2}
    assert set(Job.objects.all()) == {waiting, recent}


def test_a_published_draw_stays_and_a_draft_goes(tournament: Tournament, the_organiser: Account) -> None:
    """Rounds are matched with the draws that made them: neither a draw nor one put back may lose its maker."""
    published(tournament, the_organiser, players=16)
    first = published_draw(tournament)
    publish_redraw(job=redrawn(tournament, 2, the_organiser), by=the_organiser, at=NOW)
    publish_draw(job=drawn(tournament, the_organiser), by=the_organiser, at=NOW)
    publish_redraw(job=redrawn(tournament, 3, the_organiser), by=the_organiser, at=NOW)
    draft = drawn(tournament, the_organiser)
    failed = redrawn(tournament, 1, the_organiser)
    Job.objects.filter(pk=failed.pk).update(state=JobState.FAILED, result=None)
    makers, last = round_makers(tournament), published_draw(tournament)
    assert len(set(makers.values())) == 2
    assert purge(at=YEARS_LATER) == {"Job": 2}
    assert not Job.objects.filter(pk__in=[draft.pk, failed.pk]).exists()
    assert round_makers(tournament) == makers
    assert published_draw(tournament) == last
    assert Job.objects.filter(pk=first.pk).exists()


def test_many_rows_go_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purges, "AT_ONCE", 2)
    for number in range(5):
        Session.objects.create(session_key=str(number), session_data="", expire_date=NOW - days(1))
    assert purge(at=NOW) == {"Session": 5}
