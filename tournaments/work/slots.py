"""The jobs that a worker process runs: a limited number of each sort, and when each last reported progress."""

import time
from collections import defaultdict, deque
from collections.abc import Mapping
from threading import Lock

from tournaments.labels import DRAWS

DRAW, DOCUMENT = "draws", "documents"


def sort_of(kind: str) -> str:
    """Return the sort of a kind of job; jobs of one sort share slots. A draw takes minutes, a document seconds."""
    return DRAW if kind in DRAWS else DOCUMENT


class Slots:
    """The slots of one process; safe for several threads."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = sizes
        self._lock = Lock()
        self._sorts: dict[int, str] = {}
        self._last_progress: dict[int, float] = {}
        self._turned_away: dict[str, deque[int]] = defaultdict(deque)
        self._last_document: float | None = None

    def take(self, job_id: int, sort: str) -> bool:
        """Return True when the job gets a slot now; else remember it for the next slot that is free."""
        with self._lock:
            if job_id in self._sorts:
                return False
            if self._free(sort) <= 0:
                if job_id not in self._turned_away[sort]:
                    self._turned_away[sort].append(job_id)
                return False
            self._sorts[job_id], self._last_progress[job_id] = sort, time.monotonic()
            return True

    def give_back(self, job_id: int) -> int | None:
        """Free the slot of a job; return the job that has waited longest for it, if one did."""
        with self._lock:
            sort = self._sorts.pop(job_id, None)
            self._last_progress.pop(job_id, None)
            if sort == DOCUMENT:
                self._last_document = time.monotonic()
            return self._turned_away[sort].popleft() if sort is not None and self._turned_away[sort] else None

    def progressed(self, job_id: int) -> None:
        """Note that a job reported progress."""
        with self._lock:
            if job_id in self._last_progress:
                self._last_progress[job_id] = time.monotonic()

    def at_work(self) -> tuple[int, ...]:
        """Return the ids of the jobs that have a slot."""
        with self._lock:
            return tuple(self._sorts)

    def stuck(self, seconds: Mapping[str, float]) -> dict[int, str]:
        """Return {job id: sort} of the jobs without progress for longer than `seconds` allows their sort."""
        with self._lock:
            now = time.monotonic()
            return {job: sort for job, sort in self._sorts.items() if now - self._last_progress[job] > seconds[sort]}

    def has_rested(self, seconds: float) -> bool:
        """Return True when the last job was a document, and ended at least `seconds` ago."""
        with self._lock:
            made = self._last_document
            return made is not None and not self._sorts and time.monotonic() - made >= seconds

    def free(self) -> dict[str, int]:
        """Return how many more jobs of each sort this process can take."""
        with self._lock:
            return {sort: max(0, self._free(sort)) for sort in self.sizes}

    def _free(self, sort: str) -> int:
        return self.sizes[sort] - sum(taken == sort for taken in self._sorts.values())
