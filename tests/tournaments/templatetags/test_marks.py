"""Distances between totals, as people read them."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from tests.texts import plain
from tournaments.kit.text import Percent
from tournaments.standings.leagues import difference
from tournaments.templatetags.marks import apart, points_ahead


@pytest.mark.parametrize(
    ("one", "other", "told", "ahead"),
    [
        (40, 28, "à 12 points", "12 points"),
        (Fraction(1, 2), 0, "à 0,50 point", "0,50 point"),
        (Percent(56), Percent(Fraction(111, 2)), "à 0,50 %", "0,50 %"),
        (Percent(56), Percent(44), "à 12,00 %", "12,00 %"),
    ],
)
def test_a_gap_is_told_in_what_the_totals_are(one: object, other: object, told: str, ahead: str) -> None:
    with override("fr"):
        gap = difference(one, other)  # type: ignore[arg-type]
        assert (plain(apart(gap)), plain(points_ahead(gap))) == (told, ahead)
