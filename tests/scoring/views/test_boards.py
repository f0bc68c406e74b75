"""The pages of a board: what it gave at every table, to nobody while somebody has still to play it."""

import pytest
from django.test import Client

from scoring.labels import Outcome
from scoring.queries.boards import board_of
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, TournamentFactory
from tests.scoring.duplicates import an_evening, play, tables_of
from tests.scoring.sheets import record
from tests.texts import plain
from tournaments.models import Account, BoardDeal, Club, Tournament

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


def test_a_board_tells_each_table_and_how_each_hand_stands(
    evening: Tournament, the_organiser: Account, client: Client
) -> None:
    play(evening, 1, the_organiser)
    said = page(client, f"/tournois/{evening.pk}/etuis/2/")
    assert "Donneur Est, position 1" in said
    # Five tables: a prise, a garde made by Est, two by Sud, and one where everybody passed.
    assert said.count("Passée (personne n’a pris)") == 1
    assert "4 battus" in said
    assert "4 devant" in said
    assert "100,00 %" in said
    one, two = f"/tournois/{evening.pk}/etuis/1/", f"/tournois/{evening.pk}/etuis/2/"
    assert one in client.get(two).content.decode()
    assert two in client.get(one).content.decode()
    assert client.get(f"/tournois/{evening.pk}/etuis/99/").status_code == 404


def test_a_board_is_taken_away_as_a_file(evening: Tournament, the_organiser: Account, client: Client) -> None:
    play(evening, 1, the_organiser)
    rows = client.get(f"/tournois/{evening.pk}/etuis/2/?format=json").json()["rows"]
    assert len(rows) == 4 * 5
    assert {row[5] for row in rows} >= {0, 198}
    assert sum(row[6] for row in rows if row[3] == "Sud") == 250  # of each hand, an average of 50 a table


def test_a_board_that_was_annulled_at_a_table_is_no_result(
    evening: Tournament, the_organiser: Account, client: Client
) -> None:
    first, *_others = tables_of(evening, 1)
    record(first, 1, the_organiser, Outcome.ANNULLED)
    record(first, 2, the_organiser)
    close_sheet(table=first, by=the_organiser, at=NOW)
    play(evening, 1, the_organiser)
    assert "4 battus" not in page(client, f"/tournois/{evening.pk}/etuis/1/")
    assert "Annulée" in page(client, f"/tournois/{evening.pk}/etuis/1/")


def test_a_turned_board_is_compared_by_the_hands_that_were_held(
    evening: Tournament, the_organiser: Account, client: Client
) -> None:
    first, *_others = tables_of(evening, 1)
    record(first, 1, the_organiser, turn=1)
    record(first, 2, the_organiser)
    close_sheet(table=first, by=the_organiser, at=NOW)
    play(evening, 1, the_organiser)
    sud = first.seats.get(chair=0)
    assert sud.board_results.get(board=1).hand == 1
    assert "étui tourné d’une place" in page(client, f"/tournois/{evening.pk}/etuis/1/")


def test_the_cards_of_a_board_dealt_by_the_site_are_shown_with_it(
    evening: Tournament, the_organiser: Account, club: Club, client: Client
) -> None:
    Tournament.objects.filter(pk=evening.pk).update(board_deal=BoardDeal.objects.create(club=club, seed=7))
    play(evening, 1, the_organiser, but=1)
    assert client.get(f"/tournois/{evening.pk}/etuis/1/").status_code == 404
    play(evening, 1, the_organiser)
    told = client.get(f"/tournois/{evening.pk}/etuis/1/").content.decode()
    assert "Les jeux" in told
    assert told.count(" de pique") >= 14


def test_why_a_place_goes_down_to_each_board(evening: Tournament, the_organiser: Account, client: Client) -> None:
    play(evening, 1, the_organiser)
    said = page(client, f"/tournois/{evening.pk}/classement/1/")
    assert "Étui par étui" in said
    assert "battu" in said or "devant" in said


def test_a_board_costs_as_many_queries_however_many_tables(
    evening: Tournament, the_organiser: Account, django_assert_max_num_queries: object
) -> None:
    play(evening, 1, the_organiser)
    evening = Tournament.objects.get(pk=evening.pk)
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        assert board_of(evening, 1) is not None


def test_libre_has_no_boards(club: Club, client: Client) -> None:
    libre = TournamentFactory(club=club)
    assert client.get(f"/tournois/{libre.pk}/etuis/").status_code == 404


def test_boards_that_travel_are_read_at_the_end_with_each_position_that_played_them(
    club: Club, the_organiser: Account, client: Client
) -> None:
    evening = an_evening(club, the_organiser, boards_travel=True)
    for number in (1, 2):
        play(evening, number, the_organiser)
    assert "Les étuis voyagent" in page(client, f"/tournois/{evening.pk}/")
    assert client.get(f"/tournois/{evening.pk}/etuis/1/").status_code == 404
    assert "après la dernière position" in page(client, f"/tournois/{evening.pk}/etuis/")
    play(evening, 3, the_organiser)
    listed = page(client, f"/tournois/{evening.pk}/etuis/")
    assert ("Jeu 5" in listed, "Jeu 6" in listed) == (True, False)
    said = page(client, f"/tournois/{evening.pk}/etuis/3/")
    assert "Donneur Sud, jeu 2." in said
    assert [said.count(f"position {number}") for number in (1, 2, 3, 4)] == [1, 1, 1, 0]
    rows = client.get(f"/tournois/{evening.pk}/etuis/3/?format=json").json()["rows"]
    assert sorted({row[0] for row in rows}) == [1, 2, 3]
    assert len(rows) == 12
