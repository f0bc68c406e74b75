"""The site that things break around: two web processes and two workers on a PostgreSQL and a Redis of its own."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Protocol

from tests.docker.containers import Containers, Web
from tests.outages.relay import Relay
from tests.outages.servers import NAME, Cluster, Disk, Pooler, Proxy, Redis
from tests.tarot_club.serving import Serving, command_of, free_port, started_at, wait_until


class Site(Protocol):
    """What an evening is played on: where it is asked, and how it is put back."""

    ports: list[int]
    read_at: list[int]  # of a proxy, where there is one
    environment: dict[str, str]

    def is_up(self) -> bool: ...

    def start(self) -> None: ...

    def said(self) -> str: ...


class ManyMachines:
    """As compose.yaml scales it: `--scale web=2 --scale worker=2`, and a network between them and the database."""

    def __init__(self, stack: contextlib.ExitStack, *, is_pooled: bool) -> None:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tarot-club-outages-")))
        folder.chmod(0o755)
        self.stack, self.folder = stack, folder
        data = folder / "data"
        data.mkdir()
        self.disk = Disk(folder / "disk")
        stack.callback(self.disk.close)
        self.cluster = Cluster(self.disk.folder)
        stack.callback(self.cluster.close)
        self.redis = Redis(folder)
        stack.callback(self.redis.close)
        self.pooler = Pooler(folder / "pooler", self.cluster) if is_pooled else None
        self.relay = Relay(free_port(), self.pooler.port if self.pooler else self.cluster.port)
        stack.callback(self.relay.close)
        if self.pooler is not None:
            stack.callback(self.pooler.close)
        self.cluster.execute(f"CREATE DATABASE {NAME}")
        self.containers = stack.enter_context(
            Containers(
                data,
                self.cluster.address(NAME, self.relay.port),
                self.redis.address,
                STATIC_COLLECTED="0",
                WEB_THREADS="6",
                DATABASE_POOLED=str(int(is_pooled)),
            )
        )
        # What the judge reads the rows with: past the relay, which may be cut.
        self.environment = self.containers.environment | {
            "DATABASE_URL": self.cluster.address(NAME),
            "DATABASE_POOLED": "0",
        }
        self.past_the_pooler = {"DATABASE_URL": self.cluster.address(NAME)}
        self.workers: list[subprocess.Popen[str]] = []
        self.webs: list[Web] = []

    def begin(self) -> None:
        self.webs = [self.containers.web() for _number in range(2)]
        self.ports = [web.port for web in self.webs]
        if shutil.which("nginx") or Path("/usr/sbin/nginx").exists():
            proxy = Proxy(self.folder / "proxy", self.ports)
            self.stack.callback(proxy.close)
            self.read_at = [proxy.port]
        else:
            self.read_at = self.ports
        self.workers = [self.worker() for _number in range(2)]
        assert wait_until(self.is_up), self.said()

    def worker(self, **environment: str) -> subprocess.Popen[str]:
        """Start a worker; its webhooks reach this machine, which the product refuses to call."""
        return self.containers.start("worker", "--include", "tests.outages.loopback", **environment)

    def worker_of(self, name: str) -> int:
        """Return the place of the worker that a job names: « host-pid-random »."""
        pid = int(name.split("-")[-2])
        return next(place for place, worker in enumerate(self.workers) if worker.pid == pid)

    def kill_worker(self, place: int) -> None:
        os.killpg(self.workers[place].pid, signal.SIGKILL)
        self.workers[place].wait()

    def is_up(self) -> bool:
        return all(web.healthy() for web in self.webs)

    def kill_everything(self) -> None:
        for web in self.webs:
            web.kill()
        for place in range(len(self.workers)):
            self.kill_worker(place)
        self.redis.kill()
        self.cluster.kill()

    def start(self) -> None:
        """Start again what does not run, as an engine does; and mend the network and the disk."""
        self.disk.empty()
        self.relay.mend()
        self.cluster.start()
        if self.pooler is not None:
            self.pooler.start()
        if self.redis.process.poll() is not None:
            self.redis.start()
        for web in self.webs:
            if web.process.poll() is not None:
                web.start()
        self.workers = [worker if worker.poll() is None else self.worker() for worker in self.workers]

    def said(self) -> str:
        return self.containers.said()


class Laptop:
    """`manage.py serve`: SQLite and a file queue in one folder, on a disk that may be full."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tarot-club-outages-")))
        self.disk = Disk(folder / "disk")
        stack.callback(self.disk.close)
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        self.server = Serving(self.disk.folder / "data")
        stack.callback(self.server.__exit__)
        assert wait_until(self.is_up), self.said()
        self.ports = self.read_at = [self.server.port]
        self.environment = self.server.environment

    def is_up(self) -> bool:
        return self.server.answers()

    def forked(self) -> list[int]:
        """Return the worker and the web process, which are forked: they run the parent's command line."""
        ours = command_of(self.server.process.pid)
        forked = [pid for pid in self.server.processes() if pid != self.server.process.pid and command_of(pid) == ours]
        return sorted(forked, key=started_at)

    def kill_everything(self) -> None:
        for pid in self.server.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.server.process.wait()

    def start(self) -> None:
        """Start it again where it does not run."""
        self.disk.empty()
        if self.server.process.poll() is not None:
            self.server.start()

    def said(self) -> str:
        return self.server.said()
