"""Boards compared: the figures of each method, and the laws that hold for all of them."""

from collections.abc import Iterable
from fractions import Fraction
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.comparison import HandPoints, Method, MethodRule, TableResult, compare

PAIRS = MethodRule(method=Method.MATCHPOINTS)
MEAN = MethodRule(method=Method.MEAN)
SCALE = MethodRule(
    method=Method.SCALE, scale=((Fraction(10), Fraction(1)), (Fraction(30), Fraction(2)), (Fraction(60), Fraction(4)))
)
TAKER = 1
scores = st.lists(st.integers(-30, 30).map(lambda tens: 10 * tens), min_size=1, max_size=12)


def results(*scores: int, group: int = 1, first: int = 1, taker: int | None = TAKER) -> list[TableResult]:
    """Return results of one hand, at tables from `first` on."""
    return [
        TableResult(place=place, scores={TAKER: score}, group=group, taker=taker)
        for place, score in enumerate(scores, first)
    ]


def points(listed: Iterable[TableResult], rule: MethodRule) -> list[Fraction]:
    return [hand.points for hands in compare(listed, rule).values() for hand in hands.values()]


def adjusted(share: Fraction, place: int = 99) -> TableResult:
    return TableResult(place=place, adjusted={TAKER: share})


@pytest.mark.parametrize(
    ("rule", "played", "brought"),
    [
        (PAIRS, (240, 30, 240), ["3", "0", "3"]),
        (PAIRS, (10, 10, 10, 10), ["3", "3", "3", "3"]),
        (PAIRS, (70,), ["0"]),
        (MethodRule(method=Method.MATCHPOINTS, expected=4), (240, 30, 240), ["13/3", "1/3", "13/3"]),
        (MethodRule(method=Method.MATCHPOINTS, expected=4), (75,), ["3"]),
        (MethodRule(method=Method.MATCHPOINTS, expected=2), (1, 2, 3), ["0", "2", "4"]),  # played more often than said
        (MethodRule(method=Method.MATCHPOINTS, least=3), (1, 2), ["1", "1"]),
        (MethodRule(method=Method.MATCHPOINTS, least=3), (1, 2, 3), ["0", "2", "4"]),
        (MEAN, (240, 30, 240), ["105", "-210", "105"]),
        (MEAN, (70,), ["0"]),
        (MethodRule(method=Method.MEAN, trim=1), (0, 0, 0, 100), ["0", "0", "0", "100"]),
        (MethodRule(method=Method.MEAN, trim=1), (1, 2, 30), ["-15", "-27/2", "57/2"]),  # two others, none left out
        (MethodRule(method=Method.MEAN, trim=1), (1, 2, 30, 400), ["-29", "-28", "28", "398"]),
        (MethodRule(method=Method.MEAN, least=3), (1, 2), ["0", "0"]),
        (MethodRule(method=Method.MEAN, least=3), (0, 0, 3), ["-3/2", "-3/2", "3"]),
        (SCALE, (0, 0), ["0", "0"]),
        (SCALE, (9, 0), ["0", "0"]),
        (SCALE, (10, 0), ["1", "-1"]),
        (SCALE, (0, 59), ["-2", "2"]),
        (SCALE, (500, 0), ["4", "-4"]),
    ],
)
def test_what_each_method_brings(rule: MethodRule, played: tuple[int, ...], brought: list[str]) -> None:
    assert [str(each) for each in points(results(*played), rule)] == brought


def test_a_score_is_shared_by_the_opponents_of_its_hand() -> None:
    rule = MethodRule(method=Method.MEAN, per_opponent=True)
    taken, defended = results(-90), results(-80, 40, first=2, taker=0)
    assert points(taken + defended, rule) == [-30 - Fraction(-40, 2), -80 - Fraction(10, 2), 40 - Fraction(-110, 2)]


@pytest.mark.parametrize(
    ("played", "percents"), [((5,), [60]), ((5, 9), [55, 65]), ((5, 5), [60, 60]), ((9, 5, 7), [70, 50, 60])]
)
def test_a_small_part_of_a_fouled_board_is_worth_what_the_ebu_gives_it(
    played: tuple[int, ...], percents: list[int]
) -> None:
    rule = MethodRule(method=Method.MATCHPOINTS, expected=9, small_fields=True)
    assert [hands[TAKER].percent for hands in compare(results(*played), rule).values()] == percents


@pytest.mark.parametrize(("expected", "played"), [(8, (5, 7, 9)), (12, (5, 6, 7, 8))])
def test_no_other_part_is_a_small_one(expected: int, played: tuple[int, ...]) -> None:
    rules = [MethodRule(method=Method.MATCHPOINTS, expected=expected, small_fields=small) for small in (True, False)]
    assert points(results(*played), rules[0]) == points(results(*played), rules[1])


def test_why_says_how_many_were_beaten_were_equal_and_are_ahead() -> None:
    found = compare(results(5, 9, 5, 1), PAIRS)[1][TAKER]
    assert found == HandPoints(points=Fraction(3), most=6, beaten=1, equal=1, ahead=1)
    assert found.percent == 50


def test_adjusted_is_compared_with_nothing_and_nothing_with_it() -> None:
    rule = MethodRule(method=Method.MATCHPOINTS, expected=4)
    alone, beside = points(results(5, 9), rule), points([*results(5, 9), adjusted(Fraction(3, 5))], rule)
    assert beside == [*alone, Fraction(18, 5)]
    assert compare([adjusted(Fraction(3, 5))], PAIRS)[99][TAKER] == HandPoints(points=Fraction(0), most=0)
    assert points([*results(5, 9), adjusted(Fraction(-12))], MEAN)[2] == -12
    assert points([*results(5, 9), adjusted(Fraction(-12))], SCALE)[2] == -12


def test_the_parts_of_a_fouled_board_are_compared_apart() -> None:
    parted = results(5, 9) + results(1, 100, group=2, first=3)
    assert points(parted, PAIRS) == points(results(5, 9), PAIRS) + points(results(1, 100), PAIRS)


def test_a_hand_is_compared_with_the_same_hand_alone() -> None:
    two = [TableResult(place=place, scores={0: score, 1: -score}) for place, score in enumerate((5, 9))]
    assert {place: [hands[0].points, hands[1].points] for place, hands in compare(two, PAIRS).items()} == {
        0: [0, 2],
        1: [2, 0],
    }


rules = st.sampled_from(
    [
        PAIRS,
        MEAN,
        SCALE,
        MethodRule(method=Method.MATCHPOINTS, expected=9),
        MethodRule(method=Method.MEAN, trim=2),
        MethodRule(method=Method.MEAN, per_opponent=True),
        MethodRule(method=Method.MATCHPOINTS, expected=9, small_fields=True),
        MethodRule(method=Method.MEAN, least=3),
    ]
)


@given(scores, rules, st.randoms(use_true_random=False))
def test_the_order_of_the_results_changes_nothing(played: list[int], rule: MethodRule, chance) -> None:
    listed = results(*played)
    before = compare(listed, rule)
    chance.shuffle(listed)
    assert compare(listed, rule) == before


@given(scores, st.integers(0, 15))
def test_match_points_of_a_hand_are_an_average_of_the_expected_results_less_one(
    played: list[int], expected: int
) -> None:
    rule = MethodRule(method=Method.MATCHPOINTS, expected=expected)
    assert mean(points(results(*played), rule)) == max(expected, len(played)) - 1


@given(scores, st.booleans())
def test_differences_of_a_hand_sum_to_zero(played: list[int], per_opponent: bool) -> None:
    assert sum(points(results(*played), MethodRule(method=Method.MEAN, per_opponent=per_opponent))) == 0


@given(scores, rules, st.integers(1, 50))
def test_a_better_score_never_brings_less(played: list[int], rule: MethodRule, more: int) -> None:
    before = points(results(*played), rule)[0]
    assert points(results(played[0] + more, *played[1:]), rule)[0] >= before


@given(scores, st.integers(1, 50))
def test_a_table_that_all_beat_takes_points_from_nobody(played: list[int], less: int) -> None:
    beaten_by_all = results(*played, min(played) - less)
    for rule in (PAIRS, MEAN):
        for before, after in zip(points(results(*played), rule), points(beaten_by_all, rule), strict=False):
            assert after >= before


@given(st.integers(-500, 500), rules)
def test_a_single_result_is_an_average(score: int, rule: MethodRule) -> None:
    found = compare(results(score), rule)[1][TAKER]
    average = 60 if rule.small_fields else 50
    assert (found.percent == average) if rule.method is Method.MATCHPOINTS else (found.points == 0)


@given(scores, st.integers(1, 15), st.integers(0, 3))
def test_match_points_and_differences_equal_a_count_result_by_result(
    played: list[int], expected: int, trim: int
) -> None:
    pairs = points(results(*played), MethodRule(method=Method.MATCHPOINTS, expected=expected))
    differences = points(results(*played), MethodRule(method=Method.MEAN, trim=trim))
    for own, score in enumerate(played):
        others = sorted(other for at, other in enumerate(played) if at != own)
        won = sum(2 * (score > other) + (score == other) for other in others)
        field = max(expected, len(played))
        assert pairs[own] == (won + 1) * Fraction(field, len(played)) - 1
        kept = others[trim : len(others) - trim] or others
        assert differences[own] == (score - Fraction(sum(kept), len(kept)) if kept else 0)
