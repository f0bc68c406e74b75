"""What is refused before anything of it is read."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.forms.table.records import LONGEST_ADDRESS
from tarot_club.bounds import LONGEST_QUERY, MOST_FROM_A_ROLE, MOST_FROM_ANYBODY
from tests.factories import TournamentFactory
from tests.scoring.sheets import seated
from tests.scoring.written import commented
from tournaments.models import Club
from tournaments.queries.pages.table_codes import token_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["/", "/marque/", "/cartes/rejouer/", "/comptes/login/", "/nowhere/"])
def test_an_address_beyond_all_use(client: Client, page: str) -> None:
    answer = client.get(page, {"q": "x" * LONGEST_QUERY})
    assert answer.status_code == (404 if page == "/nowhere/" else 414)


def test_programs_are_told_so_in_json(client: Client) -> None:
    answer = client.get("/api/v1/clubs/", {"page": "9" * LONGEST_QUERY})
    assert (answer.status_code, answer.json()["code"]) == (414, "refused")


def test_the_longest_address_of_a_record_is_read(client: Client) -> None:
    assert LONGEST_ADDRESS + len("releve=&pli=24") < LONGEST_QUERY
    assert client.get("/cartes/rejouer/", {"releve": "A" * LONGEST_ADDRESS}).status_code == 422


def test_strangers_send_little(client: Client) -> None:
    answer = client.post("/cartes/rejouer/", {"releve": "x" * MOST_FROM_ANYBODY})
    assert answer.status_code == 413
    assert "rien n’a été lu ni enregistré" in answer.content.decode()
    assert client.post("/cartes/rejouer/", {"releve": commented()}).status_code == 303


def test_whoever_holds_the_code_of_a_table_sends_no_more(client: Client) -> None:
    table = seated(TournamentFactory())[0]
    page = reverse("table_contest", args=[token_of(table, table.round.of_tournament)])
    assert client.post(page, {"reason": "x" * MOST_FROM_ANYBODY}).status_code == 413


def test_a_spreadsheet_is_as_big_as_the_import_says(as_organiser: Client, club: Club) -> None:
    page = f"/organisation/clubs/{club.pk}/joueurs/importer/"
    assert as_organiser.post(page, {"x": "y"}, CONTENT_LENGTH=str(MOST_FROM_A_ROLE + 1)).status_code == 413
