"""What a start of the embedded server costs: from the command to the first page, and at rest. Linux only (/proc)."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

SECONDS_TO_SETTLE = 10
SECONDS_AT_REST = 10
LONGEST_START = 60
TICKS = os.sysconf("SC_CLK_TCK")


def start() -> Iterator[str]:
    """Yield a line for each figure, in French: two starts, then one server left alone."""
    baseline = _seconds_of([sys.executable, "-c", "import django"])
    yield f"  {'démarrer Python et importer Django':<56}{baseline:>9.2f} s"
    for name, arguments in (("sans démonstration", []), ("avec la démonstration", ["--demo"])):
        with tempfile.TemporaryDirectory() as folder, started(Path(folder), arguments) as (server, address):
            seconds = until_first_page(server, address)
            yield f"  {'première page, ' + name:<56}{seconds:>9.2f} s{seconds / baseline:>10.1f}×"
            if not arguments:
                yield from _at_rest(server.pid)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def started(folder: Path, arguments: list[str]) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Start the embedded server on a data folder of its own, and end it."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port), *arguments]
    server = subprocess.Popen(  # noqa: S603 - our own command
        command,
        cwd=settings.BASE_DIR,
        env=embedded(folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield server, f"http://127.0.0.1:{port}/"
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def embedded(folder: Path) -> dict[str, str]:
    """Return the environment of a club's laptop whose data are in a folder."""
    elsewhere = ("DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "DJANGO_SETTINGS_MODULE")
    own = {name: value for name, value in os.environ.items() if name not in elsewhere}
    return own | {"TAROT_CLUB_DATA": str(folder)}


def until_first_page(server: subprocess.Popen[bytes], address: str) -> float:
    began = time.perf_counter()
    while server.poll() is None and time.perf_counter() - began < LONGEST_START:
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310 - our own address
                return time.perf_counter() - began
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.02)
    raise RuntimeError("the server did not start")


def _at_rest(server: int) -> Iterator[str]:
    time.sleep(SECONDS_TO_SETTLE)
    processes = family(server)
    memory = sum(_proportional_kib(pid) for pid in processes) / 1024
    yield f"  {f'mémoire au repos, {len(processes)} processus':<56}{memory:>9.0f} Mio"
    before = sum(map(ticks, processes))
    time.sleep(SECONDS_AT_REST)
    used = (sum(map(ticks, processes)) - before) / TICKS / SECONDS_AT_REST
    yield f"  {'processeur au repos':<56}{used * 100:>9.1f} %"


def family(pid: int) -> list[int]:
    """Return a process and its children."""
    return [pid, *children(pid)]


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _proportional_kib(pid: int) -> int:
    """Return the memory of a process, what it shares counted in proportion."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def ticks(pid: int) -> int:
    """Return what a process has used of the processor, in ticks of the clock: `TICKS` a second."""
    times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(times[11]) + int(times[12])


def _seconds_of(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True)  # noqa: S603 - our own command
    return time.perf_counter() - began
