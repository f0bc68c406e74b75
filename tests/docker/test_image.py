"""The image without an engine: what it copies is put into an empty folder, and its last steps are run there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

SERVE = """
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
for page in ("/", "/marque/"):
    print(Client().get(page, headers={"host": "localhost"}).status_code)
"""


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile as (instruction, arguments), continued lines joined."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "docker" / "Dockerfile").read_text())
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, rest) for name, rest in lines]


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """Return a folder that holds what the image holds of the project, each in its place."""
    for name, rest in instructions():
        if name != "COPY":
            continue
        *sources, target = rest.split()
        for source in sources:
            place = tmp_path / target
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                place = place / Path(source).name if target.endswith("/") else place
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, place)
    return tmp_path


def environment(image: Path) -> dict[str, str]:
    """Return what the Dockerfile sets, its /app being our folder, and nothing of the machine's own settings."""
    given = " ".join(rest for name, rest in instructions() if name == "ENV")
    return {name: value.replace("/app", str(image)) for name, value in re.findall(r"(\w+)=(\S+)", given)} | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(image),
    }


def test_what_is_copied_is_enough_to_collect_and_to_serve(image: Path) -> None:
    """The step that collects runs as it stands; then the site shows its pages with what the image has, and no more."""
    (collect,) = (
        step.strip()
        for name, rest in instructions()
        if name == "RUN"
        for step in rest.split("&&")
        if "collectstatic" in step
    )
    given = environment(image)
    collected = subprocess.run(collect, shell=True, check=False, cwd=image, env=given, capture_output=True, text=True)
    assert collected.returncode == 0, collected.stderr
    assert list((image / "data").rglob("theme.*.css"))

    served = subprocess.run(
        ["python", "manage.py", "shell", "--verbosity", "0", "-c", SERVE],
        check=False,
        cwd=image,
        env=given | {"SECRET_KEY": "k", "DATABASE_URL": f"sqlite:///{image}/club.sqlite3"},
        capture_output=True,
        text=True,
    )
    assert served.stdout.split() == ["200", "200"], served.stderr
    assert not (image / "tests").exists()
