"""The laws of a league: best results, shared places, and who is out of its ranking."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import LeagueRule, add_up

SEASON = {1: {10: 120, 20: 30}, 2: {10: 40, 20: 70}, 3: {10: 40}, 4: {10: -220, 20: -10}}

seasons = st.dictionaries(
    st.integers(1, 30), st.dictionaries(st.integers(1, 8), st.integers(-30, 30), max_size=6), max_size=10
)


def test_the_worked_example():
    league = add_up(SEASON, LeagueRule(best_of=1))
    assert [(row.place, row.key, row.total, row.played) for row in league.rows] == [
        (1, 1, 120, 2),
        (2, 2, 70, 2),
        (3, 3, 40, 1),
        (4, 4, -10, 2),
    ]
    assert [sorted(row.dropped) for row in league.rows] == [[20], [10], [], [10]]
    assert league.events == (10, 20)


def test_every_event_counts_without_a_limit():
    league = add_up(SEASON, LeagueRule())
    assert [(row.place, row.key, row.total) for row in league.rows] == [
        (1, 1, 150),
        (2, 2, 110),
        (3, 3, 40),
        (4, 4, -230),
    ]


def test_equal_totals_share_a_place():
    league = add_up({1: {10: 5}, 2: {20: 5}, 3: {10: 4}}, LeagueRule())
    assert [(row.place, row.shared, row.key) for row in league.rows] == [(1, True, 1), (1, True, 2), (3, False, 3)]


def test_of_equal_results_the_earlier_key_counts():
    (row,) = add_up({1: {20: 5, 10: 5}}, LeagueRule(best_of=1)).rows
    assert row.counted == {10}


def test_whoever_played_nothing_has_no_row():
    assert add_up({1: {}}, LeagueRule()).rows == ()


def test_a_league_counts_at_least_one_result():
    with pytest.raises(ValueError, match="at least one"):
        LeagueRule(best_of=0)
    with pytest.raises(ValueError, match="at least one"):
        LeagueRule(minimum=0)


def test_who_has_too_few_evenings_is_out_once_the_league_has_as_many():
    two = add_up(SEASON, LeagueRule(minimum=3))
    assert [row.place for row in two.rows] == [1, 2, 3, 4]
    league = add_up(SEASON, LeagueRule(minimum=2))
    assert [(row.place, row.key, row.total) for row in league.rows] == [
        (1, 1, 150),
        (2, 2, 110),
        (3, 4, -230),
        (None, 3, 40),
    ]
    assert (two.required, league.required) == (1, 2)


def test_an_evening_out_of_its_ranking_is_shown_and_counts_for_nothing():
    league = add_up(SEASON, LeagueRule(best_of=1), void={1: {10}, 3: {10}})
    assert [(row.place, row.key, row.total, row.played, sorted(row.void)) for row in league.rows] == [
        (1, 2, 70, 2, []),
        (2, 1, 30, 1, [10]),
        (3, 4, -10, 2, []),
        (None, 3, 0, 0, [10]),
    ]
    assert league.rows[1].dropped == frozenset()


@given(seasons, st.integers(1, 7))
def test_no_other_choice_gives_more(results, best_of):
    for row in add_up(results, LeagueRule(best_of)).rows:
        size = min(best_of, row.played)
        assert len(row.counted) == size
        assert row.counted | row.dropped == set(row.results)
        assert row.total == sum(row.results[event] for event in row.counted)
        assert row.total == max(sum(choice) for choice in combinations(row.results.values(), size))


@given(seasons)
def test_counting_more_than_anybody_played_counts_all(results):
    assert add_up(results, LeagueRule(8)).rows == add_up(results, LeagueRule()).rows


@given(seasons, st.randoms(), st.none() | st.integers(1, 5))
def test_the_order_of_the_input_changes_nothing(results, random, best_of):
    shuffled = {
        key: dict(random.sample(sorted(results[key].items()), len(results[key])))
        for key in random.sample(sorted(results), len(results))
    }
    assert add_up(shuffled, LeagueRule(best_of)) == add_up(results, LeagueRule(best_of))
