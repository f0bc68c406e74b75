"""Backups make themselves: when one is due, what it is tried by, what becomes of the old ones; on both databases."""

import stat
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tarot_club.backups import encryption, scheduled
from tarot_club.backups.taken import engine
from tarot_club.tasks import look_after_site
from tests.factories import NOW, PlayerFactory
from tests.refusals import refusal_of
from tests.scoring.sheets import garde, record
from tests.services.calls import World, a_world
from tournaments.labels import JobKind, JobState
from tournaments.models import Job, SeatResult, Site, Tournament
from tournaments.seating import Cancelled, Monitor
from tournaments.services.clubs.site import SiteFacts, change_site
from tournaments.tasks import WORKS, run_job

in_this_process = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.BACKUP_DIR, settings.BACKUP_HOURS, settings.BACKUP_KEY = str(tmp_path / "ici"), 1.0, ""
    (tmp_path / "ici").mkdir()
    return tmp_path / "ici"


@pytest.fixture
def world(transactional_db: None) -> World:
    world = a_world()
    for table in world.tables():
        record(table, 1, world.arbiter, garde(taker=1))
    Tournament.objects.update(date=NOW.date())
    return world


@pytest.fixture
def not_recounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare a test that is not about its figures the seconds of the process that recounts a backup."""
    monkeypatch.setattr(scheduled, "_recounted_beside", lambda *_what: "")


def ended(job: Job | None, state: JobState = JobState.DONE, **columns: Any) -> Job:
    assert job is not None
    Job.objects.filter(pk=job.pk).update(state=state, ended_at=NOW, **columns)
    return job


def made() -> dict[str, Any]:
    return scheduled.make(Job(kind=JobKind.BACKUP), Monitor())


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.django_db
def test_the_first_is_due_at_once_and_asked_for_once() -> None:
    job = scheduled.ask_if_due(at=NOW)
    assert job is not None
    assert (job.kind, job.club, job.tournament) == (JobKind.BACKUP, None, None)
    assert scheduled.ask_if_due(at=NOW + 50 * HOUR) is None  # it has not ended


@pytest.mark.django_db
def test_the_next_is_due_after_an_hour_in_which_something_was_written() -> None:
    player = PlayerFactory()
    ended(scheduled.ask_if_due(at=NOW), result={"written": scheduled._written_so_far()})
    assert scheduled.ask_if_due(at=NOW + 2 * HOUR) is None
    site = SiteFacts(name="Club de Verdier")
    change_site(facts=site, by=None, at=NOW)
    assert player.club.journal.count()
    assert scheduled.ask_if_due(at=NOW + HOUR - timedelta(seconds=1)) is None
    assert scheduled.ask_if_due(at=NOW + HOUR) is not None


@pytest.mark.django_db
def test_what_the_public_sees_is_written_too() -> None:
    tournament = a_world().tournament
    ended(scheduled.ask_if_due(at=NOW), result={"written": scheduled._written_so_far()})
    Tournament.objects.filter(pk=tournament.pk).update(revision=tournament.revision + 1)
    assert scheduled.ask_if_due(at=NOW + HOUR) is not None


@pytest.mark.django_db
def test_a_failure_is_tried_again_after_an_hour_whatever_the_pause(settings: Any) -> None:
    settings.BACKUP_HOURS = 24.0
    ended(scheduled.ask_if_due(at=NOW), JobState.FAILED)
    assert scheduled.ask_if_due(at=NOW + HOUR / 2) is None
    assert scheduled.ask_if_due(at=NOW + HOUR) is not None


@pytest.mark.django_db
def test_one_of_the_future_keeps_nobody_from_the_next() -> None:
    ended(scheduled.ask_if_due(at=NOW), JobState.FAILED)
    assert scheduled.ask_if_due(at=NOW - 24 * HOUR) is not None


@pytest.mark.django_db
def test_without_a_folder_there_are_none(settings: Any) -> None:
    settings.BACKUP_DIR = ""
    assert scheduled.ask_if_due(at=NOW) is None


@in_this_process
def test_a_worker_is_seen_and_asks() -> None:
    look_after_site(backs_up=False)
    assert Site.objects.get().worker_seen_at is not None
    assert not Job.objects.exists()
    look_after_site()
    assert Job.objects.get().kind == JobKind.BACKUP
    assert JobKind.BACKUP in WORKS


@in_this_process
def test_one_is_made_tried_and_kept_alone(world: World, folder: Path) -> None:
    (folder / f"{scheduled.WORK}mort").mkdir()
    result = made()
    assert names(folder) == [result["file"]]
    assert stat.S_IMODE((folder / result["file"]).stat().st_mode) == 0o600
    assert result["size"] == (folder / result["file"]).stat().st_size
    assert result["figures"] == "Tout correspond : 18 chiffres recomptés."
    engine().check(folder / result["file"], for_us=True)


@in_this_process
def test_one_whose_figures_differ_is_a_failure_and_kept(world: World, folder: Path) -> None:
    seat = SeatResult.objects.order_by("pk").first()
    assert seat is not None
    SeatResult.objects.filter(pk=seat.pk).update(points=seat.points + 1)
    job = scheduled.ask_if_due(at=NOW)
    assert job is not None
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "1 chiffre(s) sur 18 ne correspondent pas à leur feuille" in job.message
    assert len(names(folder)) == 1


@in_this_process
def test_older_evenings_are_not_recounted_each_time(world: World) -> None:
    Tournament.objects.update(date=NOW.date() - timedelta(days=400))
    assert made()["figures"] == "Tout correspond : 0 chiffres recomptés."


@pytest.mark.usefixtures("not_recounted")
@in_this_process
def test_with_a_key_only_its_holder_reads_it(world: World, folder: Path, tmp_path: Path, settings: Any) -> None:
    settings.BACKUP_KEY = encryption.new_key(tmp_path / "clé")
    assert stat.S_IMODE((tmp_path / "clé").stat().st_mode) == 0o600
    result = made()
    assert names(folder) == [result["file"]]
    file = folder / result["file"]
    assert file.suffix == ".age"
    assert file.read_bytes().startswith(encryption.MAGIC)
    encryption.decrypt(file, tmp_path / "ouvert", tmp_path / "clé")
    engine().check(tmp_path / "ouvert", for_us=True)
    encryption.new_key(tmp_path / "autre")
    with pytest.raises(CommandError, match="donnez la clé privée"):
        call_command("restore", file)
    with pytest.raises(CommandError, match="cette clé ne l’ouvre pas"):
        call_command("restore", file, key=tmp_path / "autre")
    with pytest.raises(CommandError, match="n’est pas une clé privée"):
        call_command("restore", file, key=file)


@in_this_process
def test_a_key_that_is_none_makes_no_backup_in_the_clear(folder: Path, settings: Any) -> None:
    settings.BACKUP_KEY = "age1faux"
    assert refusal_of(made).code == "no_key"
    assert names(folder) == []


def present(folder: Path, *moments: str) -> None:
    for moment in moments:
        (folder / f"tarot-club-{moment}.sqlite3").touch()


@in_this_process
def test_old_ones_go_and_the_newest_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduled, "NEWEST_KEPT", 1)
    (folder / "à moi.txt").touch()
    present(folder, "20260101120000", "20260901120000", "20260930120001")
    scheduled._delete_old(folder, NOW.replace(year=2026, month=10, day=30, hour=12))
    assert [name[11:19] for name in names(folder) if name != "à moi.txt"] == ["20260930"]
    change_site(facts=SiteFacts(backup_days=2), by=None, at=NOW)
    present(folder, "20261001120000")
    scheduled._delete_old(folder, NOW)
    assert names(folder) == ["tarot-club-20261001120000.sqlite3", "à moi.txt"]


@in_this_process
def test_the_ten_newest_stay_whatever_their_age(folder: Path) -> None:
    present(folder, *(f"2025010{day}120000" for day in range(1, 10)), "20250110120000", "20250111120000")
    scheduled._delete_old(folder, NOW)
    assert [name[11:19] for name in names(folder)][:2] == ["20250102", "20250103"]
    assert len(names(folder)) == scheduled.NEWEST_KEPT


@in_this_process
def test_under_a_clock_that_may_be_ahead_none_goes(world: World, folder: Path) -> None:
    present(folder, *(f"202611{day}120000" for day in range(10, 22)))
    later = NOW + 300 * 24 * HOUR
    scheduled._delete_old(folder, later)
    assert len(names(folder)) == 12
    world.tournament.journal.update(at=later)
    world.tournament.club.journal.update(at=later)
    scheduled._delete_old(folder, later)
    assert len(names(folder)) == scheduled.NEWEST_KEPT


@in_this_process
def test_a_folder_that_is_not_there_is_said(folder: Path) -> None:
    folder.rmdir()
    refusal = refusal_of(made)
    assert (refusal.code, str(folder) in str(refusal)) == ("no_folder", True)


@pytest.mark.usefixtures("not_recounted")
@in_this_process
def test_the_folder_in_the_data_folder_is_made(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, str(tmp_path / "sauvegardes")
    assert made()["file"] in names(tmp_path / "sauvegardes")


@in_this_process
def test_a_job_that_is_cancelled_leaves_nothing_beside(world: World, folder: Path) -> None:
    class Stopped(Monitor):
        def report(self, percent: int) -> None:
            if percent > 50:
                raise Cancelled

    with pytest.raises(Cancelled):
        scheduled.make(Job(kind=JobKind.BACKUP), Stopped())
    assert len(names(folder)) == 1
