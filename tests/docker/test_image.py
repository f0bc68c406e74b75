"""The image without an engine: what it copies is put into an empty folder, and its last steps are run there."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.databases import FILE
from tests.docker.conftest import environment_of

SERVE = """
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
for page in ("/", "/marque/"):
    print(Client().get(page, headers={"host": "localhost"}).status_code)
"""


@pytest.mark.checks
@pytest.mark.product
@pytest.mark.slow
@pytest.mark.xdist_group("image")
def test_what_is_copied_is_enough_to_collect_and_to_serve(image: Path, migrated: Path) -> None:
    """The step that collects has run as it stands; the site shows its pages with what the image has, and no more."""
    assert list((image / "data").rglob("theme.*.css"))
    if (migrated / FILE).exists():  # the image's own migrations find them applied, or would make them in ten seconds
        shutil.copy(migrated / FILE, image / "club.sqlite3")

    served = subprocess.run(
        ["python", "manage.py", "shell", "--verbosity", "0", "-c", SERVE],
        check=False,
        cwd=image,
        env=environment_of(image) | {"SECRET_KEY": "k", "DATABASE_URL": f"sqlite:///{image}/club.sqlite3"},
        capture_output=True,
        text=True,
    )
    assert served.stdout.split() == ["200", "200"], served.stderr
    assert not (image / "tests").exists()
