"""Letters that fit their room."""

import pytest
from django.utils.translation import override

from tests.factories import NOW
from tournaments.documents.composed_pages import Fitted, fitted, moment, sliced, with_initial


def test_a_short_name_takes_the_largest_letters() -> None:
    assert fitted("Huet Ève", 60, (16, 12, 8)) == Fitted("Huet Ève", 16)


def test_a_longer_one_takes_smaller_letters_before_it_takes_two_lines() -> None:
    name = "Lefebvre-Duval Jean-Marc"
    assert fitted(name, 60, (16, 12, 8)).size == 12
    assert fitted(name, 60, (16, 12, 8), height=12).size == 16


def test_two_lines_never_cut_a_word() -> None:
    """« BLONDEAU Noël » stood on a sheet as « BLONDEA / U Noël »."""
    sizes = (14, 12, 10, 8)
    alone = fitted("BLONDEAU", 18, sizes, bold=True).size
    assert fitted("BLONDEAU Noël", 18, sizes, height=12, bold=True) == Fitted("BLONDEAU Noël", alone)
    assert 8 < alone < 14


def test_what_holds_nowhere_is_cut_with_an_ellipsis() -> None:
    cut = fitted("B" * 160, 60, (16, 8))
    assert (cut.size, cut.text[-1]) == (8, "…")
    assert 10 < len(cut.text) < 60


@pytest.mark.parametrize("letters", ["W" * 12, "i" * 30, "Œuvrard", "de La Tour d’Auvergne"])
def test_bold_letters_are_never_larger(letters: str) -> None:
    sizes = (20, 16, 12, 10, 8, 6)
    assert fitted(letters, 40, sizes, bold=True).size <= fitted(letters, 40, sizes).size


def test_slices_keep_the_order_and_lose_nothing() -> None:
    assert sliced([1, 2, 3, 4, 5], 2) == [[1, 2], [3, 4], [5]]
    assert sliced([], 2) == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_moment_is_never_broken_over_two_lines(language: str) -> None:
    with override(language):
        assert len(moment(NOW).split("\N{NO-BREAK SPACE}")) > 3
        assert " " not in moment(NOW)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("PETIT Ada", ("PETIT Ada", 10)),
        ("BARTHÉLÉMY Ginette", ("BARTHÉLÉMY Ginette", 7.5)),  # two words, of which the first fills a line
        ("n° 12 BARTHÉLÉMY Ginette", ("n° 12 BARTHÉLÉMY Ginette", 7.5)),  # and three
        ("WOLFENSCHNEIDERMANN Ute", ("WOLFENSCHNEIDERMANN Ute", 7.5)),  # a word is broken before it is cut
        ("WOLFENSCHNEIDERMANN-VON HOHENSTAUFEN Ute", ("WOLFENSCHNEIDERMANN-VON HOHEN…", 7.5)),
    ],
)
def test_a_name_takes_the_lines_that_its_words_break_into(text: str, found: tuple[str, float]) -> None:
    assert fitted(text, 16.8, (10, 9, 8, 7.5), height=8.5, lines=3, bold=True) == Fitted(*found)


def test_a_size_is_written_as_a_style_writes_it() -> None:
    assert Fitted("", 7.5).points == "7.5pt"


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("DE LA ROCHE Hélène", "DE LA ROCHE H."),
        ("Joueur n°\N{NO-BREAK SPACE}8", "Joueur n°\N{NO-BREAK SPACE}8"),
        ("X", "X"),
    ],
)
def test_a_first_name_becomes_an_initial(name: str, short: str) -> None:
    assert with_initial(name) == short
