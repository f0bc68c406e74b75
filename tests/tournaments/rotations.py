"""Whole rotations for tests: drawn as the worker does it, published as the organiser does."""

from tests.factories import NOW, field
from tournaments.labels import DrawMode
from tournaments.models import Account, Job, Registration, Tournament
from tournaments.queries.places import Places, places
from tournaments.seating import Remainder
from tournaments.services import jobs
from tournaments.services.draws import ask_draw, compute_draw, publish_draw
from tournaments.services.redraws import ask_redraw, compute_redraw


def drawn(
    tournament: Tournament,
    by: Account,
    remainder: Remainder = Remainder.EXEMPT,
    seed: int = 1,
    mode: DrawMode = DrawMode.ROTATION,
    *,
    by_rule: bool = False,
) -> Job:
    """Return a finished draw of all the rounds that are not begun, or of the next one when its `mode` says so."""
    asked = ask_draw(tournament=tournament, remainder=remainder, seed=seed, mode=mode, by_rule=by_rule, by=by, at=NOW)
    return _done(asked, compute_draw)


def redrawn(
    tournament: Tournament, number: int, by: Account, remainder: Remainder = Remainder.EXEMPT, seed: int = 7
) -> Job:
    """Return a finished draw of one round."""
    asked = ask_redraw(tournament=tournament, number=number, remainder=remainder, seed=seed, by=by, at=NOW)
    return _done(asked, compute_redraw)


def published(tournament: Tournament, by: Account, players: int = 16) -> list[Registration]:
    """Publish a whole rotation for this many players and return them, by start number."""
    entries = field(tournament, players)
    publish_draw(job=drawn(tournament, by), by=by, at=NOW)
    tournament.refresh_from_db()
    return entries


def seats_of(tournament: Tournament, number: int) -> Places:
    return places(tournament)[number]


def _done(job: Job, compute: object) -> Job:
    claimed = jobs.claim(job_id=job.pk, worker="test", at=NOW)
    assert claimed is not None
    assert jobs.finish(job=claimed, result=compute(claimed, lambda _percent: None), at=NOW)
    return Job.objects.get(pk=job.pk)
