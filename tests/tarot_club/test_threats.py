"""Each row of THREATS.md names the tests that show what stops somebody, and they are there."""

import re

import pytest

from tests.tarot_club.serving import ROOT

pytestmark = [pytest.mark.checks, pytest.mark.pure]

ROWS = [
    line
    for line in (ROOT / "tarot_club" / "THREATS.md").read_text("utf-8").partition("\n## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith(("| who | ", "| ---"))
]


def test_there_are_rows() -> None:
    assert len(ROWS) > 10


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2:40])
def test_a_row_names_tests_that_are_there(row: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", row)
    assert named, "what shows it?"
    for path in named:
        assert re.search(r"^def test_", (ROOT / path).read_text("utf-8"), re.MULTILINE), path
