"""Where an adjusted score comes from, and how an average is rounded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import Adjusted, adjusted_score, average

pytestmark = pytest.mark.pure


def test_where_an_adjusted_score_comes_from():
    figures = {"assigned": 12, "own": [40, -10], "everybody": [100, -50, -50, 40, -10]}
    assert {basis.value: adjusted_score(basis, **figures) for basis in Adjusted} == {
        "epreuve": 6,
        "joueur": 15,
        "attribue": 12,
    }


def test_an_assigned_score_that_nobody_said_is_no_score():
    with pytest.raises(ValueError, match="assigned"):
        adjusted_score(Adjusted.ASSIGNED, assigned=None, own=[], everybody=[])


@given(st.lists(st.integers(-5_000, 5_000), max_size=12))
def test_an_average_is_the_nearest_and_a_half_goes_away_from_zero(points):
    found = average(points)
    assert average([-each for each in points]) == -found
    assert 2 * abs(found * len(points) - sum(points)) <= len(points)
