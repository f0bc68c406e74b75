"""
What a test needs beside the code: a database server, the workshop's data. Where it is not there the test is skipped.

On a machine of CI (`CI=true`) such a skip fails the run, unless `CI_WITHOUT` names what is known not to be there
(`CI_WITHOUT="postgresql shared"`). A run's last lines count the skips by what was not there.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NoReturn

import pytest

# What CI has. `shared` is the workshop's folder beside the checkout: its data is never copied into the project.
NEEDS = ("postgresql", "redis", "shared", "git", "linux", "mount")
SHARED = Path(__file__).parents[2] / "shared"

# Of the environment and not of Django's settings: the commands beside the test run have none.
is_postgresql = os.environ.get("DATABASE_URL", "").startswith("postgres")
ON_POSTGRESQL_ONLY = "on PostgreSQL only"
on_postgresql = pytest.mark.skipif(
    not is_postgresql, reason=f"{ON_POSTGRESQL_ONLY}: SQLite has one writer and no lock of a row (set DATABASE_URL)"
)
ON_SQLITE_ONLY = "on SQLite only"
on_sqlite = pytest.mark.skipif(is_postgresql, reason=f"{ON_SQLITE_ONLY}: PostgreSQL has no such log beside its files")
on_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="without linux: it looks at /proc for what is left behind"
)


def skip_without(need: str, why: str) -> NoReturn:
    """Skip a test for want of one of `NEEDS`."""
    assert need in NEEDS
    pytest.skip(f"without {need}: {why}")


def shared(name: str) -> Path:
    """Return a file of the workshop, or skip the test that asks for it."""
    path = SHARED / name
    if not path.exists():
        skip_without("shared", f"../shared/{name} is not beside this checkout")
    return path


def is_expected(reason: str, environ: Mapping[str, str]) -> bool:
    """Whether a skip for this reason is all right: everywhere but on CI, and there when it was announced."""
    if environ.get("CI", "") in ("", "0", "false") or reason.startswith((ON_POSTGRESQL_ONLY, ON_SQLITE_ONLY)):
        return True
    return any(reason.startswith(f"without {need}:") for need in environ.get("CI_WITHOUT", "").split())


def skips_by_reason(reasons: Iterable[str], environ: Mapping[str, str]) -> list[str]:
    """Return a line for each reason of a skip, the most frequent first, the unexpected ones marked."""
    return [
        f"{count} skipped, {reason}{'' if is_expected(reason, environ) else ' (UNEXPECTED on CI)'}"
        for reason, count in Counter(reasons).most_common()
    ]
