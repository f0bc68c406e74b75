"""
The Celery app, and what its workers do besides tasks.

The job row in the database is the truth; a message only saves time. Messages get lost (the file queue forgets one as
soon as it is taken). So every worker reads the rows every few seconds: it writes the heartbeat of its own jobs, and
enqueues jobs that nobody took and those whose worker died.
"""

import os
from pathlib import Path
from typing import Any

from celery import Celery, bootsteps
from kombu.transport import TRANSPORT_ALIASES

from tarot_club.collector import freeze_loaded
from tarot_club.watchdog import follow_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_club.settings")

TRANSPORT_ALIASES["files"] = "tarot_club.embedded.queue:Transport"

# A container's health is this file's age (docker/compose.yaml).
ALIVE = Path(os.environ["WORKER_ALIVE_FILE"]) if os.environ.get("WORKER_ALIVE_FILE") else None

app = Celery("tarot_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


class Steward(bootsteps.StartStopStep):
    """Checks the job rows from the worker's own timer."""

    requires = ("celery.worker.components:Timer",)

    SECONDS_BETWEEN_ROUNDS = 2.0
    SECONDS_BETWEEN_LOOKS_AT_THE_SITE = 60.0
    SECONDS_BEFORE_THE_FIRST_PURGE = 60.0  # a laptop that runs for one evening purges too
    SECONDS_BETWEEN_PURGES = 3600.0

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.timed: list[Any] = []

    def start(self, parent: Any) -> None:
        follow_parent()
        freeze_loaded()
        self.timed = [
            parent.timer.call_repeatedly(self.SECONDS_BETWEEN_ROUNDS, self.tend),
            parent.timer.call_after(self.SECONDS_BETWEEN_ROUNDS, self.look_after_site, kwargs={"backs_up": False}),
            parent.timer.call_repeatedly(self.SECONDS_BETWEEN_LOOKS_AT_THE_SITE, self.look_after_site),
            parent.timer.call_after(self.SECONDS_BEFORE_THE_FIRST_PURGE, self.purge),
            parent.timer.call_repeatedly(self.SECONDS_BETWEEN_PURGES, self.purge),
        ]

    def tend(self) -> None:
        if ALIVE is not None:
            ALIVE.touch()
        if app.tasks["tournaments.tend_jobs"].run():
            os._exit(os.EX_TEMPFAIL)  # a thread that hangs ends with its process only; who started us starts another

    def look_after_site(self, **how: bool) -> None:
        app.tasks["tarot_club.look_after_site"].run(**how)

    def purge(self) -> None:
        app.tasks["tournaments.purge"].delay()  # in a thread of its own: the timer's writes the heartbeats

    def stop(self, parent: Any) -> None:
        for timed in self.timed:
            timed.cancel()


app.steps["worker"].add(Steward)
