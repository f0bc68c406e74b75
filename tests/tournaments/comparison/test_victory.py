"""What a match brings both teams, and the tables that say it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.comparison import ImpossibleScale, VictoryRule, read_match_scale, read_scale, tidied

TABLE = "0 : 10 – 10\n10 : 14 – 6\n60 : 20 – 0"

differences = st.integers(-300, 300) | st.fractions(-300, 300, max_denominator=6)


@st.composite
def rules(draw: st.DrawFn, *, even: bool = False) -> VictoryRule:
    """Return a rule by a table, or by the result; with `even` both teams have the same sum at every step."""
    if draw(st.booleans()):
        loss, draw_, win = sorted(draw(st.tuples(*[st.integers(0, 50)] * 3)))
        return VictoryRule.of_result(2 * draw_ - loss if even else win, draw_, loss)
    steps = draw(st.lists(st.tuples(st.integers(1, 60), st.integers(0, 4), st.integers(0, 4)), max_size=12))
    since, winner, loser = 0, 48, 48
    lines = [f"{since} : {winner}"]
    for more, won, lost in steps:
        since, winner, loser = since + more, winner + won, loser - lost
        lines.append(f"{since} : {winner}" + ("" if even else f" – {loser}"))
    return VictoryRule.of_scale("\n".join(lines))


def test_a_match_brings_what_the_table_says_of_its_difference() -> None:
    rule = VictoryRule.of_scale(TABLE)
    told = {0: (10, 10), 9: (10, 10), 10: (14, 6), -10: (6, 14), 59: (14, 6), 60: (20, 0), -1000: (0, 20)}
    assert {difference: rule.points(difference) for difference in told} == told
    assert rule.points(Fraction(119, 2)) == (14, 6)
    assert rule.drawn == 10


def test_a_match_won_drawn_or_lost_brings_its_points_whatever_the_difference() -> None:
    rule = VictoryRule.of_result(2, 1, 0)
    told = {0: (1, 1), Fraction(1, 6): (2, 0), -1: (0, 2), 400: (2, 0)}
    assert {difference: rule.points(difference) for difference in told} == told


@given(rules(), differences)
def test_the_other_team_has_what_it_would_have_the_other_way_round(rule: VictoryRule, difference: Fraction) -> None:
    assert rule.points(difference) == rule.points(-difference)[::-1]


@given(rules(), differences, differences)
def test_a_larger_difference_never_brings_less(rule: VictoryRule, one: Fraction, other: Fraction) -> None:
    less, more = sorted([one, other])
    assert rule.points(less)[0] <= rule.points(more)[0]
    assert rule.points(less)[1] >= rule.points(more)[1]


@given(rules(even=True), differences)
def test_both_teams_have_the_sum_of_a_drawn_match_where_the_table_is_so(
    rule: VictoryRule, difference: Fraction
) -> None:
    assert sum(rule.points(difference)) == 2 * rule.drawn


def test_a_step_may_say_where_it_ends_and_the_loser_has_the_rest() -> None:
    steps = read_match_scale(TABLE)
    for written in (
        "de 0 à 9 : 10 – 10\nde 10 à 59 : 14 – 6\n60 et plus : 20 – 0",
        "0-9 : 10\n10-59 : 14\n60+ : 20",
        "0;10/10\n10;14/6\n60;20/0",
        "0 10-10\n\n10 14-6\n60 20-0",
    ):
        assert read_match_scale(written) == steps
        assert read_match_scale(tidied(written)) == steps
    assert read_scale("0 à 9 : 0\n10 à 29 : 1\n30 et plus : 2") == ((0, 0), (10, 1), (30, 2))
    assert read_match_scale("0 : 0\n20 : 3")[1] == (20, 3, -3)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("5 : 10\n10 : 12", "no_zero", 1),
        ("0 : 10 – 9\n10 : 12 – 8", "uneven", 1),
        ("0 à 9 : 10\n11 à 20 : 12", "gap", 2),
        ("0 à 9 : 10\n9 à 20 : 12", "not_ascending", 2),
        ("0 à 9 : 10\n10 à 5 : 12", "not_ascending", 2),
        ("0 : 10\n10 : 12\n5 : 14", "not_ascending", 3),
        ("0 à 9 : 10\n10 à 20 : 12", "open", 2),
        ("0 : 10\n10 : 9", "falling", 2),
        ("0 : 10\n10 : 12 – 8\n20 : 14 – 9", "rising", 3),
        ("0 : 10\n60 : 25", "negative", 2),
        ("0 : 10\ndix : 12", "unreadable", 2),
        ("\n".join(f"{step} : 10" for step in range(61)), "too_many", 61),
    ],
)
def test_the_first_line_that_is_wrong_is_named(text: str, code: str, line: int) -> None:
    with pytest.raises(ImpossibleScale) as caught:
        read_match_scale(text)
    assert (caught.value.code, caught.value.line) == (code, line)


def test_a_scale_of_boards_says_nothing_of_a_loser() -> None:
    with pytest.raises(ImpossibleScale) as caught:
        read_scale("0 : 0\n10 : 12 – 8")
    assert caught.value.code == "unreadable"
