"""What is not kept for ever goes, and nothing else."""

import uuid
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.concurrency import at_once
from tests.factories import NOW, SeasonFactory, TournamentFactory, field
from tests.tournaments.rotations import drawn, published, redrawn
from tournaments.labels import EntryState, JobKind, JobState, TournamentState
from tournaments.models import Account, Document, Draw, Entry, Job, Season, Tournament
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.draws.drafts import published_draw
from tournaments.queries.work.clock import act_before_leap
from tournaments.seating import Remainder
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw
from tournaments.services.journal import log
from tournaments.services.people.entries import EntryFacts, enter
from tournaments.services.work import jobs, purges
from tournaments.services.work.documents import keep_document
from tournaments.services.work.purges import purge, purge_by_the_clock
from tournaments.tasks import purge_old_rows

pytestmark = pytest.mark.django_db
YEARS_LATER = NOW + timedelta(days=2000)


def days(count: float) -> timedelta:
    return timedelta(days=count)


def made(
    kind: JobKind,
    at: datetime,
    *,
    tournament: Tournament | None = None,
    season: Season | None = None,
    **wanted: str,
) -> Document:
    asked = jobs.ask(kind=kind, tournament=tournament, season=season, by=None, at=at, wanted=wanted)
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


@pytest.mark.django_db(transaction=True)
def test_two_that_purge_at_once_delete_each_row_once() -> None:
    """Every worker purges each hour, and two may be started in the same second."""
    season = SeasonFactory()
    Job.objects.bulk_create(
        Job(kind=JobKind.RATING, whole_club=season.club, state=JobState.DONE, asked_at=NOW, ended_at=NOW)
        for _number in range(2 * purges.AT_ONCE)
    )
    for _number in range(20):
        made(JobKind.LEAGUE, NOW, season=season)
    latest = 1  # of its kind, which stays
    expected = {"Job": Job.objects.count() - latest, "Document": Document.objects.count() - latest}
    one, other = at_once(*[partial(purge, at=YEARS_LATER)] * 2)
    assert one + other == expected
    assert (Job.objects.count(), Document.objects.count()) == (latest, latest)


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
    gone.append(made(JobKind.RANKING, old, tournament=one, group="dames"))  # the last made, but of one group
    assert purge(at=NOW) == {"Document": 4, "Job": 4}
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


def test_a_published_draw_stays_without_its_job_and_a_draft_goes(
    tournament: Tournament, the_organiser: Account
) -> None:
    """Neither a round in force nor one put back may lose the draw that made it."""
    published(tournament, the_organiser, players=16)
    first = published_draw(tournament)
    publish_draw(draw=redrawn(tournament, 2, the_organiser), by=the_organiser, at=NOW)
    publish_draw(draw=drawn(tournament, the_organiser), by=the_organiser, at=NOW)
    publish_draw(draw=redrawn(tournament, 3, the_organiser), by=the_organiser, at=NOW)
    draft = drawn(tournament, the_organiser)
    failed = ask_draw(tournament=tournament, number=1, remainder=Remainder.EXEMPT, seed=1, by=the_organiser, at=NOW)
    jobs.cancel(job=failed.job, by=the_organiser, at=NOW)
    makers, last = draws_of_rounds(tournament), published_draw(tournament)
    words = certificate_words(last)
    assert len(set(makers.values())) == 2
    assert purge(at=YEARS_LATER) == {"Draw": 2, "Job": 6}
    assert not Draw.objects.filter(pk__in=[draft.pk, failed.pk]).exists()
    assert draws_of_rounds(tournament) == makers
    assert published_draw(tournament) == last
    assert certificate_words(published_draw(tournament)) == words
    assert Draw.objects.get(pk=first.pk).job is None


def test_a_draft_that_is_published_while_old_rows_are_deleted_stays(
    tournament: Tournament, the_organiser: Account
) -> None:
    field(tournament, 8)
    draft = drawn(tournament, the_organiser)
    rows = purges.drafts(YEARS_LATER)
    assert list(rows) == [draft]
    publish_draw(draw=draft, by=the_organiser, at=NOW)
    assert purge(at=YEARS_LATER) == {"Job": 1}
    assert draws_of_rounds(tournament) == dict.fromkeys(range(1, 6), draft.pk)


@pytest.mark.parametrize("over", [{"state": TournamentState.FINISHED}, {"called_off": "Neige"}])
def test_what_was_typed_to_enter_goes_two_months_after_the_tournament(
    tournament: Tournament, over: dict[str, str]
) -> None:
    """Who was taken in stays registered. Nobody ends an evening that was called off."""
    taken = field(tournament, 1)[0]
    Tournament.objects.update(entries_open=True, people_per_entry=2)
    facts = EntryFacts(last_name="UN", email="un@example.org", partners=(("DEUX", ""),))
    entry = enter(tournament=tournament, facts=facts, key=uuid.uuid4(), at=NOW)
    Entry.objects.update(registration=taken)
    assert purge(at=YEARS_LATER) == {}  # nobody ended it: the clock does not
    Tournament.objects.update(**over)
    tournament.refresh_from_db()
    assert tournament.places_taken == 2
    assert purge(at=NOW + days(purges.DAYS_OF_AN_ENTRY)) == {}
    assert purge(at=NOW + days(purges.DAYS_OF_AN_ENTRY + 1)) == {"Entry": 2}  # with his partner
    assert not Entry.objects.filter(pk=entry.pk).exists()
    assert tournament.registrations.get() == taken
    tournament.refresh_from_db()
    assert tournament.places_taken == 0


def test_a_clock_that_is_ahead_deletes_nothing_until_acts_of_two_days_agree_with_it(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    Session.objects.create(session_key="1", session_data="", expire_date=NOW - days(1))
    act(tournament, NOW - days(3)), act(tournament, NOW)

    assert purge_by_the_clock(at=NOW + days(300)) == {}
    act(tournament, NOW + days(300))  # an evening under the wrong clock
    act(tournament, NOW + days(301))
    assert purge_by_the_clock(at=NOW + days(301)) == {}
    assert act_before_leap(NOW + days(301)) == NOW
    assert act_before_leap(NOW + days(2)) is None  # it was put right: the acts of the future prove nothing
    monkeypatch.setattr(timezone, "now", lambda: NOW + days(301))
    purge_old_rows()  # as a worker does
    act(tournament, NOW + days(303.1))
    assert purge_by_the_clock(at=NOW + days(304)) == {"Session": 1}


def test_a_club_that_meets_once_a_month_and_a_new_one_are_purged(tournament: Tournament) -> None:
    assert act_before_leap(NOW) is None
    act(tournament, NOW)
    assert act_before_leap(NOW + days(44)) is None
    act(tournament, NOW + days(44))
    assert act_before_leap(NOW + days(80)) is None
    assert act_before_leap(NOW + days(44 + 45)) == NOW + days(44)


def act(tournament: Tournament, at: datetime) -> None:
    log(action="acte", subject="essai", by=None, at=at, tournament=tournament)


def draws_of_rounds(tournament: Tournament) -> dict[int, int]:
    return dict(tournament.rounds.values_list("number", "draw"))


def test_many_rows_go_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purges, "AT_ONCE", 2)
    for number in range(5):
        Session.objects.create(session_key=str(number), session_data="", expire_date=NOW - days(1))
    assert purge(at=NOW) == {"Session": 5}


def test_an_address_that_nobody_confirmed_goes_after_a_week(tournament: Tournament, settings: Any) -> None:
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, "https://tarot.example.org"
    Tournament.objects.update(entries_open=True, state=TournamentState.OPEN)
    for key, name in enumerate(("UN", "DEUX"), 1):
        facts = EntryFacts(last_name=name, email="un@example.org")
        enter(tournament=tournament, facts=facts, key=uuid.UUID(int=key, version=4), at=NOW)
    Entry.objects.filter(last_name="DEUX").update(state=EntryState.CONFIRMED)
    assert purge(at=NOW + days(purges.DAYS_TO_CONFIRM)) == {}
    assert purge(at=NOW + days(purges.DAYS_TO_CONFIRM + 1)) == {"Entry": 1}
    assert Entry.objects.get().last_name == "DEUX"
