"""Documents asked for in the browser: one job, followed by a poll that stops by itself."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.factories import NOW, ClubFactory, SeasonFactory, field, logged_in, organiser
from tests.tournaments.documents.printing import claimed, pages, played
from tournaments.labels import JobKind, JobState
from tournaments.models import Account, Club, Document, Job, Tournament
from tournaments.seating import Remainder
from tournaments.services.draws.requests import ask_draw
from tournaments.services.work import jobs


def ask(client: Client, tournament: Tournament) -> Job:
    """Press the button « Classement en PDF »; the worker does not run."""
    answer = client.post(reverse("make_ranking", args=[tournament.pk]))
    job = Job.objects.first()
    assert job is not None
    assert (answer.status_code, answer["Location"]) == (303, reverse("job", args=[job.pk]))
    return job


def poll(client: Client, job: Job) -> str:
    return client.get(reverse("job_progress", args=[job.pk]), headers={"HX-Request": "true"}).content.decode()


def test_the_ranking_is_made_by_the_worker_and_can_be_fetched(
    as_arbiter: Client, tournament: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    played(tournament, [[10], [-10]])
    with django_capture_on_commit_callbacks(execute=True):
        job = ask(as_arbiter, tournament)
    document = Document.objects.get(job=job)
    page = as_arbiter.get(reverse("job", args=[job.pk])).content.decode()
    assert reverse("document", args=[document.pk]) in page
    assert "hx-get" not in page
    fetched = as_arbiter.get(reverse("document", args=[document.pk]))
    assert fetched.content.startswith(b"%PDF-")


def test_the_league_is_made_too(
    as_organiser: Client, club: Club, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    season = SeasonFactory(club=club)
    with django_capture_on_commit_callbacks(execute=True):
        answer = as_organiser.post(reverse("make_league", args=[season.pk]))
    document = Document.objects.get()
    assert (answer.status_code, document.season) == (303, season)
    assert reverse("document", args=[document.pk]) in as_organiser.get(answer["Location"]).content.decode()


def test_a_document_speaks_the_language_of_who_asked_for_it(
    as_arbiter: Client, tournament: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    played(tournament, [[1200], [-1200]])
    titles, words = [], []
    for language in ("fr", "en-GB"):
        as_arbiter.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        with django_capture_on_commit_callbacks(execute=True):
            as_arbiter.post(reverse("make_ranking", args=[tournament.pk]))
        document = Document.objects.latest("pk")
        titles.append(document.title)
        words.append(" ".join(" ".join(pages(document)).split()))
    assert titles == [f"Classement · {tournament.name}", f"Standings · {tournament.name}"]
    assert ["Joueur" in words[0], "+1\N{NARROW NO-BREAK SPACE}200" in words[0] or "+1 200" in words[0]] == [True, True]
    assert ["Joueur" in words[1], "+1,200" in words[1]] == [False, True]


def test_two_languages_asked_at_once_are_two_jobs(as_organiser: Client, tournament: Tournament) -> None:
    french = ask(as_organiser, tournament)
    as_organiser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    as_organiser.post(reverse("make_ranking", args=[tournament.pk]))
    assert sorted(job.wanted["language"] for job in Job.objects.all()) == ["en", "fr"]
    assert french.wanted == {"language": "fr", "site": "http://testserver"}


def test_the_rankings_of_two_groups_are_two_jobs_and_one_there_is_not_is_refused(
    as_organiser: Client, tournament: Tournament, club: Club
) -> None:
    address = reverse("make_ranking", args=[tournament.pk])
    for group in ("", "dames", "dames", "jeune"):
        as_organiser.post(address, {"group": group})
    assert [job.wanted.get("group") for job in Job.objects.order_by("pk")] == [None, "dames", "jeune"]
    refused = as_organiser.post(address, {"group": "reines"}, follow=True)
    assert "Choisissez une catégorie de la liste." in refused.content.decode()
    season = SeasonFactory(club=club)
    refused = as_organiser.post(reverse("make_league", args=[season.pk]), {"group": "reines"}, follow=True)
    assert "Choisissez une catégorie de la liste." in refused.content.decode()
    assert Job.objects.count() == 3


def test_two_clicks_are_one_job(as_organiser: Client, tournament: Tournament) -> None:
    assert ask(as_organiser, tournament) == ask(as_organiser, tournament)
    assert Job.objects.count() == 1


def test_the_poll_goes_on_while_the_work_does_and_then_stops(as_organiser: Client, tournament: Tournament) -> None:
    job = claimed(JobKind.RANKING, tournament=tournament)
    jobs.report(job=job, percent=45, at=NOW)
    living = poll(as_organiser, job)
    assert f'hx-get="{reverse("job_progress", args=[job.pk])}"' in living
    assert 'value="45"' in living
    assert "hx-swap-oob" not in living
    jobs.fail(job=job, message="Il manque pango.", at=NOW)
    ended = poll(as_organiser, job)
    assert "hx-get" not in ended
    assert "Il manque pango." in ended
    assert "Relancer" in ended


def test_a_search_tells_its_best_so_far(as_organiser: Client, tournament: Tournament) -> None:
    job = claimed(JobKind.DRAW, tournament=tournament)
    jobs.report(job=job, percent=1, at=NOW)
    assert "meilleur tirage" not in poll(as_organiser, job)
    for best, words in ((6, "6 répétitions"), (1, "1 répétition"), (0, "0 répétition")):
        job.best = best
        jobs.report(job=job, percent=43, at=NOW)
        told = " ".join(poll(as_organiser, job).replace("\N{NO-BREAK SPACE}", " ").split())
        assert f"En cours : 43 % · meilleur tirage : {words} </p>" in told


def test_cancelling_and_cancelling_too_late(as_organiser: Client, tournament: Tournament) -> None:
    job = ask(as_organiser, tournament)
    as_organiser.post(reverse("cancel_job", args=[job.pk]))
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    answer = as_organiser.post(reverse("cancel_job", args=[job.pk]), follow=True)
    assert "déjà fini" in answer.content.decode()


def test_an_arbiter_does_not_stop_a_draw(as_arbiter: Client, tournament: Tournament) -> None:
    job = claimed(JobKind.DRAW, tournament=tournament)
    assert as_arbiter.post(reverse("cancel_job", args=[job.pk])).status_code == 403


def test_a_draw_is_followed_on_its_own_page(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 4)
    asked = ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=1, by=None, at=NOW)
    job = jobs.claim(job_id=asked.job_id, worker="test", at=NOW)
    here = reverse("draw", args=[tournament.pk])
    assert as_organiser.get(reverse("job", args=[job.pk]))["Location"] == here
    jobs.fail(job=job, message="Non.", at=NOW)
    progress = reverse("job_progress", args=[job.pk])
    over = as_organiser.get(progress, headers={"HX-Request": "true"})
    # It ends the asking before it leads on: a page slower than the next question would be asked for again and again.
    assert "every" not in over.content.decode()
    assert f'hx-get="{progress}?fini=1" hx-trigger="load"' in over.content.decode()
    assert "HX-Redirect" not in over
    answer = as_organiser.get(progress, {"fini": "1"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == here


@pytest.mark.parametrize("name", ["job", "job_progress"])
def test_another_clubs_organiser_sees_nothing(tournament: Tournament, name: str) -> None:
    job = claimed(JobKind.RANKING, tournament=tournament)
    stranger: Account = organiser(ClubFactory())
    client = logged_in(stranger)
    assert client.get(reverse(name, args=[job.pk])).status_code == 403
