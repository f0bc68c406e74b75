"""How `manage.py serve` starts its children, the web process and the worker, and how it starts itself again."""

import multiprocessing
import os
import sys
from typing import NoReturn

# A fork shares what is loaded, and with it half of the memory. Elsewhere (macOS) the system's own libraries do not
# survive one: a child begins anew, and reads the settings anew.
METHOD = "fork" if sys.platform == "linux" else "spawn"
SERVED_AT_VARIABLE = "TAROT_CLUB_SERVED_AT"


def prepare_children(host: str, port: int) -> None:
    """Set how children are started, and write the address of this server into the environment for them."""
    os.environ[SERVED_AT_VARIABLE] = f"{host} {port}"
    multiprocessing.set_start_method(METHOD, force=True)  # the web server's own choice, too


def served_at() -> tuple[str, int] | None:
    """Return host and port of `manage.py serve`, in a child that started as a new process; else None."""
    host, _, port = os.environ.get(SERVED_AT_VARIABLE, "").partition(" ")
    return (host, int(port)) if port else None


def begin_again(**environment: str) -> NoReturn:
    """Start this command again in the same process, with these environment variables."""
    os.environ.update(environment)
    os.execv(sys.executable, sys.orig_argv)  # noqa: S606 - what was typed
