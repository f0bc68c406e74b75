"""The tables that are kept between runs: another digest where a migration differs, and never half a file."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps

from tests import databases


@pytest.fixture
def migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only migration there is, of an app of this test; what is kept lies beside it."""
    path = tmp_path / "app" / "migrations" / "0001_first.py"
    path.parent.mkdir(parents=True)
    path.write_text("operations = []")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(apps, "get_app_configs", lambda: [SimpleNamespace(path=str(tmp_path / "app"))])
    return path


def test_other_migrations_find_nothing_that_is_kept(migration: Path) -> None:
    kept = databases.kept_file()
    assert databases.kept_file() == kept
    migration.write_text("operations = [None]")
    changed = databases.kept_file()
    migration.rename(migration.with_name("0002_second.py"))
    assert len({kept, changed, databases.kept_file()}) == 3


@pytest.mark.usefixtures("migration")
def test_what_is_kept_is_whole_and_stands_alone(tmp_path: Path) -> None:
    made = tmp_path / "made.sqlite3"
    made.write_bytes(b"tables")
    databases._keep(made)
    kept = databases.kept_file()
    assert [path.read_bytes() for path in kept.parent.iterdir()] == [b"tables"]
    assert kept.parent.parent == tmp_path
