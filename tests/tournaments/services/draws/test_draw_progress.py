"""What a draw tells and hears while it runs, and the sector that is too small for one."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.factories import NOW, TournamentFactory, field
from tests.refusals import refusal_of
from tests.tournaments.rotations import drawn, published, redrawn
from tournaments.labels import DrawMode, JobState, WishKind
from tournaments.models import Account, Club, Job, Seat, Table, Tournament
from tournaments.queries.draws.certificate import certificate_words
from tournaments.seating import Remainder, table_numbers
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw, compute_draw, finish_draw
from tournaments.services.draws.wishes import add_wish
from tournaments.services.results import Result, set_results
from tournaments.services.work import jobs
from tournaments.services.work.jobs import JobMonitor


class Watched(JobMonitor):
    """Writes every report, and then has its row read."""

    def __init__(self, job: Job, read: Callable[[], None]) -> None:
        super().__init__(job, now=lambda: NOW, seconds_between_writes=0)
        self.read = read

    def report(self, percent: int) -> None:
        super().report(percent)
        self.read()


def running(tournament: Tournament, by: Account, mode: DrawMode = DrawMode.ROTATION) -> Job:
    draw = ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=by, at=NOW, mode=mode)
    found = jobs.claim(job_id=draw.job_id, worker="test", at=NOW)
    assert found is not None
    return found


def test_a_search_tells_its_best_with_its_percentage(club: Club, the_organiser: Account) -> None:
    tournament = TournamentFactory(club=club, rounds_planned=8)
    field(tournament, 22)
    job = running(tournament, the_organiser)
    rows: list[int | None] = []

    def read() -> None:
        rows.append(Job.objects.values_list("best", flat=True).get())
        if len({row for row in rows if row is not None}) > 1:
            jobs.stop_early(job=job, by=the_organiser, at=NOW)

    result = compute_draw(job, Watched(job, read))
    best = [row for row in rows if row is not None]
    assert best == sorted(best, reverse=True)
    assert result["plan"]["certificate"]["repeats"] <= best[-1] < best[0]

    # Another worker that takes the job over begins from nothing.
    again = jobs.claim(job_id=job.pk, worker="another", at=NOW + timedelta(minutes=1))
    assert again is not None
    assert (again.state, again.best) == (JobState.RUNNING, None)


def test_a_look_ahead_by_standings_is_stopped_too(club: Club, the_organiser: Account) -> None:
    tournament = TournamentFactory(club=club, rounds_planned=5)
    field(tournament, 16)
    publish_draw(draw=drawn(tournament, the_organiser, mode=DrawMode.SWISS), by=the_organiser, at=NOW)
    set_results([Result(seat, 100 - seat.registration.start_number, 4) for seat in Seat.objects.all()])
    Table.objects.update(closed_at=NOW)
    job = running(tournament, the_organiser, DrawMode.SWISS)
    percents: list[int] = []

    def read() -> None:
        percents.append(Job.objects.values_list("percent", flat=True).get(pk=job.pk))
        jobs.stop_early(job=job, by=the_organiser, at=NOW)

    assert compute_draw(job, Watched(job, read))["stopped_early"]
    assert percents == sorted(percents)
    assert job.best is not None


def test_one_round_drawn_again_tells_its_best_and_is_stopped_too(
    club: Club, the_organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_numbers, "ANNEALING_MOVES", 2000)  # a step is left after the best was told
    tournament = TournamentFactory(club=club, rounds_planned=8)
    field(tournament, 12)
    publish_draw(draw=drawn(tournament, the_organiser), by=the_organiser, at=NOW)
    asked = ask_draw(tournament=tournament, number=3, remainder=Remainder.EXEMPT, seed=1, by=the_organiser, at=NOW)
    assert asked.lower_bound == 78
    job = jobs.claim(job_id=asked.job_id, worker="test", at=NOW)
    assert job is not None

    def read() -> None:
        if job.best is not None:
            jobs.stop_early(job=job, by=the_organiser, at=NOW)

    result = compute_draw(job, Watched(job, read))
    assert result["stopped_early"]
    assert result["plan"]["certificate"]["repeats"] <= job.best
    assert finish_draw(job=job, result=result, at=NOW)
    asked.refresh_from_db()
    assert "La recherche a été arrêtée avant sa fin" in certificate_words(asked)[-1]
    publish_draw(draw=asked, by=the_organiser, at=NOW)


def test_one_round_drawn_again_to_its_end_says_nothing_of_a_stop(
    tournament: Tournament, the_organiser: Account
) -> None:
    published(tournament, the_organiser)
    assert not redrawn(tournament, 3, the_organiser).stopped_early


def test_a_sector_too_small_is_called_by_its_name(tournament: Tournament, the_organiser: Account) -> None:
    hall = [one.pk for one in field(tournament, 24)]
    say = {"tournament": tournament, "kind": WishKind.SECTOR, "by": the_organiser, "at": NOW}
    refusal = refusal_of(add_wish, players=hall[:2], name="salle du bas", **say)
    assert str(refusal) == (
        "Secteur «\N{NO-BREAK SPACE}salle du bas\N{NO-BREAK SPACE}»\N{NO-BREAK SPACE}: "
        "il faut au moins 4 joueurs pour des tables de 4\N{NO-BREAK SPACE}: il y en a 2."
    )
