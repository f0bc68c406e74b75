"""Sheets as PDFs, asked for in the browser."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.factories import AccountFactory
from tests.scoring.sheets import record, seated
from tests.tournaments.documents.printing import pages
from tournaments.models import Account, Document, Job, Table, Tournament
from tournaments.services.work import jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(tournament: Tournament, table: Table, the_arbiter: Account) -> Tournament:
    record(table, 1, the_arbiter)
    return tournament


def ask(client: Client, tournament: Tournament, language: str = "fr", **said: object):
    path = reverse("make_sheets", args=[tournament.pk])
    return client.post(path, said, headers={"accept-language": language}, follow=False)


def test_a_table_from_its_sheet(
    as_arbiter: Client, running: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    page = as_arbiter.get(reverse("sheet", args=[running.pk, 1, 1])).content.decode()
    assert f'action="{reverse("make_sheets", args=[running.pk])}"' in page
    with django_capture_on_commit_callbacks(execute=True):
        answer = ask(as_arbiter, running, position=1, table=1)
    document = Document.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, reverse("job", args=[document.job_id]))
    assert document.title == f"Feuille de la table 1, position 1 · {running.name}"
    fetched = as_arbiter.get(reverse("document", args=[document.pk]))
    assert fetched.content.startswith(b"%PDF-")
    assert "+198" in pages(document)[0]


def test_a_whole_position_from_the_documents_in_english(
    as_arbiter: Client, running: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    shown = as_arbiter.get(reverse("documents", args=[running.pk])).content.decode()
    assert '<option value="1" selected>1</option>' in shown
    with django_capture_on_commit_callbacks(execute=True):
        ask(as_arbiter, running, "en", position=1, table="")
    found = pages(Document.objects.get())
    assert ["Garde by" in page for page in found] == [True, False]


def offered(page: str) -> str:
    """Return the position whose sheets are offered first."""
    (number,) = re.findall(r'<option value="(\d)" selected>', page.split('id="id_position"')[1])
    return number


def test_the_documents_offer_the_last_position_that_was_played(as_arbiter: Client, running: Tournament) -> None:
    drawn = seated(running, tables=2, round_number=2)
    seated(running, tables=2, round_number=3)
    address = reverse("documents", args=[running.pk])
    assert offered(as_arbiter.get(address).content.decode()) == "1"
    record(drawn[0], 1, AccountFactory())
    page = as_arbiter.get(address).content.decode()
    assert offered(page) == "2"


def test_before_anything_is_played_it_is_the_first(as_arbiter: Client, tournament: Tournament) -> None:
    for number in (1, 2):
        seated(tournament, round_number=number)
    page = as_arbiter.get(reverse("documents", args=[tournament.pk])).content.decode()
    assert offered(page) == "1"


def test_a_job_that_failed_is_asked_again_for_the_same_sheet(as_arbiter: Client, running: Tournament) -> None:
    ask(as_arbiter, running, position=1, table=2)
    job = jobs.claim(job_id=Job.objects.get().pk, worker="a", at=Job.objects.get().asked_at)
    jobs.fail(job=job, message="Il manque pango.", at=job.asked_at)

    page = as_arbiter.get(reverse("job", args=[job.pk])).content.decode()

    assert f'action="{reverse("make_sheets", args=[running.pk])}"' in page
    assert '<input type="hidden" name="position" value="1">' in page
    assert '<input type="hidden" name="table" value="2">' in page


@pytest.mark.parametrize(
    "said",
    [{}, {"position": ""}, {"position": "x"}, {"position": "9" * 5000}, {"position": "0"}, {"position": "2"},
     {"position": "1", "table": "3"}, {"position": "1", "table": "-1"}, {"position": "1", "table": "²"}],
)  # fmt: skip
def test_what_cannot_be_printed_is_said_on_the_page_of_documents(
    as_arbiter: Client, running: Tournament, said: dict[str, str]
) -> None:
    answer = as_arbiter.post(reverse("make_sheets", args=[running.pk]), said, follow=True)
    assert answer.redirect_chain == [(reverse("documents", args=[running.pk]), 303)]
    assert 'role="alert"' in answer.content.decode()
    assert not Job.objects.exists()
