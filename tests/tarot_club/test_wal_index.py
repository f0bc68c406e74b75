"""On SQLite the database says without a query that nothing was committed; nowhere else is it asked to."""

import sqlite3
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tarot_club.page_cache import wal_index
from tarot_club.page_cache.wal_index import committed_state

WRITE = """
import sqlite3, sys
base = sqlite3.connect(sys.argv[1], timeout=0.1)
base.execute("INSERT INTO figures VALUES (1)")
base.commit()
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Return the name of a database in WAL mode, which is the one that is asked."""
    name = str(tmp_path / "donnees.sqlite3")
    base = sqlite3.connect(name)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("CREATE TABLE figures (figure integer)")
    base.commit()
    base.close()
    asked(monkeypatch, name)
    return name


def asked(monkeypatch, name, vendor="sqlite", in_atomic_block=False):
    database = SimpleNamespace(vendor=vendor, in_atomic_block=in_atomic_block, settings_dict={"NAME": name})
    monkeypatch.setattr(wal_index, "connections", {"default": database})


def test_every_commit_makes_another_state_whoever_commits_and_reading_none(file):
    states = [committed_state()]
    base = sqlite3.connect(file)
    for _time in range(2):
        base.execute("INSERT INTO figures VALUES (1)")
        assert committed_state() == states[-1]  # not before it is committed
        base.commit()
        states.append(committed_state())
    base.execute("SELECT * FROM figures").fetchall()
    assert committed_state() == states[-1]
    base.close()
    assert committed_state() == states[-1]
    subprocess.run([sys.executable, "-c", WRITE, file], check=True)
    states.append(committed_state())
    assert None not in states
    assert len(set(states)) == len(states)


def test_no_state_comes_back_when_the_log_is_written_from_its_beginning_again(file):
    base = sqlite3.connect(file)
    states = {committed_state()}
    for _time in range(5):
        base.execute("INSERT INTO figures VALUES (1)")
        base.commit()
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        base.execute("VACUUM")
        states.add(committed_state())
    assert len(states) == 6


def test_the_locks_of_the_database_are_still_held(file):
    """To close a file takes away a process's locks on it: nothing is closed, and another process waits for ours."""
    assert committed_state() is not None
    base = sqlite3.connect(file, isolation_level=None)
    base.execute("BEGIN IMMEDIATE")
    assert committed_state() is not None
    told = subprocess.run([sys.executable, "-c", WRITE, file], check=False, capture_output=True, text=True)
    assert "database is locked" in told.stderr


def test_only_a_query_can_tell_elsewhere(file, tmp_path, monkeypatch):
    asked(monkeypatch, file, in_atomic_block=True)
    assert committed_state() is None
    asked(monkeypatch, file, vendor="postgresql")
    assert committed_state() is None
    for name in (":memory:", "file:base?mode=memory&cache=shared", str(tmp_path / "absente.sqlite3")):
        asked(monkeypatch, name)
        assert committed_state() is None
    assert not (tmp_path / "absente.sqlite3").exists()
    plain = str(tmp_path / "sans-journal.sqlite3")
    base = sqlite3.connect(plain)
    base.execute("CREATE TABLE figures (figure integer)")
    asked(monkeypatch, plain)
    assert committed_state() is None


def test_a_header_that_is_being_written_or_of_another_format_says_nothing(file, monkeypatch):
    header = committed_state()
    for bytes_there in (header + b"x" * 48, bytes(96), b"x" * 96):
        monkeypatch.setitem(wal_index._OPENED, file, SimpleNamespace(header=bytes_there))
        assert committed_state() is None
