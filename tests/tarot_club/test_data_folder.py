"""Names, hashes and sessions are read by nobody else on the machine."""

import os
import stat
from pathlib import Path

import pytest

from tarot_club.data_folder import keep_private
from tests.tarot_club.serving import PATIENCE
from tests.tarot_club.test_deployment import manage

ASK = """
import os
from django.db import connection
from django.contrib.sessions.models import Session
from django.utils import timezone
os.umask({umask:#o})  # whatever the process that opens it first is told
Session.objects.create(session_key="key", expire_date=timezone.now())
"""


def modes(folder: Path) -> dict[str, int]:
    paths = [folder, *folder.rglob("*")]
    return {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in paths}


def private(folder: Path) -> dict[str, int]:
    """Return the modes a private folder has, static files apart: they are the program's own."""
    return {
        name: 0o700 if (folder / name).is_dir() else 0o600 for name in modes(folder) if not name.startswith("static")
    }


def seen(folder: Path) -> dict[str, int]:
    return {name: mode for name, mode in modes(folder).items() if not name.startswith("static")}


@pytest.mark.product
def test_a_new_installation_is_its_owners_alone(tmp_path: Path) -> None:
    data, mask = tmp_path / "data", 0o000  # nothing is taken away: what is closed, we have closed
    before = os.umask(mask)
    try:
        assert manage(data, "migrate", "sessions", "--verbosity", "0").communicate(timeout=PATIENCE) == ("", "")
        said = manage(data, "shell", "--verbosity", "0", "-c", ASK.format(umask=mask)).communicate(timeout=PATIENCE)
    finally:
        os.umask(before)
    assert said == ("", "")
    assert seen(data) == private(data)
    assert "tarot_club.sqlite3" in seen(data)


def test_an_earlier_installation_is_closed_at_the_next_start(tmp_path: Path) -> None:
    for name in ("tarot_club.sqlite3", "tarot_club.sqlite3-wal", "tarot_club.sqlite3-shm", "queue/message", "old.bak"):
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        path.chmod(0o644)
    (tmp_path / "data").chmod(0o755)
    (tmp_path / "data" / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").touch()
    (tmp_path / "elsewhere").chmod(0o644)
    before = os.umask(0o022)
    try:
        keep_private(tmp_path / "data")
        (tmp_path / "data" / "later").touch()  # as whatever this process makes from now on
    finally:
        os.umask(before)
    (tmp_path / "data" / "link").unlink()
    assert modes(tmp_path / "data") == {
        ".": 0o700,
        "queue": 0o700,
        "queue/message": 0o600,
        "later": 0o600,
        "old.bak": 0o600,
        "tarot_club.sqlite3": 0o600,
        "tarot_club.sqlite3-wal": 0o600,
        "tarot_club.sqlite3-shm": 0o600,
    }
    assert stat.S_IMODE((tmp_path / "elsewhere").stat().st_mode) == 0o644
