"""The state of the site in words and in figures, and a log that names requests and nobody."""

import json
import logging
import re
import shutil
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tarot_club.operations import health, logs
from tarot_club.operations.health import Fact, facts
from tests.factories import AccountFactory, TournamentFactory
from tests.texts import words
from tests.who_asks import as_
from tournaments.kit.version import VERSION
from tournaments.labels import JobKind, JobState
from tournaments.models import Job, JournalEntry, Site
from tournaments.services.clubs.site import SiteFacts, change_site, note_worker
from tournaments.services.work import jobs

NOW = timezone.now().replace(microsecond=0)


@pytest.fixture(autouse=True)
def backs_up(tmp_path: Path, settings: Any) -> None:
    settings.BACKUP_DIR = str(tmp_path)


def well(at: Any = NOW) -> Job:
    """Have a worker seen, a backup made and the periods said."""
    note_worker(at=at)
    Site.objects.update(kept_years=3, backup_days=30)
    job = jobs.ask(kind=JobKind.BACKUP, by=None, at=at)
    result = {"written": [0, 0], "file": "a", "size": 1_000_000, "figures": "Tout correspond : 8 chiffres recomptés."}
    Job.objects.filter(pk=job.pk).update(state=JobState.DONE, ended_at=at, result=result)
    return job


def fact(name: str, at: Any = NOW) -> Fact:
    return {one.name: one for one in facts(at=at)}[name]


def ill(at: Any = NOW) -> list[str]:
    return [one.name for one in facts(at=at) if not one.is_well]


@pytest.mark.django_db
def test_all_is_well_and_each_fact_says_what() -> None:
    well(now := timezone.now())
    assert ill(now) == []
    page = words(as_(AccountFactory(is_superuser=True)).get(reverse("site_health")))
    assert "Tout va bien." in page
    assert "à voir" not in page
    assert f"Tarot Club {VERSION}" in page
    assert "1,0 Mo" in page.replace("\u00a0", " ") or "976,6 Kio" in page.replace("\u00a0", " ")
    assert "Tout correspond : 8 chiffres recomptés." in page
    assert connection.display_name in page


@pytest.mark.django_db
def test_a_new_site_has_no_worker_and_no_backup_yet() -> None:
    assert ill() == ["backup", "worker"]
    with pytest.raises(CommandError, match="2 chose"):
        call_command("health")


@pytest.mark.django_db
def test_a_worker_gives_a_sign_of_life() -> None:
    well()
    assert ill(NOW + timedelta(minutes=3)) == []
    assert ill(NOW + timedelta(minutes=3, seconds=1)) == ["worker"]
    assert ill(NOW - timedelta(minutes=4)) == ["worker"]
    assert fact("worker", NOW + timedelta(minutes=1)).value == 60


@pytest.mark.django_db
def test_a_backup_is_late_once_something_is_new(settings: Any) -> None:
    settings.BACKUP_HOURS = 1
    well()
    later = NOW + timedelta(hours=2, seconds=1)
    note_worker(at=later)
    assert ill(later) == []
    change_site(facts=SiteFacts(name="Chez nous", kept_years=3, backup_days=30), by=None, at=NOW)
    TournamentFactory(revision=4)
    assert ill(later) == ["backup"]
    assert ill(NOW + timedelta(hours=2)) == []


@pytest.mark.django_db
def test_a_backup_that_failed_says_why(settings: Any) -> None:
    well()
    failed = jobs.ask(kind=JobKind.BACKUP, by=None, at=NOW)
    Job.objects.filter(pk=failed.pk).update(state=JobState.FAILED, ended_at=NOW, message="La clé USB est pleine.")
    assert "La clé USB est pleine." in fact("backup").sentence
    assert ill() == ["backup"]
    settings.BACKUP_DIR = ""
    assert fact("backup").sentence == "Le site ne se sauvegarde pas de lui-même."


@pytest.mark.django_db
def test_a_disk_that_is_nearly_full(monkeypatch: pytest.MonkeyPatch) -> None:
    well()
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: SimpleNamespace(free=health.LEAST_FREE - 1))
    assert ill() == ["disk"]
    assert fact("disk").value == health.LEAST_FREE - 1


@pytest.mark.django_db
def test_jobs_that_nobody_takes() -> None:
    well()
    for minutes in (0, 2):
        asked = NOW - timedelta(minutes=minutes)
        jobs.ask(kind=JobKind.RANKING, tournament=TournamentFactory(), by=None, at=asked)
    assert fact("queue").sentence == "1 travail attend depuis plus d’une minute."
    assert ill() == ["queue"]


@pytest.mark.django_db
def test_a_queue_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    well()
    monkeypatch.setattr(health, "queue_answers", lambda: False)
    assert ill() == ["queue"]


@pytest.mark.django_db
def test_a_clock_that_went_back() -> None:
    well()
    JournalEntry.objects.create(club=TournamentFactory().club, at=NOW, by_name="x", action="x", subject="x")
    assert ill(NOW - timedelta(minutes=2)) == []
    note_worker(at=NOW - timedelta(hours=1))
    assert ill(NOW - timedelta(hours=1)) == ["clock"]


@pytest.mark.django_db
def test_a_clock_that_may_be_ahead_by_months() -> None:
    well()
    JournalEntry.objects.create(club=TournamentFactory().club, at=NOW, by_name="x", action="x", subject="x")
    assert ill(NOW) == []
    later = NOW + timedelta(days=300)
    note_worker(at=later)
    assert "clock" in ill(later)
    clock = next(fact for fact in facts(at=later) if fact.name == "clock")
    assert "Rien n’a été fait depuis le" in clock.sentence
    assert "ni sauvegardes ne sont supprimées" in clock.sentence


@pytest.mark.django_db
def test_figures_that_differ_until_they_are_recounted() -> None:
    well()
    tournament = TournamentFactory()
    for wrong, expected in ((["faux"], ["recounts"]), ([], [])):
        job = jobs.ask(kind=JobKind.RECOUNT, tournament=tournament, by=None, at=NOW)
        result = {"evenings": 1, "figures": 2, "wrong": wrong}
        Job.objects.filter(pk=job.pk).update(state=JobState.DONE, ended_at=NOW, result=result)
        assert ill() == expected
        assert (tournament.name in fact("recounts").sentence) == bool(wrong)


@pytest.mark.django_db
def test_without_its_database_that_alone_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> str:
        raise DatabaseError

    monkeypatch.setattr(health, "database_version", away)
    assert [(one.name, one.is_well) for one in facts(at=NOW)] == [("database", False)]


@pytest.mark.django_db
def test_its_cost_does_not_grow(django_assert_max_num_queries: Any) -> None:
    well()
    TournamentFactory()
    with django_assert_max_num_queries(12):
        facts(at=NOW)


def test_a_process_that_is_alive_asks_nothing(client: Client) -> None:
    assert client.get(reverse("alive")).content == b"ok\n"


@pytest.mark.django_db
def test_figures_are_for_who_has_the_token(client: Client, settings: Any) -> None:
    address = reverse("metrics")
    assert client.get(address, headers={"authorization": "Bearer "}).status_code == 401
    settings.METRICS_TOKEN = "jeton"
    assert client.get(address).status_code == 401
    assert client.get(address, headers={"authorization": "Bearer autre"}).status_code == 401
    well()
    Client().get(reverse("calculator"))
    figures = client.get(address, headers={"authorization": "Bearer jeton"}).content.decode()
    assert 'tarot_well{fact="database"} 1.0' in figures
    assert 'tarot_jobs{kind="sauvegarde",state="fait"} 1.0' in figures
    assert re.search(
        r'^tarot_request_seconds_count\{page="calculator",status="200"\} [1-9]', figures, flags=re.MULTILINE
    )


def test_nobody_pays_for_a_line_that_is_not_asked_for(settings: Any) -> None:
    with pytest.raises(MiddlewareNotUsed):
        logs.RequestLog(lambda _request: HttpResponse())
    settings.METRICS_TOKEN = "jeton"
    logs.RequestLog(lambda _request: HttpResponse())


@pytest.mark.django_db
def test_each_request_is_a_line_with_its_number_and_without_its_address(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    number = "0123456789abcdef0123456789abcdef"
    with caplog.at_level(logging.INFO, logger="tarot_club.requests"):
        client.get("/reglement/", {"q": "secret"}, headers={"x-request-id": number})
        client.get("/table/secret/")
    first, second = (record for record in caplog.records if record.name == "tarot_club.requests")
    assert re.fullmatch(r"GET rulebook 200, \d+ ms", first.getMessage())
    assert re.fullmatch(r"GET \S+ 404, \d+ ms", second.getMessage())
    assert "secret" not in second.getMessage()


def record_of(message: str, *values: Any, **extra: Any) -> logging.LogRecord:
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, message, values, extra.pop("exc_info", None))
    record.__dict__ |= extra
    return record


def test_what_django_says_of_a_request_names_no_address(rf: Any) -> None:
    request = rf.get("/table/secret/")
    request.resolver_match = SimpleNamespace(view_name="table_home")
    record = record_of("Internal Server Error: %s", request.path, request=request, status_code=500)
    assert logs.NoAddress().filter(record)
    assert record.getMessage() == "Internal Server Error: table_home"
    assert "secret" not in logs.JsonLine("%(message)s").format(record)


def test_what_the_database_quotes_is_left_out() -> None:
    error = DatabaseError("clé en double\nDETAIL:  Key (email)=(a@b.example) already exists.\nsuite")
    record = record_of("job failed", exc_info=(type(error), error, None))
    plain, program = (
        logs.TerminalLine("%(message)s").format(record),
        json.loads(logs.JsonLine("%(message)s").format(record)),
    )
    record.exc_text = None
    for told in (plain, program["exc_info"]):
        assert "b.example" not in told
        assert "suite" in told
