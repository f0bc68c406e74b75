"""The first command of the README on machines that are not ours: an old Python, a wrong one, `pip install .`."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent.parent
TOO_OLD = ("2.7", "3.6", "3.7", "3.8", "3.9", "3.10")


def pythons(*versions: str) -> dict[str, str]:
    """Return the Pythons of these versions that this machine has: on the path, or kept by pyenv."""
    found = {}
    for version in versions:
        kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        for path in (shutil.which(f"python{version}"), *map(str, kept)):
            # pyenv's own stand-ins on the path answer for versions that are not installed.
            if path and subprocess.run([path, "-c", "pass"], check=False, capture_output=True).returncode == 0:
                found[version] = path
    return found


def run(python: str, *arguments: str, folder: Path = ROOT, path: str = os.environ["PATH"]) -> tuple[int, str]:
    answer = subprocess.run(
        [python, *arguments],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        env={"PATH": path, "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"},
    )
    return answer.returncode, (answer.stdout + answer.stderr).strip()


def test_an_old_python_is_told_in_one_sentence() -> None:
    old = pythons(*TOO_OLD)
    if not old:
        pytest.skip("no Python before 3.11 is installed here: the sentence for it is not proved")
    for version, python in old.items():
        status, said = run(python, "manage.py", "setup")
        assert (status, said.count("\n")) == (1, 0), said
        assert said.startswith("Tarot Club demande Python 3.11 ou plus récent, et «\u00a0")
        assert f"\u00a0» est Python {version}. Installez-le" in said


def test_whoever_has_sudo_has_debian_asked_by_it(tmp_path: Path) -> None:
    """On a Debian of scripts: nothing is installed there, and its second step fails."""
    tools = {
        "apt-get": "exit 1",
        "dpkg-query": "exit 1",
        "sudo": 'echo "$@" >>"$(dirname "$0")/asked"; echo "rien à faire"; [ "$2" = update ]',
    }
    for name, script in tools.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o700)
    (tmp_path / "club" / "tarot_club").mkdir(parents=True)
    shutil.copy(ROOT / "tarot_club" / "installing.py", tmp_path / "club" / "tarot_club")
    as_user = (
        "import os, runpy; os.geteuid = lambda: 1000; runpy.run_path('tarot_club/installing.py', run_name='__main__')"
    )

    status, said = run(sys.executable, "-c", as_user, folder=tmp_path / "club", path=f"{tmp_path}:/usr/bin:/bin")

    packages = "libpango-1.0-0 libpangoft2-1.0-0"
    install = f"apt-get install --yes --no-install-recommends {packages}"
    assert (tmp_path / "asked").read_text().splitlines() == ["apt-get update", install]
    assert (status, said.splitlines()) == (
        1,
        [
            f"Installation par Debian\u00a0: {packages.replace(' ', ', ')} (une à deux minutes)…",
            "rien à faire",
            "",
            f"«\u00a0sudo {install}\u00a0» a échoué\u00a0: lisez les lignes ci-dessus, puis recommencez.",
        ],
    )


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_what_is_asked_for_with_extras_is_locked_with_them(lock: str) -> None:
    """
    Else pip takes the newest version there is of `coverage[toml]`, whatever is locked as `coverage`, and finds no hash.

    Nothing is wrong on the day the lock is made: the command of the README fails when the next version is published.
    """
    locked = {
        found[1]: set(filter(None, (found[2] or "").split(",")))
        for found in re.finditer(r"^([\w.-]+)(?:\[([\w,-]+)\])?==", (ROOT / lock).read_text(), re.MULTILINE)
    }
    asked = {
        (needed.name.lower(), extra)
        for name in locked
        for needed in map(Requirement, requires(name) or [])
        if needed.marker is None or needed.marker.evaluate({"extra": ""})
        for extra in needed.extras
    }
    assert ("fonttools", "woff") in asked  # WeasyPrint's
    assert [(name, extra) for name, extra in sorted(asked) if extra not in locked[name]] == []


def test_a_python_without_django_is_told_what_to_do(tmp_path: Path) -> None:
    """Copied alone and run without the environment's packages, as before anything is installed."""
    shutil.copy(ROOT / "manage.py", tmp_path)
    status, said = run(sys.executable, "-S", "manage.py", "serve", folder=tmp_path)
    assert status == 1
    assert said == (
        "Django n’est pas installé pour ce Python\u00a0: faites «\u00a0python3 manage.py setup\u00a0», "
        "puis prenez .venv/bin/python."
    )


def test_pip_install_is_told_that_this_is_no_package() -> None:
    status, said = run(sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--dry-run", str(ROOT))
    assert status != 0
    assert "Tarot Club is a site that runs from its own folder, not a package" in said
