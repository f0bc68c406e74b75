"""The house rules, checked where every change is checked: in the one test command."""

import ast
import io
import re
import shutil
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.house import figures
from tests.needs import skip_without

ROOT = Path(__file__).parent.parent
TOOLS = Path(sys.executable).parent

pytestmark = [pytest.mark.checks, pytest.mark.slow, pytest.mark.xdist_group("checks")]


def ran(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize(
    "command",
    [
        "ruff check .",
        "ruff format --check .",
        "mypy",
        "lint-imports --no-cache",
        "djlint templates --check --quiet",
        "djlint templates --lint --quiet",
    ],
)
def test_the_tools_find_nothing(command: str) -> None:
    tool, *arguments = command.split()
    answer = ran([str(TOOLS / tool), *arguments])
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.django_db
def test_every_model_change_has_its_migration() -> None:
    told = io.StringIO()
    with suppress(SystemExit):  # what it ends with when one is missing
        call_command("makemigrations", "--check", "--dry-run", stdout=told)
    assert told.getvalue() == "No changes detected\n"


def test_nothing_committed_names_a_registry_or_a_machine() -> None:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        skip_without("git", "what is committed cannot be listed")
    pattern = r"pypi[.]org|pythonhosted[.]org|registry[.]npmjs|file:///(opt|root|home)|(^|[^A-Za-z0-9_.])/(work|farm|opt)/[A-Za-z.]"
    found = ran([git, "grep", "-nIE", pattern, "--", ".", ":!tests/test_architecture.py"])
    assert found.stdout == ""


def test_no_drawer_for_everything() -> None:
    """« utils » and « common » say nothing of what is in them."""
    drawers = [
        path
        for app in ("tarot_club", "tournaments", "scoring")
        for path in (ROOT / app).rglob("*")
        if path.stem in {"utils", "common", "helpers", "misc"}
    ]
    assert drawers == []


def test_no_module_leads_back_to_itself() -> None:
    """Imports for types alone among them: two rooms that know each other are one."""
    assert figures.circles(figures.imports(figures.modules())) == []


def test_what_one_system_has_alone_is_in_one_place() -> None:
    """So that a Mac runs it as it is: locks of files in `data_folder`, children are begun by `embedded/children.py`."""
    found = [
        f"{path.relative_to(ROOT)}: {words}"
        for path in figures.modules().values()
        for words in re.findall(
            r"\bimport (?:fcntl|grp|pwd|resource|termios)\b|\bos\.fork\b|get_context\(\"", path.read_text()
        )
    ]
    # The bounds of the process that reads files: where there are none, only its time is bounded.
    assert found == ["tarot_club/data_folder.py: import fcntl", "tournaments/work/reading.py: import resource"]


# Class names that stand twice, and why.
TWICE = {"Command": "Django finds a command by this name"}


def test_a_class_name_stands_for_one_thing() -> None:
    found = Counter(
        node.name
        for path in figures.modules().values()
        if "migrations" not in path.parts
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, times in found.items() if times > 1} == TWICE.keys()


# CONTRIBUTING.md, « One word, one thing »: a name that says it otherwise, and where it may.
OTHER_WORDS = {
    r"kept_.*|Kept.+": (),
    r"Kept": ("scoring/labels.py",),  # which of two versions an arbiter kept
    r"[Dd]oor.*": (),
    r"(told|Told)_?[A-Za-z].*": ("scoring/api/serializers.py",),  # a name of the published schema
    r"Facts": ("scoring/marque/facts.py",),
    r"facts_of": ("scoring/marque/facts.py",),
    r"Problem": ("scoring/marque/problems.py",),
    r"own|Own": ("scoring/views/player/own.py", "scoring/queries/player/player_cards.py"),
    r"who_moves.*": (),
    r"settle_(?!call|conflict).*|settled": (),
}


def test_one_word_means_one_thing() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in figures.modules().values()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        for word, there in OTHER_WORDS.items()
        if re.fullmatch(word, node.name) and str(path.relative_to(ROOT)) not in there
    ]
    assert found == []
