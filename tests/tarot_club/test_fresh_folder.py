"""Any command may be the first one that is ever given: it does what it is for, or says what to do first."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command, get_commands, load_command_class

ROOT = Path(__file__).parents[2]
# Those that do what they are for, and what they print.
DO = {"demo": ([], "Club de démonstration"), "erased": ([], ""), "migrate": ([], "")}
# Those that make their tables first.
MAKE: dict[str, list[str]] = {"demo": [], "generate_event": [], "generate_site": [], "take_club": ["{club}"]}
# Those that read what is there; the others run on, or need no database.
READ = {"backup": ["{new}"], "check_event": ["{club}"], "check_results": [], "health": []}
BESIDE = {"compare", "deal", "marque", "releve", "restore", "rotation", "serve"}


def commands() -> Iterator[str]:
    for folder in ROOT.glob("*/management/commands"):
        yield from (file.stem for file in folder.glob("[a-z]*.py"))


def filled(arguments: list[str], folder: Path) -> list[str]:
    club = folder / "ce n’est pas un club"
    club.write_text("bonjour")
    return [argument.format(club=club, new=folder / "copie") for argument in arguments]


def given(name: str, arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    usual = {"PATH": os.environ["PATH"], "HOME": str(folder), "TAROT_CLUB_DATA": str(folder / "data")}
    command = [sys.executable, "manage.py", name, *filled(arguments, folder)]
    return subprocess.run(command, cwd=ROOT, env=usual, check=False, capture_output=True, text=True)


def test_each_of_our_commands_is_tried_here() -> None:
    assert set(commands()) == DO.keys() | MAKE.keys() | READ.keys() | BESIDE


@pytest.mark.product
@pytest.mark.slow
@pytest.mark.parametrize("name", DO)
def test_what_needs_no_tables_or_makes_them_does_what_it_is_for(name: str, tmp_path: Path) -> None:
    arguments, says = DO[name]
    answer = given(name, arguments, tmp_path)
    said = answer.stdout + answer.stderr
    assert (answer.returncode, "Traceback" in said) == (0, False), said
    assert says in said


class Migrated(Exception):
    """The tables are made here: what comes after that is not done."""


@pytest.mark.parametrize("name", MAKE)
def test_what_makes_something_makes_its_tables_first(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Here, where there is no database: what asks one before fails."""

    def call_first(command: str, **_options: Any) -> None:
        assert command == "migrate"
        raise Migrated

    command = load_command_class(get_commands()[name], name)
    monkeypatch.setattr(sys.modules[type(command).__module__], "call_command", call_first)
    with pytest.raises(Migrated):
        call_command(command, *filled(MAKE[name], tmp_path))


@pytest.mark.product
@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
def test_what_reads_says_that_nothing_is_there_yet(name: str, tmp_path: Path) -> None:
    answer = given(name, READ[name], tmp_path)
    said = answer.stdout + answer.stderr
    assert (answer.returncode, "Traceback" in said) == (1, False), said
    assert "manage.py migrate" in said
