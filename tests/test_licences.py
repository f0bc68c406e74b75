"""What we use: its licence may stand beside our MIT, and what is installed is what was looked at, by its hash."""

import re
from pathlib import Path

import pytest

from tests.licences import MAY_BE_USED, licences
from tests.tarot_club.serving import ROOT

pytestmark = pytest.mark.checks


def test_each_requirement_may_be_used() -> None:
    found = licences()
    assert len(found) > 50
    assert {name: licence for name, licence in found.items() if not MAY_BE_USED.search(licence)} == {}


@pytest.mark.parametrize("licence", ["GNU Affero General Public License v3", "GPL-3.0-only", "Proprietary", ""])
def test_what_may_not_be_used_is_seen(licence: str) -> None:
    assert MAY_BE_USED.search(licence) is None


PINNED = re.compile(r"[\w.-]+(\[[\w,-]+\])?==\S+( ; [^\\]+)? \\(\n    --hash=sha256:[0-9a-f]{64}( \\)?)+")
# A line that has pip install what a file lists, in whatever language.
INSTALLS = re.compile(r"^.*\binstall\b.*[\s\"]-r[\s\"].*$", re.MULTILINE)


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_each_requirement_is_one_version_with_its_hashes(lock: str) -> None:
    listed = re.split(r"\n(?=\w)", re.sub(r"^ *#.*\n", "", (ROOT / lock).read_text("utf-8"), flags=re.MULTILINE))
    assert len(listed) > 50
    assert [each for each in listed if not PINNED.fullmatch(each.strip())] == []


def test_whoever_installs_them_asks_for_their_hashes() -> None:
    files = [*ROOT.glob("*.py"), *ROOT.glob("tarot_club/*.py"), *ROOT.glob("docker/*"), *ROOT.glob(".ci/*")]
    lines = {
        (file.name, found[0].strip()) for file in files if file.is_file() for found in INSTALLS.finditer(_text(file))
    }
    assert {name for name, _line in lines} == {"installing.py", "Dockerfile", "run"}
    assert [line for line in lines if "--require-hashes" not in line[1]] == []


def _text(file: Path) -> str:
    return file.read_text("utf-8", errors="ignore")
