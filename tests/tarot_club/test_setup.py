"""`manage.py setup` on a Debian with nothing but Python: both commands of the README begin with it."""

import os
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tarot_club.serving import ROOT, free_port, wait_until

SUITE = "bookworm"  # the oldest Debian whose Python may run the club
# What a machine of one's own needs to reach the registries as this one does.
AS_HERE = ("/etc/resolv.conf", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
PATHS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
INSIDE = """
mount --bind /proc "$0/proc" && mount --rbind /dev "$0/dev" && cd "$0" && exec chroot "$0" "$@"
"""


def lines_of_the_readme(mark: str) -> str:
    found = re.search(rf"<!-- {mark} -->\n```sh\n(.+)\n```", (ROOT / "README.md").read_text("utf-8"))
    assert found is not None, mark
    return found[1]


def test_both_commands_are_one_line_that_begins_with_setup() -> None:
    assert lines_of_the_readme("serve") == "python3 manage.py setup && .venv/bin/python manage.py serve --demo"
    assert lines_of_the_readme("test") == "python3 manage.py setup --dev && .venv/bin/pytest"
    ours = (ROOT / ".ci" / "run").read_text("utf-8")  # runs the second as it stands there
    assert "test_line=$(readme_line test)" in ours
    assert 'bash -euc "$test_line"' in ours


class Machine:
    """A folder with a Debian of its own, in which commands run as on a machine."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.environment = {
            name: value for name, value in os.environ.items() if name.startswith("PIP_") or name.endswith("_proxy")
        } | {"PATH": PATHS, "HOME": "/tmp"}

    def start(self, command: str, *, as_root: bool = True) -> subprocess.Popen[str]:
        who = [] if as_root else ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        return subprocess.Popen(
            ["unshare", "--mount", "sh", "-c", INSIDE, str(self.root), *who, "sh", "-c", f"cd /srv/club && {command}"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, command: str, *, as_root: bool = True) -> tuple[int, str, float]:
        """Return how a command ended, what it said, and its seconds."""
        began = time.monotonic()
        said, _ = (process := self.start(command, as_root=as_root)).communicate(timeout=900)
        return process.returncode, said, time.monotonic() - began


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        pytest.skip(
            "a machine with nothing but Python needs root and debootstrap: the first command is not proved on it"
        )
    root = tmp_path_factory.mktemp("bare") / "root"
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", "--include=python3,ca-certificates", SUITE, str(root)],
        check=False,
        capture_output=True,
        text=True,
    )
    if made.returncode:
        pytest.skip("no Debian can be fetched here: the first command is not proved on a bare machine")
    for path in map(Path, AS_HERE):
        if path.exists():
            shutil.copy(path, root / path.relative_to("/"))
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    ours = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, ours.split("\0")):
        (root / "srv" / "club" / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, root / "srv" / "club" / name)
    subprocess.run(["chmod", "--recursive", "a+rX", root / "srv"], check=True)
    yield Machine(root)
    shutil.rmtree(root, ignore_errors=True)


@pytest.mark.product
@pytest.mark.slow
@pytest.mark.checks
@pytest.mark.xdist_group("bare machine")
def test_a_machine_with_nothing_but_python_runs_the_club(machine: Machine) -> None:
    status, said, _seconds = machine.run("python3 manage.py setup", as_root=False)
    assert status == 1
    assert said.startswith("Il manque des paquets que seul l’administrateur de la machine peut installer.")
    assert said.endswith(
        "apt-get install --yes --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 python3.11-venv\n"
    )

    status, said, _seconds = machine.run("python3 manage.py setup")
    assert (status, said.splitlines()[-1]) == (0, "Tout est installé."), said
    assert said.startswith("Installation par Debian\u00a0: libpango-1.0-0, libpangoft2-1.0-0, python3.11-venv ")
    assert "Installation de 7" in said  # how many packages, and then how far it is

    status, said, seconds = machine.run("python3 manage.py setup")
    assert (status, said) == (0, "Tout est installé.\n")
    assert seconds < 10  # a second on a quiet machine: nothing is asked of a registry

    port = free_port()
    server = machine.start(f"exec .venv/bin/python manage.py serve --host 127.0.0.1 --port {port}")
    try:
        assert wait_until(lambda: answers(port) or server.poll() is not None)
        assert answers(port)
    finally:
        server.terminate()
        said = server.communicate(timeout=60)[0]
    assert "Les PDF ne pourront pas" not in said, said


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as page:
            return bool(page.status == 200)
    except OSError:
        return False
