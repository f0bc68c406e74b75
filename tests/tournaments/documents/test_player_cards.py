"""A card for each player: his whole path, in the order of the alphabet once the piles are cut."""

import re

import pytest

from tests.factories import NOW, field
from tests.tournaments.documents.rotations import document_of, printed, turned
from tests.tournaments.rounds import publish
from tournaments.labels import JobKind
from tournaments.models import Player, Round, Seat, Tournament
from tournaments.services.results import Result, set_results

CARDS = JobKind.PLAYER_CARDS


def letters(tournament: Tournament, count: int) -> list:
    people = field(tournament, count)
    for entry, letter in zip(people, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=False):
        Player.objects.filter(pk=entry.player_id).update(last_name=letter * 3, first_name="Ève")
    return people


def test_the_path_of_a_player_with_whom_he_meets(tournament: Tournament) -> None:
    turned(tournament, letters(tournament, 9), rounds=2)

    found = printed(tournament, CARDS)

    assert len(found) == 2
    assert "AAA Ève n° 1" in found[0]
    assert "1 1 Sud BBB Ève, CCC Ève, DDD Ève 2 exempt Total" in found[0]
    assert f"{tournament.name} · 21 novembre 2026 · version {tournament.revision}" in found[0]
    assert f"Fiches des joueurs · {tournament.name} · version" in found[1]


def test_the_holder_is_named_in_full_and_the_others_as_they_consented(tournament: Tournament) -> None:
    people = letters(tournament, 4)
    Player.objects.filter(pk=people[2].player_id).update(consent=False)
    publish(tournament, 1, [people])

    (page,) = printed(tournament, CARDS)

    assert "CCC Ève n° 3" in page
    assert page.count("CCC") == 1
    assert page.count("Joueur n° 3") == 3


def test_cut_in_piles_the_cards_follow_the_alphabet(tournament: Tournament) -> None:
    turned(tournament, letters(tournament, 24), rounds=1)
    places = [re.findall(r"([A-Z])\1\1 Ève n° ", page) for page in printed(tournament, CARDS)]
    assert [len(place) for place in places] == [8, 8, 8]
    assert "".join(letter for pile in zip(*places, strict=True) for letter in pile) == "ABCDEFGHIJKLMNOPQRSTUVWX"


@pytest.mark.parametrize(("rounds", "to_a_page"), [(1, 8), (6, 8), (7, 8), (12, 8), (13, 4), (30, 4)])
def test_so_many_cards_to_a_page(tournament: Tournament, rounds: int, to_a_page: int) -> None:
    turned(tournament, letters(tournament, 8), rounds=rounds)
    found = printed(tournament, CARDS)
    assert [page.count(" Ève n° ") for page in found] == [to_a_page] * (8 // to_a_page)
    assert all(f" {round_number} " in found[0] for round_number in range(1, rounds + 1))


def test_with_many_positions_numbers_stand_for_names(tournament: Tournament) -> None:
    turned(tournament, letters(tournament, 8), rounds=7)
    (page,) = printed(tournament, CARDS)
    assert "1 1 Sud n° 2, 3, 4" in page


def test_late_players_and_imported_positions_leave_a_dash_or_nothing(tournament: Tournament) -> None:
    people = letters(tournament, 5)
    publish(tournament, 1, [people[:4]])
    publish(tournament, 2, [people[1:]], people[:1])
    imported = Round.objects.create(tournament=tournament, number=3, published_at=NOW)
    set_results([Result(Seat.objects.create(round=imported, registration=people[0]), 10, donnes=4)])

    (page,) = printed(tournament, CARDS)

    assert "EEE Ève n° 5" in page
    assert "1 – 2 1 Ouest BBB Ève, CCC Ève, DDD Ève Total" in page
    assert "1 1 Sud BBB Ève, CCC Ève, DDD Ève 2 exempt Total" in page


def test_the_fifth_chair_and_four_others(tournament: Tournament) -> None:
    people = letters(tournament, 5)
    publish(tournament, 1, [people])
    (page,) = printed(tournament, CARDS)
    assert "1 1 5e AAA Ève, BBB Ève, CCC Ève, DDD Ève" in page


def test_it_speaks_the_language_asked_for(tournament: Tournament) -> None:
    turned(tournament, letters(tournament, 4), rounds=1)
    (page,) = printed(tournament, CARDS, language="en")
    assert "1 1 South BBB Ève" in page
    assert document_of(tournament, CARDS, language="en").filename.startswith("fiches-")
