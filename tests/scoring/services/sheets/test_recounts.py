"""A season or a tournament is counted again from its sheets, by a job that says what differs and changes nothing."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.urls import reverse

from scoring.services.sheets.results import differences
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, logged_in
from tests.scoring.sheets import garde, record
from tests.services.calls import World, a_world
from tests.texts import words
from tournaments.labels import JobKind, JobState
from tournaments.models import Job, Seat, SeatResult, Table, Tournament
from tournaments.services.work import jobs
from tournaments.tasks import run_job

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    world = a_world()
    for table in world.tables():
        record(table, 1, world.arbiter, garde(taker=1))
    return world


def recounted(world: World) -> tuple[Client, Job]:
    organiser = logged_in(world.by)
    answer = organiser.post(reverse("recount_season", args=[world.season.pk]))
    job = Job.objects.get(kind=JobKind.RECOUNT)
    assert answer["Location"] == reverse("job", args=[job.pk])
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.season) == (JobState.DONE, world.season)
    return organiser, job


def test_what_agrees_is_told_with_how_many_figures(world: World) -> None:
    organiser, job = recounted(world)
    assert job.result == {"evenings": 1, "figures": 2 + 8 + 8, "wrong": []}
    told = words(organiser.get(reverse("job", args=[job.pk])))
    assert "18 chiffres de 1 soirée sont recomptés d’après les feuilles. Tout correspond." in told


def test_what_differs_is_told_and_stays(world: World) -> None:
    first = SeatResult.objects.order_by("pk").first()
    assert first is not None
    SeatResult.objects.filter(pk=first.pk).update(points=first.points + 1)
    organiser, job = recounted(world)
    assert len(job.result["wrong"]) == 1
    told = words(organiser.get(reverse("job", args=[job.pk])))
    assert "Tout correspond" not in told
    assert f"{first.seat.registration.player.full_name}" in told
    assert SeatResult.objects.get(pk=first.pk).points == first.points + 1


def test_a_tournament_is_recounted_when_the_last_sheet_of_a_position_is_closed(world: World) -> None:
    tables = Table.objects.order_by("number")
    Tournament.objects.update(donnes_per_round=1)
    close_sheet(table=tables[0], by=world.arbiter, at=NOW)
    assert not Job.objects.filter(kind=JobKind.RECOUNT).exists()
    close_sheet(table=tables[1], by=world.arbiter, at=NOW)
    job = Job.objects.get(kind=JobKind.RECOUNT)
    assert (job.tournament, job.about) == (world.tournament, "1")
    desk, arbiter = reverse("tournament_desk", args=[world.tournament.pk]), logged_in(world.arbiter)
    assert "d’après les feuilles" not in words(arbiter.get(desk))
    run_job(job.pk)
    assert "d’après les feuilles, après la dernière position close : 18 chiffres, tout correspond." in words(
        arbiter.get(desk)
    )


def test_its_desk_names_the_first_figure_that_differs(world: World) -> None:
    seat = Seat.objects.order_by("pk")[0]
    SeatResult.objects.filter(seat=seat).update(points=F("points") + 1)
    job = jobs.ask(kind=JobKind.RECOUNT, tournament=world.tournament, by=None, at=NOW)
    run_job(job.pk)
    told = words(logged_in(world.by).get(reverse("tournament_desk", args=[world.tournament.pk])))
    assert f"{seat.registration} : le résultat gardé est" in told
    assert "tout correspond" not in told
    assert reverse("tournament_desk", args=[world.tournament.pk]) in html(logged_in(world.by), job)


def test_a_donne_saved_while_it_recounts_makes_no_difference(world: World) -> None:
    Tournament.objects.update(donnes_per_round=2)
    table, stored_are_read = Table.objects.order_by("pk")[0], []

    def saves_between(execute: Any, sql: str, *rest: Any) -> Any:
        """Save a donne once the stored results are read, before the lines are."""
        if sql.startswith("SELECT") and 'FROM "tournaments_seatresult"' in sql:
            stored_are_read.append(sql)
        elif stored_are_read and len(stored_are_read) < 2 and 'FROM "scoring_sheetline"' in sql:
            stored_are_read.append(sql)
            record(table, 2, world.arbiter, garde(taker=2))
        return execute(sql, *rest)

    with connection.execute_wrapper(saves_between):
        assert list(differences(world.tournament)) == []
    assert table.lines.count() == 2


def html(client: Client, job: Job) -> str:
    return client.get(reverse("job", args=[job.pk])).content.decode()
