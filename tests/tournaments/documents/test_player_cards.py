"""A card for each player: his whole path, in the order of the alphabet once the piles are cut."""

import importlib
import re

import pytest
from django.template.loader import render_to_string

from tests.factories import NOW, field
from tests.tournaments.documents.printing import claimed
from tests.tournaments.documents.rotations import document_of, printed, turned
from tests.tournaments.rounds import publish
from tournaments.documents.draws.player_cards import player_cards
from tournaments.documents.registry import Order
from tournaments.kit.typefaces import paper_faces
from tournaments.labels import JobKind
from tournaments.models import Player, Round, Seat, Tournament
from tournaments.seating import Monitor, WorkStage
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


# Everyday names of several words: at three a table they took three lines, of which the rule below cut the last.
COMPOUND = (
    ("TOURNIER", "Maxence"),
    ("VAN DER MEER", "Pieter"),
    ("DE LA ROCHE", "Hélène"),
    ("BARTHÉLÉMY", "Ginette"),
    ("CHARPENTIER", "Emmanuelle"),
    ("GUILLAUMOT", "Bernadette"),
    ("LEFEBVRE", "Jean-Marie"),
    ("DELAFORGE", "Christophe"),
)


@pytest.mark.parametrize("rounds", [4, 5, 6])
def test_whom_one_meets_is_read_whole_within_his_row(tournament: Tournament, rounds: int) -> None:
    """Every line of « Avec » is laid out above the rule of its row, in letters of 7.5 points, and nobody is cut."""
    people = field(tournament, len(COMPOUND))
    for entry, (last_name, first_name) in zip(people, COMPOUND, strict=True):
        Player.objects.filter(pk=entry.player_id).update(last_name=last_name, first_name=first_name, consent=True)
    turned(tournament, people, rounds=rounds)
    job = claimed(CARDS, tournament=tournament, position=None, language="fr", site="")
    (part,) = player_cards(Order(job, NOW, WorkStage(Monitor()))).parts
    library = importlib.import_module("weasyprint")
    markup = render_to_string("documents/player_cards.html", {**part.context, "tournament": tournament, "public": None})
    fonts = library.text.fonts.FontConfiguration()
    library.CSS(string=paper_faces(), font_config=fonts)
    style = library.CSS(string=render_to_string("documents/print.css"))
    (page,) = library.HTML(string=markup).render(stylesheets=[style], font_config=fonts).pages
    rows = [box for box in page._page_box.descendants() if box.element is not None and box.element_tag == "p"]
    met = [box for box in rows if box.element.get("class") == "with" and type(box).__name__ == "BlockBox"]
    assert len(met) == len(COMPOUND) * rounds
    surnames = [last_name for last_name, _first_name in COMPOUND]
    for box in met:
        last_line = box.children[-1]
        assert last_line.position_y + last_line.height <= box.content_box_y() + box.height + 0.1
        said = box.element.text
        assert "…" not in said
        assert sum(surname in said for surname in surnames) == 3
        assert all(line.style["font_size"] >= 10 for line in box.children)  # 7.5 points are 10 pixels
    assert any("Hélène" in box.element.text for box in met) == (rounds < 6)  # in two lines of a row, initials
