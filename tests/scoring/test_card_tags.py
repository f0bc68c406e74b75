"""Cards as they are shown: a sign for the eye, a name for who listens, in both languages."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from scoring.cards import card


def shown(text: str, code: str) -> str:
    return Template("{% load cards %}" + text).render(Context({"card": card(code)}))


@pytest.mark.parametrize(
    ("code", "rank", "suit", "look"),
    [
        ("PR", "R", "♠", "black"),
        ("C10", "10", "♥", "red"),
        ("KA", "A", "♦", "red"),
        ("16", "16", "", "trump"),
        ("21", "21", "", "trump bout"),
        ("EX", "Exc.", "", "trump bout"),
    ],
)
def test_a_card_shows_its_rank_and_its_suit_and_says_what_it_is(code: str, rank: str, suit: str, look: str) -> None:
    with override("fr"):
        assert shown("{{ card|rank }}/{{ card|suit }}/{{ card|look }}", code) == f"{rank}/{suit}/{look}"


def test_a_card_is_named_in_the_language_of_the_page() -> None:
    with override("fr"):
        assert 'aria-label="roi de pique"' in shown("{% face card %}", "PR")
    with override("en"):
        assert 'aria-label="king of spades"' in shown("{% face card %}", "PR")
