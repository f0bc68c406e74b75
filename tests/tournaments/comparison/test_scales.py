"""A scale as it is typed or pasted, and which line of it is wrong."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.comparison import ImpossibleScale, Method, MethodRule, TableResult, compare, read_scale, tidied

SCALE = "0 : 0\n10,5 : 1\n30 : 2"


def test_a_line_is_a_step_however_its_two_numbers_stand_apart() -> None:
    steps = ((0, 0), (Fraction("10.5"), 1), (30, 2))
    for written in (
        SCALE,
        "0;0\n10.5;1\n30;2",
        "0\t0\n\n10,5\t1\n30\t2\n",
        "0 0\n10,5 = 1\n30 → 2",
        "0, 0\n10.5, 1\n30, 2",
    ):
        assert read_scale(written) == steps
        assert tidied(written).replace("\N{NO-BREAK SPACE}", " ") == SCALE
    assert read_scale(" \n") == ()


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("0 : 0\ndix : 1", "unreadable", 2),
        ("0 : 0\n−10 : 1", "unreadable", 2),
        ("10", "unreadable", 1),
        ("0 : 0\n\n10 : 1\n10 : 2", "not_ascending", 4),
        ("0 : 0\n20 : 1\n10 : 2", "not_ascending", 3),
        ("0 : 0\n10 : 2\n20 : 1", "falling", 3),
        ("\n".join(f"{step} : {step}" for step in range(61)), "too_many", 61),
    ],
)
def test_the_first_line_that_is_wrong_is_named(text: str, code: str, line: int) -> None:
    with pytest.raises(ImpossibleScale) as caught:
        read_scale(text)
    assert (caught.value.code, caught.value.line) == (code, line)
    assert tidied(text) == text


@given(
    st.lists(st.tuples(st.integers(1, 300), st.integers(0, 5)), min_size=1, max_size=20),
    st.lists(st.integers(-400, 400), min_size=2, max_size=8),
)
def test_a_scale_that_is_read_never_brings_less_for_a_better_score(
    rises: list[tuple[int, int]], scores: list[int]
) -> None:
    since, points, lines = 0, 0, []
    for more, brings in rises:
        lines.append(f"{since} : {points}")
        since, points = since + more, points + brings
    rule = MethodRule(method=Method.SCALE, scale=read_scale("\n".join(lines)))
    brought = compare([TableResult(place=place, scores={0: score}) for place, score in enumerate(scores)], rule)
    ordered = [brought[place][0].points for place in sorted(range(len(scores)), key=scores.__getitem__)]
    assert ordered == sorted(ordered)
