"""Which papers are made again once what they say has changed."""

from collections.abc import Iterable
from typing import Any

from tournaments.labels import JobState
from tournaments.models import Job


def papers_to_make(jobs: Iterable[Job], live: Iterable[Job]) -> list[Job]:
    """
    Return which of these jobs are to be done again, whose documents go: those that run now, and of the others, where
    two may not be under way together, the newest, unless one waits already (`live`). The older ones would make the same
    paper once more.
    """
    newest: dict[tuple[Any, ...], Job] = {}
    taken = {_alone(job) for job in live}
    for job in sorted(jobs, key=lambda job: job.pk):
        if job.state == JobState.RUNNING or _alone(job) not in taken:
            newest[_alone(job)] = job
    return list(newest.values())


def _alone(job: Job) -> tuple[Any, ...]:
    """Return what no two live jobs have in common: the constraints of the model."""
    return job.kind, job.tournament_id, job.season_id, job.about if job.tournament_id else ""
