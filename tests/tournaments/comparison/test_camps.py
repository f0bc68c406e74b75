"""Boards compared by camp: the taker apart, and three who defend as one result."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.comparison import Method, MethodRule, TableResult, compare_camps

PAIRS = MethodRule(method=Method.MATCHPOINTS)
MEAN = MethodRule(method=Method.MEAN)
takes = st.lists(st.integers(-30, 30).map(lambda tens: 30 * tens), min_size=1, max_size=10)


def taken(*scores: int, hand: int = 0, first: int = 1) -> list[TableResult]:
    """Return the results of a board taken on one hand, with these scores of the taker, at tables from `first` on."""
    return [
        TableResult(
            place=place,
            scores={one: score if one == hand else -score // 3 for one in range(4)},
            taker=hand,
        )
        for place, score in enumerate(scores, first)
    ]


def test_takers_and_defences_are_compared_apart_and_a_defence_is_one_result() -> None:
    brought = compare_camps(taken(240, -90, 150), PAIRS)
    assert [brought[place][0].points for place in (1, 2, 3)] == [4, 0, 2]
    for place, points in ((1, 0), (2, 4), (3, 2)):
        assert {brought[place][hand].points for hand in (1, 2, 3)} == {points}
        assert {brought[place][hand].most for hand in range(4)} == {4}


def test_by_difference_a_defence_loses_what_the_taker_wins() -> None:
    brought = compare_camps(taken(240, -90, 150), MEAN)
    assert [brought[place][0].points for place in (1, 2, 3)] == [210, -285, 75]
    assert [brought[place][2].points for place in (1, 2, 3)] == [-210, 285, -75]


@given(takes)
def test_both_camps_of_a_table_share_what_there_is(scores: list[int]) -> None:
    for hands in compare_camps(taken(*scores), PAIRS).values():
        assert hands[0].points + hands[1].points == (hands[0].most or 0)
    for hands in compare_camps(taken(*scores), MEAN).values():
        assert hands[0].points == -hands[3].points


@given(takes, st.randoms())
def test_the_order_of_tables_changes_nothing(scores: list[int], rng: object) -> None:
    results = taken(*scores)
    mixed = list(results)
    rng.shuffle(mixed)  # type: ignore[attr-defined]
    assert compare_camps(results, PAIRS) == compare_camps(mixed, PAIRS)


def test_who_held_another_hand_because_the_etui_lay_turned_is_compared_with_nobody() -> None:
    brought = compare_camps([*taken(240, 150), *taken(-90, hand=1, first=3)], MEAN)
    assert [brought[place][0].points for place in (1, 2)] == [90, -90]
    assert {hand.points for hand in brought[3].values()} == {0}


@pytest.mark.parametrize("hands", [{2: Fraction(60, 100)}, dict.fromkeys((1, 2, 3), Fraction(60, 100))])
def test_what_is_adjusted_for_one_who_defends_stands_for_all_three(hands: dict[int, Fraction]) -> None:
    (first, *others) = taken(240, 150, 90)
    scores = {hand: score for hand, score in first.scores.items() if hand not in hands}
    ruled = TableResult(place=1, scores=scores, adjusted=hands, taker=0)
    brought = compare_camps([ruled, *others], PAIRS)
    assert {brought[1][hand].percent for hand in (1, 2, 3)} == {60}
    assert brought[1][0].points == 4
    assert [brought[place][1].points for place in (2, 3)] == [0, 2]


def test_a_result_that_is_only_adjusted_has_no_taker_and_sud_takes() -> None:
    ruled = TableResult(place=9, adjusted={0: Fraction(40, 100), 1: Fraction(60, 100), 2: Fraction(60, 100)})
    brought = compare_camps([ruled, *taken(30, 60)], PAIRS)[9]
    assert [brought[hand].percent for hand in range(3)] == [40, 60, 60]
