"""Whole rotations for tests: drawn as the worker does it, published as the organiser does."""

import uuid
from typing import Any

import pytest

from tests.factories import NOW, field
from tournaments.labels import DrawMode, WishKind
from tournaments.models import Account, Draw, Registration, SeatChange, Tournament, Wish
from tournaments.queries.draws.seating import Places, digest, places
from tournaments.seating import Remainder, drawing, search, table_numbers
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw, compute_draw, finish_draw
from tournaments.services.draws.seat_changes import swap_players
from tournaments.services.draws.wishes import add_wish
from tournaments.services.work import jobs
from tournaments.services.work.jobs import JobMonitor


def shorten_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Spare each draw its long searches for fewer repeats, and the second in which the tables are numbered so that people
    come back to one as seldom as can be. The plans are as valid.
    """
    monkeypatch.setattr(search, "ANNEAL_MOVES", 3_000)
    monkeypatch.setattr(search, "TIED_MOVES", 500)
    monkeypatch.setattr(drawing, "PRICE_MOVES", 2_000)
    monkeypatch.setattr(table_numbers, "ANNEALING_MOVES", 500)


def drawn(
    tournament: Tournament,
    by: Account,
    remainder: Remainder = Remainder.EXEMPT,
    seed: int = 1,
    mode: DrawMode = DrawMode.ROTATION,
    *,
    by_rule: bool = False,
) -> Draw:
    """Return a finished draw of all the rounds that are not begun, or of the next one when its `mode` says so."""
    asked = ask_draw(tournament=tournament, remainder=remainder, seed=seed, mode=mode, by_rule=by_rule, by=by, at=NOW)
    return done(asked)


def redrawn(
    tournament: Tournament, number: int, by: Account, remainder: Remainder = Remainder.EXEMPT, seed: int = 7
) -> Draw:
    """Return a finished draw of one round."""
    asked = ask_draw(tournament=tournament, number=number, remainder=remainder, seed=seed, by=by, at=NOW)
    return done(asked)


def published(tournament: Tournament, by: Account, players: int = 16) -> list[Registration]:
    """Publish a whole rotation for this many players and return them, by start number."""
    entries = field(tournament, players)
    publish_draw(draw=drawn(tournament, by), by=by, at=NOW)
    tournament.refresh_from_db()
    return entries


def seats_of(tournament: Tournament, number: int) -> Places:
    return places(tournament)[number]


def a_wish(tournament: Tournament, by: Account | None, kind: WishKind, *players: Registration, **said: Any) -> Wish:
    """Write down what these players asked for, as the page does."""
    return add_wish(tournament=tournament, kind=kind, players=[one.pk for one in players], by=by, at=NOW, **said)


def swap(tournament: Tournament, number: int, one: Registration, other: Registration, **changes: object) -> SeatChange:
    """Exchange two players as the page does that was shown a moment ago."""
    by = changes.pop("by", None) or Account.objects.first()
    asked = {"seen": digest(places(tournament)), "key": uuid.uuid4(), "reason": "mari et femme", "at": NOW} | changes
    return swap_players(tournament=tournament, number=number, one=one.pk, other=other.pk, by=by, **asked)


def done(asked: Draw) -> Draw:
    """Do the worker's part of a draw."""
    job = jobs.claim(job_id=asked.job_id, worker="test", at=NOW)
    assert job is not None
    assert finish_draw(job=job, result=compute_draw(job, JobMonitor(job, now=lambda: NOW)), at=NOW)
    return Draw.objects.get(pk=asked.pk)
