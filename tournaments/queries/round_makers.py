"""Which published draw made each round that is in force: a round put back is of the draw that made it, not the last."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.labels import DRAWS, JobKind, JobState
from tournaments.models import Tournament


@dataclass(frozen=True)
class Maker:
    """A published draw by its job; `alone` when it drew that one round by itself."""

    job_id: int
    alone: bool


def round_makers(tournament: Tournament) -> dict[int, Maker]:
    """
    Return the draw that made each published round, by its number; two queries, whatever they drew.

    Rounds and draws are matched by when they were published. A draw of before that was kept counts from its end.
    """
    published = dict(tournament.rounds.order_by("number").values_list("number", "published_at"))
    done = tournament.jobs.filter(kind__in=DRAWS, state=JobState.DONE, result__published=True).order_by("pk")
    kept = ("pk", "kind", "wanted__begun", "wanted__rounds", "wanted__number", "ended_at", "result__published_at")
    makers: dict[int, Maker] = {}
    made_at: dict[int, datetime] = {}
    for job_id, kind, begun, rounds, number, ended, said in done.values_list(*kept):
        at = datetime.fromisoformat(said) if said else ended
        for made in _numbers(begun, rounds, number):
            if made in published and made_at.get(made, at) <= at <= published[made]:
                makers[made], made_at[made] = Maker(job_id, alone=kind == JobKind.REDRAW), at
    return makers


def _numbers(begun: int, rounds: int | None, number: int | None) -> range:
    """Return the rounds that a draw made: one by itself, or all those after the begun ones."""
    return range(begun + 1, begun + 1 + (rounds or 0)) if number is None else range(number, number + 1)
