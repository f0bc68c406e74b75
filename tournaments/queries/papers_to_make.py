"""Which papers are made again once what they say has changed."""

from collections.abc import Iterable
from typing import Any

from tournaments.labels import JobState
from tournaments.models import Job


def papers_to_make(jobs: Iterable[Job], live: Iterable[Job]) -> list[Job]:
    """
    Return which of these jobs to do again after their documents were deleted: those that run now, and of the others the
    newest of each key, unless a job of that key is under way (`live`): older ones would make the same paper again.
    """
    newest: dict[tuple[Any, ...], Job] = {}
    live_keys = {_unique_key(job) for job in live}
    for job in sorted(jobs, key=lambda job: job.pk):
        if job.state == JobState.RUNNING or _unique_key(job) not in live_keys:
            newest[_unique_key(job)] = job
    return list(newest.values())


def _unique_key(job: Job) -> tuple[Any, ...]:
    """Return the key that two live jobs may not share, as the constraints of the model say."""
    return job.kind, job.tournament_id, job.season_id, job.about if job.tournament_id else ""
