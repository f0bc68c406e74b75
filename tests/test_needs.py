"""Skips are told, and fail a run of CI that did not expect them; the order of tests does not matter."""

import os
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

from scoring.models import PenaltyKind
from tests.conftest import shuffled
from tests.factories import ClubFactory
from tests.needs import ON_POSTGRESQL_ONLY, is_expected, is_postgresql, skips_by_reason
from tournaments.models import Club

ROOT = Path(__file__).parent.parent
WITHOUT = "without shared: ../shared/x is not beside this checkout"
SAMPLE = """
from tests.needs import shared, skip_without
def test_passes(): pass
def test_wants_data(): shared("nowhere/to/be/found.csv")
def test_wants_data_too(): shared("nowhere/to/be/found.csv")
def test_wants_a_server(): skip_without("redis", "nobody answers")
"""


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, True),
        ({"CI": "false"}, True),
        ({"CI": "true"}, False),
        ({"CI": "true", "CI_WITHOUT": "postgresql"}, False),
        ({"CI": "true", "CI_WITHOUT": "postgresql shared"}, True),
    ],
)
def test_a_skip_on_ci_must_have_been_announced(environ: dict[str, str], expected: bool) -> None:
    assert is_expected(WITHOUT, environ) is expected


def test_what_only_postgresql_can_show_is_no_hole_on_sqlite() -> None:
    assert is_expected(f"{ON_POSTGRESQL_ONLY}: …", {"CI": "true"})
    assert not is_expected("some other day", {"CI": "true", "CI_WITHOUT": "shared"})


def test_what_is_skipped_on_sqlite_follows_the_database_of_the_run() -> None:
    assert is_postgresql is (settings.DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql")


def test_skips_are_counted_by_their_reason() -> None:
    assert skips_by_reason(["b", WITHOUT, WITHOUT], {"CI": "1", "CI_WITHOUT": "shared"}) == [
        f"2 skipped, {WITHOUT}",
        "1 skipped, b (UNEXPECTED on CI)",
    ]


def run(folder: Path, *arguments: str, **environ: str) -> tuple[int, str]:
    """Run the sample with the hooks of these tests and return the exit status and what was printed."""
    (folder / "conftest.py").write_text("from tests.conftest import *\n")
    (folder / "test_sample.py").write_text(SAMPLE)
    given = {name: value for name, value in os.environ.items() if name not in ("CI", "CI_WITHOUT")}
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", os.devnull, f"--rootdir={folder}", "-v", *arguments, str(folder)],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env=given | {"PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "tests.settings"} | environ,
    )
    return answer.returncode, answer.stdout + answer.stderr


@pytest.mark.parametrize(("announced", "status"), [("redis", 1), ("redis shared", 0)])
def test_a_run_of_ci_with_an_unexpected_skip_fails(tmp_path: Path, announced: str, status: int) -> None:
    answer, printed = run(tmp_path, "--shuffle=5", CI="true", CI_WITHOUT=announced)
    assert answer == status, printed
    lines = [line for line in printed.splitlines() if " skipped, without " in line]
    assert [line.split(":")[0] for line in lines] == ["2 skipped, without shared", "1 skipped, without redis"]
    assert [line.endswith("UNEXPECTED on CI)") for line in lines] == [status == 1, False]
    assert printed.count("shuffled: --shuffle 5 gives this order again") == 2
    assert "1 passed, 3 skipped" in printed.splitlines()[-1]


def test_a_seed_gives_one_order_and_another_seed_another() -> None:
    """The tests of a file stay together."""
    items = [SimpleNamespace(nodeid=f"{file}.py::test_{number}") for file in "abcd" for number in range(8)]
    first, again, other = (shuffled(items, seed) for seed in ("1", "1", "2"))
    assert first == again
    assert items != first != other
    assert sorted(item.nodeid for item in first) == [item.nodeid for item in items]
    assert len([file for file, _tests in groupby(first, key=lambda item: item.nodeid[0])]) == 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_the_catalogue_is_there_after_a_test_that_emptied_every_table(turn: int) -> None:
    assert PenaltyKind.objects.filter(club=None).count() > 10
    assert not Club.objects.exists()
    ClubFactory()
