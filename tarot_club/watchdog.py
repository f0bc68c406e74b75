"""
A child that never outlives `manage.py serve`.

When the parent is killed with SIGKILL nothing tells its children: the web server's worker and the Celery worker would
go on, hold the port and the data. Each watches its parent from a thread and ends itself when it has changed.
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
    Start watching the process that `manage.py serve` runs in; does nothing in any other deployment.

    It may have died already, while this child was still starting: then the watch ends at its first look.
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
