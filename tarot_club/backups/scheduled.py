"""
Scheduled backups in one folder: each is restored beside to be checked, and encrypted when there is a key.

A worker asks for one when the last is old and something was written since. The page of the site's state shows what the
job says.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db.models import Max, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from tarot_club.backups.encryption import encrypt, is_public_key
from tarot_club.backups.taken import engine, file_name
from tournaments.labels import JobKind, JobState
from tournaments.models import Job, JournalEntry, Tournament
from tournaments.queries.privacy.legal import legal_facts
from tournaments.queries.work.clock import act_before_leap
from tournaments.refusals import Refusal
from tournaments.seating import Monitor
from tournaments.services.work import jobs

DAYS = 30  # a backup is kept for, where nobody said how many
NEWEST_KEPT = 10
DAYS_RECOUNTED = 30  # what is older was recounted in the backups of its own days
PAUSE_AFTER_A_FAILURE = timedelta(hours=1)
SECONDS_BETWEEN_LOOKS = 0.5
NAME = re.compile(r"tarot-club-(\d{14})\.(sqlite3|dump)(\.age)?")
WORK = ".sauvegarde-"  # how the folder begins in which one is made and tried


def ask_if_due(*, at: datetime) -> Job | None:
    """Return the job of the backup that is due now, which a worker will find; None when none is due."""
    last = Job.objects.filter(kind=JobKind.BACKUP).first()
    if not settings.BACKUP_DIR or (last is not None and (last.is_live or _is_recent(last, at))):
        return None
    return jobs.ask(kind=JobKind.BACKUP, by=None, at=at) if is_something_new(last) else None


def is_something_new(last: Job | None) -> bool:
    """Return whether something was written since the last backup, or that backup failed."""
    return last is None or not last.result or last.result["written"] != _written_so_far()


def _is_recent(last: Job, at: datetime) -> bool:
    """Return whether it is too early for another backup. A last one in the future, by a wrong clock, does not count."""
    pause = PAUSE_AFTER_A_FAILURE if last.state == JobState.FAILED else timedelta(hours=settings.BACKUP_HOURS)
    assert last.ended_at is not None
    return at - pause < last.ended_at <= at


def _written_so_far() -> list[int]:
    """Return two numbers that grow with everything written: the last journal entry, and the sum of revisions."""
    journal = JournalEntry.objects.aggregate(last=Max("pk"))["last"]
    return [journal or 0, Tournament.objects.aggregate(all=Sum("revision"))["all"] or 0]


def make(_job: Job, monitor: Monitor) -> dict[str, Any]:
    """
    Make a backup, restore it beside, recount there the results of the last month, and delete old backups.

    Return `{"file", "size", "figures", "written"}`. Refuses a folder that is missing or full, and a backup whose
    figures differ; that file stays, as it may be the only one. Raises Cancelled.
    """
    folder, recipient, written = _folder(), _recipient(), _written_so_far()
    for abandoned in folder.glob(f"{WORK}*"):  # by a worker that was killed
        shutil.rmtree(abandoned, ignore_errors=True)
    with TemporaryDirectory(prefix=WORK, dir=folder) as work:
        plain = Path(work) / file_name()
        engine().back_up(plain)
        monitor.report(30)
        try:
            figures = _recounted_beside(plain, Path(work), monitor)
        finally:
            kept = _kept(plain, folder, recipient)
    _delete_old(folder, timezone.now())
    return {"file": kept.name, "size": kept.stat().st_size, "figures": figures, "written": written}


def _folder() -> Path:
    """Return the folder of backups; the one in the data folder is made. Refuses a folder it cannot write to."""
    folder = Path(settings.BACKUP_DIR)
    if folder.parent == settings.DATA_DIR:
        folder.mkdir(mode=0o700, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise Refusal(
            _("Le dossier des sauvegardes « %(folder)s » n’est pas là, ou rien ne peut y être écrit : rebranchez-le.")
            % {"folder": folder},
            code="no_folder",
        )
    return folder


def _recipient() -> str:
    if settings.BACKUP_KEY and not is_public_key(settings.BACKUP_KEY):
        raise Refusal(
            _("BACKUP_KEY n’est pas une clé publique (« age1… ») : faites-en une avec « manage.py backup --new-key »."),
            code="no_key",
        )
    return settings.BACKUP_KEY


def _recounted_beside(plain: Path, work: Path, monitor: Monitor) -> str:
    """Restore a backup beside, recount its recent results there, and return a sentence with how many agree."""
    since = timezone.localdate() - timedelta(days=DAYS_RECOUNTED)
    recounts = [sys.executable, str(settings.BASE_DIR / "manage.py"), "check_results", "--since", f"{since}"]
    with (
        engine().restored_beside(plain, work) as address,
        subprocess.Popen(  # noqa: S603 - our own command
            recounts,
            env=os.environ | {"DATABASE_URL": address},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as recount,
    ):
        try:
            while recount.poll() is None:
                monitor.report(60)
                time.sleep(SECONDS_BETWEEN_LOOKS)
            said = recount.communicate()[0].strip().splitlines()
        finally:
            recount.kill()
    if recount.returncode:
        raise Refusal(
            _("La sauvegarde a été faite et gardée, mais rendue à côté, elle ne se recompte pas : %(why)s")
            % {"why": said[-1] if said else recount.returncode},
            code="backup_differs",
        )
    return said[-1]


def _kept(plain: Path, folder: Path, recipient: str) -> Path:
    """Move a backup to the folder, encrypted for the recipient if there is one, and return the file."""
    if not recipient:
        return plain.rename(folder / plain.name)
    kept = folder / f"{plain.name}.age"
    encrypt(plain, kept, recipient)
    return kept


def _delete_old(folder: Path, at: datetime) -> None:
    """
    Delete backups older than the legal page says, by the time in their names, unless the clock may be ahead.

    The newest backups stay, whatever their age.
    """
    if act_before_leap(at):
        return
    limit = at - timedelta(days=legal_facts().backup_days or DAYS)
    oldest = f"{timezone.localtime(limit):%Y%m%d%H%M%S}"
    ours = sorted((match[1], file) for file in folder.iterdir() if (match := NAME.fullmatch(file.name)))
    for moment, file in ours[:-NEWEST_KEPT]:
        if moment < oldest:
            file.unlink()
