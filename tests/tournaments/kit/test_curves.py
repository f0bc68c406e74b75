"""Lines through sums: where they go on the drawing, and letters that can be told apart."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.kit.curves import APART, EDGE, LETTERS, chart

pytestmark = pytest.mark.pure
rows_of = st.integers(2, 12).flatmap(
    lambda length: st.lists(
        st.lists(st.integers(-9999, 9999), min_size=length, max_size=length), min_size=1, max_size=len(LETTERS)
    )
)


def test_a_curve_runs_from_left_to_right_with_the_highest_on_top():
    drawn = chart([[-10, 30]])

    assert drawn is not None
    (curve,) = drawn.curves
    assert (curve.points, drawn.level, curve.last) == ("12,188 628,12", 144, (628, 12))
    assert not drawn.has_letters
    assert chart([[5]]) is chart([]) is None


def test_a_curve_of_nothing_is_flat():
    drawn = chart([[0, 0]])

    assert drawn is not None
    assert drawn.curves[0].points == "12,12 628,12"


def test_a_curve_is_compared_with_a_level():
    drawn = chart([[1010, 1030]], 1000)

    assert drawn is not None
    assert (drawn.curves[0].points, drawn.level, drawn.least) == ("12,129 628,12", 188, 1000)


@given(rows_of)
def test_higher_sums_stand_higher_within_the_drawing_and_letters_stand_apart(rows: list[list[int]]):
    drawn = chart(rows)
    assert drawn is not None
    placed = [[tuple(map(int, point.split(","))) for point in curve.points.split()] for curve in drawn.curves]
    heights = [[-y for _x, y in line] for line in placed]
    by_sum = sorted(zip([points for row in rows for points in row], [y for line in heights for y in line], strict=True))
    assert [y for _points, y in by_sum] == sorted(y for _points, y in by_sum)
    assert all(EDGE <= y <= drawn.height - EDGE for line in placed for _x, y in line)
    letters = sorted(curve.letter_at for curve in drawn.curves)
    assert all(below - above >= APART for above, below in pairwise(letters)) or not drawn.has_letters
    assert letters[-1] <= drawn.height - EDGE
    assert letters[0] >= 0


def test_more_lines_than_letters_are_refused():
    with pytest.raises(ValueError, match="at most 12 lines, not 13"):
        chart([[0, 1]] * 13)
