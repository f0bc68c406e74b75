"""On SQLite the database itself says that nothing was committed; nowhere else is it asked to."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from tarot_club.page_cache import data_version as room
from tarot_club.page_cache.data_version import data_version

WRITE = """
import sqlite3, sys
base = sqlite3.connect(sys.argv[1], timeout=0.1)
base.execute("INSERT INTO figures VALUES (1)")
base.commit()
"""


@pytest.fixture(params=["wal", "delete"])
def file(tmp_path, monkeypatch, request):
    """Return the name of a database, which is the one that is asked."""
    name = str(tmp_path / "donnees.sqlite3")
    base = sqlite3.connect(name)
    base.execute(f"PRAGMA journal_mode={request.param}")
    base.execute("CREATE TABLE figures (figure integer)")
    base.commit()
    base.close()
    asked(monkeypatch, name)
    return name


def asked(monkeypatch, name, vendor="sqlite", in_atomic_block=False):
    database = SimpleNamespace(vendor=vendor, in_atomic_block=in_atomic_block, settings_dict={"NAME": name})
    monkeypatch.setattr(room, "connections", {"default": database})


def test_every_commit_makes_another_version_whoever_commits_and_reading_none(file):
    versions = [data_version()]
    base = sqlite3.connect(file)
    for _time in range(2):
        base.execute("INSERT INTO figures VALUES (1)")
        assert data_version() == versions[-1]  # not before it is committed
        base.commit()
        versions.append(data_version())
    base.execute("SELECT * FROM figures").fetchall()
    assert data_version() == versions[-1]
    base.close()
    assert data_version() == versions[-1]
    subprocess.run([sys.executable, "-c", WRITE, file], check=True)
    versions.append(data_version())
    assert None not in versions
    assert len(set(versions)) == len(versions)
    with ThreadPoolExecutor(1) as thread:  # whichever thread asks
        assert thread.submit(data_version).result() == versions[-1]


def test_no_version_comes_back_when_the_log_is_written_from_its_beginning_again(file):
    base = sqlite3.connect(file)
    versions = {data_version()}
    for _time in range(5):
        base.execute("INSERT INTO figures VALUES (1)")
        base.commit()
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        base.execute("VACUUM")
        versions.add(data_version())
    assert len(versions) == 6


def test_asking_holds_nobody_up(file):
    """The answer is read to its end: a read left open would keep the log, or a writer, waiting."""
    assert data_version() is not None
    base = sqlite3.connect(file, timeout=0)
    base.execute("INSERT INTO figures VALUES (1)")
    base.commit()
    assert base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


def test_only_a_query_can_tell_elsewhere(file, tmp_path, monkeypatch):
    asked(monkeypatch, file, in_atomic_block=True)
    assert data_version() is None
    asked(monkeypatch, file, vendor="postgresql")
    assert data_version() is None
    for name in (":memory:", "file:base?mode=memory&cache=shared", str(tmp_path / "absente.sqlite3")):
        asked(monkeypatch, name)
        assert data_version() is None
    assert not (tmp_path / "absente.sqlite3").exists()
