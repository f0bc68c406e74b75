"""A season is counted again from its sheets, by a job that says what differs and changes nothing."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import logged_in
from tests.scoring.sheets import garde, record
from tests.services.calls import World, a_world
from tests.texts import words
from tournaments.labels import JobKind, JobState
from tournaments.models import Job, SeatResult
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
