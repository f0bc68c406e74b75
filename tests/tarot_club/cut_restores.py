"""
A restore cut at each of its steps, for `manage.py shell`: what the database then says is printed.

A step is whatever touches files, starts a program or sends a command to PostgreSQL's own database. Each restore is a
fork that SIGKILL ends at its step, on the database and the data folder as they are: what one cut left, the next meets.
"""

import io
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import psycopg
from django.core.management import call_command
from django.db import connections

from tournaments.models import Club, Player

TOUCHES = {"os.rename", "os.link", "os.remove", "os.mkdir", "shutil.copyfile", "sqlite3.connect", "subprocess.Popen"}


def cut_at_each_step(file: str) -> None:
    """Print the clubs and names that are read after each restore that was cut, and at last after one that was not."""
    step = 0
    while _forked(lambda step=step: _restore(file, step)):
        step += 1
        _print(step)
    _print(0)


def _restore(file: str, last: int) -> None:
    """Restore a backup, and die before the step of this number."""
    done = 0

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal done
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if writes or event in TOUCHES or event == "psycopg.execute":
            done += 1
            if done > last:
                os.kill(os.getpid(), signal.SIGKILL)

    execute = psycopg.Connection.execute

    def counted(*arguments: Any, **options: Any) -> Any:
        sys.audit("psycopg.execute")
        return execute(*arguments, **options)

    psycopg.Connection.execute = counted
    sys.addaudithook(count)
    call_command("restore", file, stdout=io.StringIO())


def _print(step: int) -> None:
    def read() -> None:
        names = Player.rows.order_by("pk").values_list("last_name", flat=True)
        print(step, *Club.objects.values_list("name", flat=True), *names, sep=" · ", flush=True)  # noqa: T201

    assert not _forked(read), "what is there can be read"


def _forked(act: Callable[[], None]) -> bool:
    """Run this in a child of its own, and return whether it was killed."""
    connections.close_all()
    child = os.fork()
    if not child:
        try:
            act()
            connections.close_all()
            os._exit(0)
        finally:  # whatever it raised is missed below
            os._exit(1)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or status == 0, "it raised"
    return os.WIFSIGNALED(status)
