"""The draw in the browser: told beforehand, followed, looked at, published."""

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from tests.factories import NOW, RegistrationFactory, TournamentFactory, field
from tournaments.labels import JobKind, JobState, Status
from tournaments.models import Club, Job, Tournament
from tournaments.services import jobs
from tournaments.services.draws import compute_draw


def page(client: Client, tournament: Tournament) -> str:
    answer = client.get(reverse("draw", args=[tournament.pk]))
    assert answer.status_code == 200
    return answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def drawn(client: Client, tournament: Tournament, *, remainder: str = "exempt", seed: int = 7) -> Job:
    """Ask for a draw as the page does, and do the worker's part."""
    client.post(reverse("draw", args=[tournament.pk]), {"remainder": remainder, "seed": seed})
    job = jobs.claim(job_id=Job.objects.latest("pk").pk, worker="test", at=NOW)
    assert job is not None
    jobs.finish(job=job, result=compute_draw(job, lambda _percent: None), at=NOW)
    return job


def test_too_few_players_are_sent_to_the_check_in(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 3)
    text = page(as_organiser, tournament)
    assert "Il faut au moins 4 joueurs présents" in text
    assert reverse("registrations", args=[tournament.pk]) in text
    assert 'name="seed"' not in text


def test_each_way_to_seat_everybody_says_what_it_means(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 9)
    text = page(as_organiser, tournament)
    assert "1 table de 4, 1 table de 5 où chacun est mort à son tour" in text
    assert "2 tables de 4, 1 exempt à chaque position" in text
    assert "Tirer les tables" in text


def test_somebody_who_leaves_or_comes_after_the_draw_is_told_to_the_organiser(
    as_organiser: Client, tournament: Tournament
) -> None:
    people = field(tournament, 9)
    job = drawn(as_organiser, tournament, remainder="larger")
    as_organiser.post(reverse("publish_draw", args=[job.pk]))
    assert "Depuis ce tirage" not in page(as_organiser, tournament)

    tournament.registrations.filter(pk=people[0].pk).update(status=Status.WITHDRAWN)
    late = RegistrationFactory(tournament=tournament, start_number=10)
    text = page(as_organiser, tournament)

    assert f"ne sont pas encore placés : {late.player.full_name}" in text
    assert f"ne sont plus là : {people[0].player.full_name}" in text
    assert "Depuis ce tirage" in as_organiser.get(reverse("registrations", args=[tournament.pk])).content.decode()
    tapped = as_organiser.post(
        reverse("set_status", args=[tournament.pk, late.pk]), {"status": "retire"}, HTTP_HX_REQUEST="true"
    )
    assert late.player.full_name not in tapped.content.decode().split('id="pointage"')[1]


def test_the_next_draw_proposes_the_way_of_the_last(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 9)
    drawn(as_organiser, tournament, remainder="larger")
    form = as_organiser.get(reverse("draw", args=[tournament.pk])).context["form"]
    assert form["remainder"].value() == "larger"


def test_with_even_tables_there_is_nothing_to_choose(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 8)
    assert 'type="radio"' not in page(as_organiser, tournament)


def test_a_draw_is_followed_then_looked_at_then_published(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 16)
    here = reverse("draw", args=[tournament.pk])
    asked = as_organiser.post(here, {"remainder": "exempt", "seed": "42"})
    assert (asked.status_code, asked["Location"]) == (303, here)
    job = Job.objects.get(kind=JobKind.DRAW)
    assert job.wanted["seed"] == 42
    assert f'hx-get="{reverse("job_progress", args=[job.pk])}"' in page(as_organiser, tournament)

    claimed = jobs.claim(job_id=job.pk, worker="test", at=NOW)
    assert claimed is not None
    jobs.finish(job=claimed, result=compute_draw(claimed, lambda _percent: None), at=NOW)
    draft = page(as_organiser, tournament)
    assert "Deux joueurs ne se rencontrent jamais deux fois." in draft
    assert "Publier ce tirage" in draft
    assert 'value="43"' in draft
    assert draft.count("<details") == 5
    assert all(f"{one.player.full_name}" in draft for one in tournament.registrations.select_related("player"))
    assert tournament.rounds.count() == 0

    published = as_organiser.post(reverse("publish_draw", args=[job.pk]), follow=True)
    assert published.redirect_chain == [(here, 303)]
    assert "Le tirage est publié" in published.content.decode()
    assert tournament.rounds.count() == 5
    assert reverse("seating", args=[tournament.pk]) in page(as_organiser, tournament)


def test_somebody_came_since_the_draft_is_told(as_organiser: Client, tournament: Tournament) -> None:
    entries = field(tournament, 8)
    job = drawn(as_organiser, tournament)
    tournament.registrations.filter(pk=entries[0].pk).update(status=Status.ABSENT)
    answer = as_organiser.post(reverse("publish_draw", args=[job.pk]), follow=True)
    assert "Des joueurs sont arrivés ou partis depuis ce tirage" in answer.content.decode()
    assert tournament.rounds.count() == 0


def test_nothing_typed_is_lost_when_the_number_is_wrong(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 9)
    answer = as_organiser.post(reverse("draw", args=[tournament.pk]), {"remainder": "larger", "seed": "-3"})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert 'value="-3"' in text
    assert "checked" in text.split('value="larger"')[1].split(">")[0]
    assert not Job.objects.exists()


def test_a_failed_and_a_cancelled_draw_leave_the_form(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 8)
    job = drawn(as_organiser, tournament)
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, message="Le tirage a échoué.", result=None)
    assert "Le tirage a échoué." in page(as_organiser, tournament)
    Job.objects.filter(pk=job.pk).update(state=JobState.CANCELLED)
    text = page(as_organiser, tournament)
    assert "a été annulé" in text
    assert "Tirer les tables" in text


def test_the_worker_is_woken(
    as_organiser: Client, tournament: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    field(tournament, 8)
    with django_capture_on_commit_callbacks(execute=True):
        as_organiser.post(reverse("draw", args=[tournament.pk]), {"remainder": "exempt", "seed": "1"})
    assert Job.objects.get().state == JobState.DONE


def test_an_arbiter_does_not_draw(as_arbiter: Client, tournament: Tournament) -> None:
    assert as_arbiter.get(reverse("draw", args=[tournament.pk])).status_code == 403


def test_the_draft_costs_the_same_with_few_and_many_players(
    as_organiser: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (4, 32):
        tournament = TournamentFactory(club=club)
        field(tournament, count)
        drawn(as_organiser, tournament)
        with django_assert_num_queries(10):
            page(as_organiser, tournament)
