"""Articles and mistakes are found by the words in them."""

import pytest

from scoring.rulebook import found, rulebook

BOOK = rulebook("fr")


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Petit SEC", {"r3a", "c7", "c8", "f1"}),
        ("petit séc", {"r3a", "c7", "c8", "f1"}),
        ("R25", {"r25"}),
        ("coupé droite", {"r21"}),
        ("battre COUPÉR", {"r3c"}),
        ("as de trefle", {"r3b"}),
        ("l'avant-dernier", {"r11"}),
        ("l’avant-dernier", {"r11"}),
        ("belote", set()),
    ],
)
def test_articles_are_found_by_all_the_words_in_them(asked: str, expected: set[str]) -> None:
    assert found(BOOK, asked) == expected


def test_nothing_asked_is_everything_found() -> None:
    assert found(BOOK, "  ") == {
        *(entry.anchor for entry in BOOK.entries),
        *(slip.anchor for slips in BOOK.slips for slip in slips.slips),
    }
