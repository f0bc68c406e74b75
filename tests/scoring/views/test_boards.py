"""The pages of a board: what it gave at every table, to nobody while somebody has still to play it."""

import pytest
from django.test import Client

from tests.scoring.duplicates import an_evening, play
from tests.texts import plain
from tournaments.models import Account, Club, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club: Club, the_organiser: Account) -> Tournament:
    return an_evening(club, the_organiser)


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return plain(answer.content.decode())


def test_a_board_is_nobodys_to_read_until_all_sheets_of_its_round_are_closed(
    evening: Tournament, the_organiser: Account, client: Client
) -> None:
    play(evening, 1, the_organiser, but=1)
    assert client.get(f"/tournois/{evening.pk}/etuis/1/").status_code == 404
    assert "Aucun étui ne se lit encore" in page(client, f"/tournois/{evening.pk}/etuis/")
    play(evening, 1, the_organiser)
    assert client.get(f"/tournois/{evening.pk}/etuis/3/").status_code == 404
    assert f"/tournois/{evening.pk}/etuis/2/" in client.get(f"/tournois/{evening.pk}/etuis/").content.decode()
