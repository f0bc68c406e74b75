"""
Ends a child process when `manage.py serve` dies.

When the parent is killed by SIGKILL, its children are not told: the web server's worker and the Celery worker would go
on and keep the port and the data. Each child watches its parent from a thread, and ends itself when the parent changes.
"""

import os
import signal
import threading
import time

PARENT_VARIABLE = "TAROT_CLUB_SERVE_PID"
SECONDS_BETWEEN_LOOKS = 0.5
SECONDS_TO_FINISH = 10


def follow_parent() -> None:
    """
    Start to watch the process of `manage.py serve`; does nothing in any other deployment.

    When the parent died while this child was starting, the first look ends the child.
    """
    parent = os.environ.get(PARENT_VARIABLE)
    if parent:
        threading.Thread(target=_watch, args=(int(parent),), name="watchdog", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os.kill(os.getpid(), signal.SIGTERM)  # a running job may finish …
    time.sleep(SECONDS_TO_FINISH)
    os.kill(os.getpid(), signal.SIGKILL)  # … within reason: the next start takes it up again
