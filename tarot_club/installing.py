"""
`manage.py setup`: from a machine with nothing but Python to one that runs the club, or its tests.

Standard library only: what it installs is not there yet. `manage.py` runs this file by its path, for the package around
it needs Celery. It may be run again at any time: what is there already stays.
"""

import argparse
import ctypes.util
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
# What the environment holds: a digest of the lock and of the Python that made it.
STAMP = ENVIRONMENT / "installed.txt"
LOCKS = {False: ROOT / "requirements.txt", True: ROOT / "requirements-dev.txt"}

# What pip does not bring: text layout for the PDFs, and a browser for the tests.
FOR_PDF = ["libpango-1.0-0", "libpangoft2-1.0-0"]
FOR_TESTS = ["chromium-headless-shell"]
ELSEWHERE = {"darwin": "brew install pango"}


def main(arguments: list[str]) -> None:
    """Install what is missing and print it. Exits with a sentence when a person must do something first."""
    parser = argparse.ArgumentParser(prog="manage.py setup", description=__doc__, formatter_class=_AsWritten)
    parser.add_argument("--dev", action="store_true", help="what the tests need, too")
    dev = parser.parse_args(arguments).dev
    install_system_packages(dev=dev)
    make_environment()
    install_requirements(LOCKS[dev])
    say("Tout est installé.")


class _AsWritten(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of the description."""


def install_system_packages(*, dev: bool) -> None:
    """Install missing packages of Debian or Ubuntu; on another system, print what PDFs need."""
    if not shutil.which("apt-get"):
        if not ctypes.util.find_library("pango-1.0"):
            how = ELSEWHERE.get(sys.platform, "le paquet «\u00a0pango\u00a0» de votre système")
            say(f"Pango manque\u00a0: sans lui, tout marche sauf les PDF. À installer\u00a0: {how}.")
        return
    wanted = FOR_PDF + FOR_TESTS * dev
    if not has_venv():
        wanted.append(f"python3.{sys.version_info[1]}-venv")
    missing = [name for name in wanted if not is_installed(name)]
    if not missing:
        return
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *missing]
    steps = [["apt-get", "update"], install]
    if os.geteuid() != 0:
        if not shutil.which("sudo"):
            line = " && ".join(" ".join(step) for step in steps)
            sys.exit(
                "Il manque des paquets que seul l’administrateur de la machine peut installer. "
                f"Faites-lui taper ceci, puis recommencez\u00a0: {line}"
            )
        steps = [["sudo", *step] for step in steps]
    say(f"Installation par Debian\u00a0: {', '.join(missing)} (une à deux minutes)…")
    for step in steps:
        done = run(step, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
        if done.returncode:
            line = " ".join(step)
            sys.exit(
                f"{done.stdout}\n«\u00a0{line}\u00a0» a échoué\u00a0: lisez les lignes ci-dessus, puis recommencez."
            )


def has_venv() -> bool:
    """Return whether this Python can make an environment with pip. On Debian that needs a package."""
    return PYTHON.exists() or importlib.util.find_spec("ensurepip") is not None


def is_installed(package: str) -> bool:
    asked = run(["dpkg-query", "--show", "--showformat=${db:Status-Status}", package])
    return asked.stdout == "installed"


def make_environment() -> None:
    """Make the environment, unless a working one exists: an upgrade of the system may have removed its Python."""
    if PYTHON.exists() and run([str(PYTHON), "-m", "pip", "--version"]).returncode == 0:
        return
    say("Création de l’environnement Python dans .venv…")
    done = run([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)])
    if done.returncode:
        sys.exit(f"{done.stdout}\nL’environnement Python n’a pas pu être créé\u00a0: lisez les lignes ci-dessus.")


def install_requirements(lock: Path) -> None:
    """Install the packages of a lock file, each with its hash, unless they are installed."""
    made_by = run([str(PYTHON), "-c", "import sys; print(sys.version)"]).stdout
    digests = {path: hashlib.sha256(path.read_bytes() + made_by.encode()).hexdigest() for path in LOCKS.values()}
    there = set(STAMP.read_text().split() if STAMP.exists() else ()) & set(digests.values())
    if digests[lock] in there:
        return
    count = sum(line[:1].isalnum() for line in lock.read_text().splitlines())
    say(f"Installation de {count} paquets Python (une à trois minutes)…")
    pip = [str(PYTHON), "-m", "pip", "install", "--require-hashes", "--no-input", "-r", str(lock)]
    with subprocess.Popen(pip, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as installing:  # noqa: S603
        status, said = follow(installing, count)
    if status:
        sys.exit(f"{said}\nL’installation a échoué\u00a0: lisez les lignes ci-dessus, puis recommencez.")
    STAMP.write_text("\n".join(sorted(there | {digests[lock]})))


def follow(installing: "subprocess.Popen[str]", count: int) -> "tuple[int, str]":
    """Print the progress of pip; return its exit status and its last lines."""
    collected, last = 0, list[str]()
    for line in installing.stdout or ():
        last = [*last[-14:], line]
        if line.startswith("Collecting"):
            collected += 1
            if collected % 20 == 0:
                say(f"  {collected} sur {count}")
        elif line.startswith("Installing collected packages"):
            say("  tous sont là\u00a0; ils se rangent…")
    return installing.wait(), "".join(last)


def run(command: list[str], *, env: "dict[str, str] | None" = None) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end; `stdout` of the result has everything it printed."""
    pipe = subprocess.PIPE
    try:
        return subprocess.run(command, check=False, text=True, stdout=pipe, stderr=subprocess.STDOUT, env=env)  # noqa: S603
    except OSError as missing:
        return subprocess.CompletedProcess(command, 127, stdout=str(missing))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[2:])
