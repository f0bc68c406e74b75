"""What stands on a table: its number, and who comes there."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.factories import field
from tests.tournaments.documents.rotations import document_of, printed, turned
from tests.tournaments.rounds import publish
from tournaments.labels import JobKind
from tournaments.models import Player, Tournament


def test_a_tent_card_has_its_number_on_both_faces(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 12))
    club = tournament.club.name.replace(" ", "")
    found = [page.replace(" ", "") for page in printed(tournament, JobKind.TENT_CARDS)]
    assert [page.count(f"Table{number}{club}") for number, page in enumerate(found, 1)] == [2, 2, 2]


def test_a_list_says_who_comes_and_where_he_goes_next(tournament: Tournament) -> None:
    people = field(tournament, 9)
    for entry, letter in zip(people, "ABCDEFGHI", strict=True):
        Player.objects.filter(pk=entry.player_id).update(last_name=letter * 3, first_name="Ève")
    turned(tournament, people, rounds=2)

    (page,) = printed(tournament, JobKind.TABLE_LISTS)

    page = page.replace("Èven°", "Ève n°")
    assert "Pos. Sud Est Nord Ouest 1 AAA Ève n° 1 → exempt BBB Ève n° 2 → table 1 S" in page
    assert "FFF Ève n° 6 → table 2 S" in page
    assert "2 BBB Ève n° 2 CCC Ève n° 3" in page
    assert f"{tournament.name} · 21 novembre 2026 · version {tournament.revision}" in page


def test_two_lists_to_a_page_and_one_when_they_are_long(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 16), rounds=13)
    assert len(printed(tournament, JobKind.TABLE_LISTS)) == 4
    tournament.rounds.filter(number=13).delete()
    assert len(printed(tournament, JobKind.TABLE_LISTS)) == 2


def test_a_fifth_chair_for_all_when_one_table_has_it(tournament: Tournament) -> None:
    people = field(tournament, 9)
    publish(tournament, 1, [people[:5], people[5:]])
    (page,) = printed(tournament, JobKind.TABLE_LISTS)
    assert page.count("Sud Est Nord Ouest 5e joueur") == 2


def test_names_are_those_of_the_public_pages(tournament: Tournament) -> None:
    people = field(tournament, 4)
    Player.objects.filter(pk=people[0].player_id).update(consent=False, last_name="Secret")
    publish(tournament, 1, [people])
    (page,) = printed(tournament, JobKind.TABLE_LISTS)
    assert "Secret" not in page
    assert "1 Joueur n° 1" in page


@pytest.mark.parametrize(("rounds", "points"), [(2, 11), (7, 9)])
def test_where_to_go_next_is_said_in_letters_that_are_read(tournament: Tournament, rounds: int, points: float) -> None:
    turned(tournament, field(tournament, 8), rounds=rounds)
    found = set()

    def look(text: str, cm: list[float], tm: list[float], _font: object, size: float) -> None:
        if "→" in text:
            found.add(round(abs(size * tm[0] * cm[0]), 1))

    content = bytes(document_of(tournament, JobKind.TABLE_LISTS).content)
    PdfReader(BytesIO(content)).pages[0].extract_text(visitor_text=look)

    assert found == {points}


def test_a_name_of_several_words_takes_two_lines_of_a_row(tournament: Tournament) -> None:
    people = field(tournament, 4)
    Player.objects.filter(pk=people[0].player_id).update(
        last_name="de La Rochefoucauld-Montbéliard", first_name="Bernadette", consent=True
    )
    turned(tournament, people, rounds=7)
    (page,) = printed(tournament, JobKind.TABLE_LISTS)
    assert page.replace("- ", "-").count("de La Rochefoucauld-Montbéliard Bernadette") == 7
