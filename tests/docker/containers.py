"""The processes of compose.yaml, run by hand: each a child of the test, in an environment like env.example's."""

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Self

from tests.tarot_club.serving import PATIENCE, free_port

ROOT = Path(__file__).parent.parent.parent
ENTRY = ROOT / "docker" / "entrypoint.sh"
HOST = "tarot.example.org"
AS_THE_PROXY = {"Host": HOST, "X-Forwarded-Proto": "https"}


class Containers:
    """As many web processes and workers as are started, each web process on a port of its own."""

    def __init__(self, data: Path, database: str, queue: str, **environment: str) -> None:
        self.data = data
        example = (ROOT / "docker" / "env.example").read_text()
        self.environment = dict(re.findall(r"^([A-Z_]+)=(.*)$", example, flags=re.MULTILINE)) | {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(data),
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": database,
            "REDIS_URL": queue,
            "WEB_HOST": "127.0.0.1",
            "WEB_WORKERS": "1",
            "TAROT_CLUB_DATA": str(data),
            "STATIC_COLLECTED": "1",
            **environment,
        }
        assert self.environment["ALLOWED_HOSTS"] == HOST
        self.running: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        """Start a process in a group of its own, as a container is; what it says is in a log."""
        with (self.data / f"{arguments[0]}-{len(self.running)}.log").open("w") as log:
            process = subprocess.Popen(
                [ENTRY, *arguments],
                env=self.environment | environment,
                stdout=log,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        self.running.append(process)
        return process

    def web(self, **environment: str) -> "Web":
        """Start a web process."""
        return Web(self, **environment)

    def run(self, *arguments: str, **environment: str) -> str:
        answer = subprocess.run(
            [ENTRY, *arguments], check=False, env=self.environment | environment, capture_output=True, text=True
        )
        assert answer.returncode == 0, answer.stdout + answer.stderr
        return answer.stdout.strip()

    def said(self) -> str:
        return "".join(path.read_text() for path in sorted(self.data.glob("*.log")))

    def left_behind(self) -> list[int]:
        """Return the ids of the live processes that hold our data folder in their environment."""
        mark = f"TAROT_CLUB_DATA={self.data}".encode()
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    if mark in (folder / "environ").read_bytes().split(b"\0"):
                        found.append(int(folder.name))
                except OSError:
                    continue  # it ended while we looked, or is not ours to read
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        for process in self.running:
            if process.poll() is None:
                process.kill()
            process.wait()
        for pid in self.left_behind():
            os.kill(pid, signal.SIGKILL)


class Web:
    """A web process on a port of its own, which it has again each time it is started."""

    def __init__(self, containers: Containers, **environment: str) -> None:
        self.containers, self.port = containers, free_port()
        self.start(**environment)

    def start(self, **environment: str) -> None:
        self.process = self.containers.start("web", WEB_PORT=str(self.port), **environment)

    def kill(self) -> None:
        """End it as a container is killed: all of it, at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def get(self, path: str, seconds: float = PATIENCE) -> str:
        """Ask it for a page as the proxy does: the first reads every template, and a busy machine takes long."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=AS_THE_PROXY)
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            return str(answer.read().decode())

    def healthy(self) -> bool:
        try:
            return json.loads(self.get("/sante/", seconds=5))["database"] is True
        except (urllib.error.URLError, OSError):
            return False
