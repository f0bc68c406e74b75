"""The image without an engine: what it copies is put into an empty folder, and its last steps are run there."""

import shutil
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.databases import FILE
from tests.docker.conftest import environment_of
from tests.tarot_club.serving import PATIENCE, free_port, wait_until

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


@pytest.mark.checks
@pytest.mark.product
@pytest.mark.slow
@pytest.mark.xdist_group("image")
def test_one_container_is_a_whole_club_whose_data_lies_in_one_folder(image: Path, migrated: Path) -> None:
    """docker/LAPTOP.md: nothing is set but what phones are to open."""
    (image / "club").mkdir()  # the Dockerfile makes it, and the volume is mounted there
    if (migrated / FILE).exists():
        shutil.copy(migrated / FILE, image / "club")
    port = free_port()
    told = {"WEB_PORT": str(port), "PUBLIC_ADDRESS": "http://192.168.1.20:8000"}
    log = image / "laptop.log"
    with log.open("w") as said:
        laptop = subprocess.Popen(
            [image / "docker" / "entrypoint.sh", "laptop"],
            env=environment_of(image) | told,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
    try:
        assert wait_until(lambda: "Ctrl-C pour arrêter." in log.read_text() or laptop.poll() is not None)
        assert "Sur le réseau de la salle : http://192.168.1.20:8000/\n" in log.read_text()
        assert wait_until(lambda: "theme." in page(port)), log.read_text()
        health = [image / "docker" / "entrypoint.sh", "health"]
        answer = subprocess.run(health, check=True, env=environment_of(image) | told, capture_output=True)
        assert answer.stdout.strip() == b"ok"
    finally:
        laptop.terminate()
        assert laptop.wait(PATIENCE) == 0
    assert {"secret_key", FILE} <= {path.name for path in (image / "club").iterdir()}


def page(port: int) -> str:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""
