"""
The Celery app, and what its workers do besides tasks.

The job row in the database is the truth; a message only wakes a worker. Messages get lost (the file queue forgets one
as soon as it is taken), so every worker looks through the rows every few seconds: it beats the heart of its own jobs,
and wakes those that nobody took and those whose worker died.
"""

import os
from typing import Any

from celery import Celery, bootsteps

from tarot_club.lifeline import follow_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_club.settings")

app = Celery("tarot_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


class Steward(bootsteps.StartStopStep):
    """Looks after the job rows from the worker's own timer."""

    requires = ("celery.worker.components:Timer",)

    SECONDS_BETWEEN_ROUNDS = 2.0

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.rounds: Any = None

    def start(self, parent: Any) -> None:
        follow_parent()
        self.rounds = parent.timer.call_repeatedly(self.SECONDS_BETWEEN_ROUNDS, self.tend, (parent,))

    def tend(self, parent: Any) -> None:
        free_hands = parent.concurrency - len(parent.state.reserved_requests)
        app.tasks["tournaments.tend_jobs"].run(free_hands=max(0, free_hands))

    def stop(self, parent: Any) -> None:
        if self.rounds is not None:
            self.rounds.cancel()


app.steps["worker"].add(Steward)
