"""A job under way, followed in its row: the work reports there, and learns there that it is to end."""

import time
from collections.abc import Callable
from datetime import datetime

from tournaments.models import Job
from tournaments.seating import Monitor
from tournaments.services import jobs

SECONDS_BETWEEN_WRITES = 1.0  # a database of one file has other things to write


class JobMonitor(Monitor):
    """
    Writes the progress and the best found to the row of a job: the first report, then one a second at most.

    Raises Cancelled when somebody asked to cancel the job or another worker has taken it over. `on_report` is called at
    every report, `now` at each that is written.
    """

    def __init__(
        self,
        job: Job,
        *,
        now: Callable[[], datetime],
        on_report: Callable[[], None] = lambda: None,
        seconds_between_writes: float = SECONDS_BETWEEN_WRITES,
    ) -> None:
        self.job, self.now, self.on_report, self.between = job, now, on_report, seconds_between_writes
        self._written: float | None = None
        self._has_read = self._stop_asked = False

    def report(self, percent: int) -> None:
        self.on_report()
        moment = time.monotonic()
        if self._written is None or moment - self._written >= self.between:
            self._written, self._has_read = moment, False
            jobs.report(job=self.job, percent=percent, at=self.now())

    def found(self, repeats: int, bound: int) -> None:
        """Keep the repeats for the next report."""
        self.job.best = repeats

    def should_stop(self) -> bool:
        """Read the row, once for each report that was written."""
        if not self._has_read:
            self._has_read, self._stop_asked = True, jobs.is_stop_asked(job=self.job)
        return self._stop_asked
