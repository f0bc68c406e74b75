"""How words are written, whatever the sentence."""

import pytest

from scoring.marque import Problem
from scoring.marque.words import elides


@pytest.mark.parametrize(
    ("name", "elided"),
    [
        ("Est", True),
        ("ABADIE", True),
        ("Émile", True),
        ("Œdipe", True),
        ("Yves", True),
        ("Yann", False),
        ("Henri", False),
        ("Sud", False),
        ("", False),
    ],
)
def test_de_is_elided_before_a_vowel(name, elided):
    assert elides(name) is elided
    problem = Problem("chelem_announcer", "chelem", {"taker": "Sud", "player": name})
    french = problem.message("fr")
    assert f"l’annonce {'d’' if elided else 'de '}{name}." in french
    assert f"announcement by {name}." in problem.message("en")


def test_a_name_that_looks_like_a_place_in_a_text_is_left_alone():
    problem = Problem("chelem_announcer", "chelem", {"taker": "un roi de {player}", "player": "Est"})
    assert "(un roi de {player})" in problem.message("fr")
