"""Any command may be the first one that is ever given: it does what it is for, or says what to do first."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Those that do what they are for, and what they print.
DO = {
    "demo": ([], "Club de démonstration"),
    "erased": ([], ""),
    "generate_event": (["--players", "8", "--rounds", "1"], "chiffres"),
    "generate_site": (["--clubs", "1", "--people", "20", "--years", "1"], ""),
    "migrate": ([], ""),
    "take_club": (["{club}"], "n’est pas un club entier"),
}
# Those that read what is there; the others run on, or need no database.
READ = {"backup": ["{new}"], "check_event": ["{club}"], "check_results": [], "health": []}
BESIDE = {"marque", "releve", "restore", "rotation", "serve"}


def commands() -> Iterator[str]:
    for folder in ROOT.glob("*/management/commands"):
        yield from (file.stem for file in folder.glob("[a-z]*.py"))


def given(name: str, arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    club = folder / "ce n’est pas un club"
    club.write_text("bonjour")
    filled = [argument.format(club=club, new=folder / "copie") for argument in arguments]
    usual = {"PATH": os.environ["PATH"], "HOME": str(folder), "TAROT_CLUB_DATA": str(folder / "data")}
    command = [sys.executable, "manage.py", name, *filled]
    return subprocess.run(command, cwd=ROOT, env=usual, check=False, capture_output=True, text=True)


def test_each_of_our_commands_is_tried_here() -> None:
    assert set(commands()) == DO.keys() | READ.keys() | BESIDE


@pytest.mark.product
@pytest.mark.slow
@pytest.mark.parametrize("name", DO)
def test_what_makes_something_makes_its_tables_first(name: str, tmp_path: Path) -> None:
    arguments, says = DO[name]
    answer = given(name, arguments, tmp_path)
    said = answer.stdout + answer.stderr
    assert (answer.returncode, "Traceback" in said) == (int(name == "take_club"), False), said
    assert says in said


@pytest.mark.product
@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
def test_what_reads_says_that_nothing_is_there_yet(name: str, tmp_path: Path) -> None:
    answer = given(name, READ[name], tmp_path)
    said = answer.stdout + answer.stderr
    assert (answer.returncode, "Traceback" in said) == (1, False), said
    assert "manage.py migrate" in said
