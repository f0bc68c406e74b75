"""Asking for a paper: one job for what is one paper."""

from datetime import timedelta

import pytest

from tests.factories import NOW, field
from tests.refusals import refusal_of
from tests.tournaments.documents.rotations import turned
from tests.tournaments.monitors import Listening
from tournaments.labels import JobKind
from tournaments.models import Tournament
from tournaments.paper_labels import Paper
from tournaments.seating import Cancelled, Monitor
from tournaments.services.work import documents, jobs
from tournaments.services.work.documents import ask_print
from tournaments.services.work.jobs import JobMonitor
from tournaments.tasks import WORKS


def asked(tournament: Tournament, kind: JobKind, round_number: int | None = None, paper: Paper = Paper.A4) -> int:
    return ask_print(
        tournament=tournament, kind=kind, round_number=round_number, paper=paper, language="fr", by=None, at=NOW
    ).pk


def test_two_positions_are_two_papers_and_two_clicks_are_one(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    first = asked(tournament, JobKind.SEATING_PLAN, 1)
    assert asked(tournament, JobKind.SEATING_PLAN, 1) == first
    assert len({first, asked(tournament, JobKind.SEATING_PLAN, 2), asked(tournament, JobKind.SEATING_PLAN)}) == 3


def test_only_the_poster_asks_for_its_paper_and_only_two_for_a_position(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    assert asked(tournament, JobKind.POSTER, 1, Paper.A3) != asked(tournament, JobKind.POSTER, 1)
    assert asked(tournament, JobKind.SEATING_PLAN, 1, Paper.A3) == asked(tournament, JobKind.SEATING_PLAN, 1)
    assert asked(tournament, JobKind.PLAYER_CARDS, 1, Paper.A3) == asked(tournament, JobKind.PLAYER_CARDS)


def test_what_is_not_of_a_rotation_is_a_mistake_of_the_program(tournament: Tournament) -> None:
    with pytest.raises(ValueError, match="not printed of a rotation"):
        asked(tournament, JobKind.RANKING)


def test_a_rotation_taken_back_before_the_worker_comes_fails_with_a_sentence(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    job = jobs.claim(job_id=asked(tournament, JobKind.PLAYER_CARDS), worker="a", at=NOW)
    tournament.rounds.all().delete()
    assert refusal_of(WORKS[JobKind.PLAYER_CARDS], job, Monitor()).code == "nothing_published"


def test_cancelling_stops_between_two_pages(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    job = jobs.claim(job_id=asked(tournament, JobKind.PLAYER_CARDS), worker="a", at=NOW)
    told: list[int] = []

    def stop(percent: int) -> None:
        told.append(percent)
        if len(told) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        WORKS[JobKind.PLAYER_CARDS](job, Listening(report=stop))
    assert told == [5, 35, 95]
    assert not tournament.documents.exists()


def test_a_print_taken_over_ends_with_whoever_had_it_first_and_is_kept_once(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    first = jobs.claim(job_id=asked(tournament, JobKind.PLAYER_CARDS), worker="a", at=NOW)
    assert first is not None
    second = jobs.claim(job_id=first.pk, worker="b", at=NOW + timedelta(minutes=1))  # nothing was heard of a
    assert second is not None
    with pytest.raises(Cancelled):
        WORKS[JobKind.PLAYER_CARDS](first, JobMonitor(first, now=lambda: NOW, seconds_between_writes=0))
    assert not tournament.documents.exists()
    result = WORKS[JobKind.PLAYER_CARDS](second, JobMonitor(second, now=lambda: NOW, seconds_between_writes=0))
    assert jobs.finish(job=second, result=result, at=NOW)
    assert not jobs.finish(job=first, result=result, at=NOW)
    assert tournament.documents.count() == 1


def test_a_very_large_field_is_printed_one_position_at_a_time(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned(tournament, field(tournament, 8), rounds=2)
    monkeypatch.setattr(documents, "MOST_PLACES", 15)
    assert refusal_of(asked, tournament, JobKind.SEATING_PLAN).code == "too_many_places"
    assert asked(tournament, JobKind.SEATING_PLAN, 1)
    assert asked(tournament, JobKind.PLAYER_CARDS)
