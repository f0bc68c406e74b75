"""How numbers and letters are written, whatever the page."""

from fractions import Fraction

import pytest

from tournaments.text import fold, points_text, signed, unaccented


@pytest.mark.parametrize(
    ("points", "plain", "with_plus"),
    [(240, "240", "+240"), (1, "1", "+1"), (0, "0", "0"), (-1, "−1", "−1"), (-1364, "−1364", "−1364")],
)
def test_a_score_has_the_true_minus(points, plain, with_plus):
    assert (signed(points, plus=False), signed(points)) == (plain, with_plus)


@pytest.mark.parametrize(
    ("half_points", "french", "english"),
    [(0, "0", "0"), (92, "46", "46"), (81, "40,5", "40.5"), (-81, "−40,5", "−40.5"), (Fraction(81), "40,5", "40.5")],
)
def test_half_points_are_told_in_points(half_points, french, english):
    assert (points_text(half_points, "fr"), points_text(half_points, "en")) == (french, english)
    assert points_text(half_points, comma=".") == english


def test_folding_makes_one_name_of_its_spellings():
    assert {fold("D’Aubigné"), fold("d'aubigne"), fold(" D AUBIGNÉ ")} == {"d aubigne"}


@pytest.mark.parametrize(
    ("text", "whole", "split"), [("Élève ½", "Eleve ½", "Eleve 1⁄2"), ("♥\ufe0f ﬁn", "♥ ﬁn", "♥ fin")]
)
def test_accents_go_and_what_is_compatible_only_where_it_is_wanted(text, whole, split):
    assert (unaccented(text, form="NFD"), unaccented(text)) == (whole, split)
