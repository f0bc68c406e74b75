"""The laws of a league: best results, shared places, and who is out of its ranking."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.events import results_of
from tournaments.standings import (
    Adds,
    Brings,
    LeagueRule,
    LeagueTie,
    add_up,
    club_table,
    rule_of,
    running_totals,
)
from tournaments.standings.leagues import FEWEST_TOGETHER

SEASON = {1: {10: 120, 20: 30}, 2: {10: 40, 20: 70}, 3: {10: 40}, 4: {10: -220, 20: -10}}

seasons = st.dictionaries(
    st.integers(1, 30), st.dictionaries(st.integers(1, 8), st.integers(-30, 30), max_size=6), max_size=10
)


def test_the_worked_example():
    league = add_up(results_of(SEASON), LeagueRule(best_of=1))
    assert [(row.place, row.key, row.total, row.played) for row in league.rows] == [
        (1, 1, 120, 2),
        (2, 2, 70, 2),
        (3, 3, 40, 1),
        (4, 4, -10, 2),
    ]
    assert [sorted(row.dropped) for row in league.rows] == [[20], [10], [], [10]]
    assert league.events == (10, 20)


def test_every_event_counts_without_a_limit():
    league = add_up(results_of(SEASON), LeagueRule())
    assert [(row.place, row.key, row.total) for row in league.rows] == [
        (1, 1, 150),
        (2, 2, 110),
        (3, 3, 40),
        (4, 4, -230),
    ]


def test_equal_totals_share_a_place():
    league = add_up(results_of({1: {10: 5}, 2: {20: 5}, 3: {10: 4}}), LeagueRule())
    assert [(row.place, row.shared, row.key) for row in league.rows] == [(1, True, 1), (1, True, 2), (3, False, 3)]


def test_of_equal_results_the_earlier_key_counts():
    (row,) = add_up(results_of({1: {20: 5, 10: 5}}), LeagueRule(best_of=1)).rows
    assert row.counted == {10}


def test_whoever_played_nothing_has_no_row():
    assert add_up(results_of({1: {}}), LeagueRule()).rows == ()


def test_a_league_counts_at_least_one_result():
    with pytest.raises(ValueError, match="from 1 to"):
        LeagueRule(best_of=0)
    with pytest.raises(ValueError, match="from 1 to"):
        LeagueRule(minimum=0)


def test_who_has_too_few_evenings_is_out_once_the_league_has_as_many():
    two = add_up(results_of(SEASON), LeagueRule(minimum=3))
    assert [row.place for row in two.rows] == [1, 2, 3, 4]
    league = add_up(results_of(SEASON), LeagueRule(minimum=2))
    assert [(row.place, row.key, row.total) for row in league.rows] == [
        (1, 1, 150),
        (2, 2, 110),
        (3, 4, -230),
        (None, 3, 40),
    ]
    assert (two.required, league.required) == (1, 2)


def test_an_evening_out_of_its_ranking_is_shown_and_counts_for_nothing():
    league = add_up(results_of(SEASON, {1: {10}, 3: {10}}), LeagueRule(best_of=1))
    assert [(row.place, row.key, row.total, row.played, sorted(row.void)) for row in league.rows] == [
        (1, 2, 70, 2, []),
        (2, 1, 30, 1, [10]),
        (3, 4, -10, 2, []),
        (None, 3, 0, 0, [10]),
    ]
    assert league.rows[1].dropped == frozenset()


@given(seasons, st.integers(1, 7))
def test_no_other_choice_gives_more(results, best_of):
    for row in add_up(results_of(results), LeagueRule(best_of=best_of)).rows:
        size = min(best_of, row.played)
        assert len(row.counted) == size
        assert row.counted | row.dropped == set(row.results)
        assert row.total == sum(row.results[event] for event in row.counted)
        assert row.total == max(sum(choice) for choice in combinations(row.results.values(), size))


@given(seasons)
def test_counting_more_than_anybody_played_counts_all(results):
    assert add_up(results_of(results), LeagueRule(best_of=8)).rows == add_up(results_of(results), LeagueRule()).rows


@given(seasons, st.randoms(), st.none() | st.integers(1, 5))
def test_the_order_of_the_input_changes_nothing(results, random, best_of):
    shuffled = {
        key: dict(random.sample(sorted(results[key].items()), len(results[key])))
        for key in random.sample(sorted(results), len(results))
    }
    assert add_up(results_of(shuffled), LeagueRule(best_of=best_of)) == add_up(
        results_of(results), LeagueRule(best_of=best_of)
    )


rules = st.builds(
    LeagueRule,
    brings=st.sampled_from(Brings),
    table=st.lists(st.integers(1, 30), min_size=1, max_size=6).map(lambda points: tuple(sorted(points, reverse=True))),
    after_table=st.integers(0, 1),
    adds=st.sampled_from(Adds),
    best_of=st.none() | st.integers(1, 6),
    drops=st.integers(0, 4),
    minimum=st.none() | st.integers(1, 4),
    bonus=st.integers(0, 20),
    ties=st.permutations(LeagueTie).flatmap(lambda ties: st.integers(0, 4).map(lambda most: tuple(ties[:most]))),
    club_best=st.none() | st.integers(1, 3),
    qualified=st.integers(0, 6),
    carries=st.booleans(),
    starts_on=st.none() | st.dates(),
    only_chosen=st.booleans(),
    weights=st.dictionaries(st.integers(1, 8), st.integers(0, 300)).map(lambda weights: tuple(sorted(weights.items()))),
)


@given(rules)
def test_a_rule_is_read_as_it_was_stored(rule):
    assert rule_of(json.loads(json.dumps(rule.data))) == rule


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"version": 2}, "version 2"),
        ({}, "version None"),
        ({"version": 1, "wins": 3}, "says nothing of wins"),
        ({"version": 1, "brings": "table"}, "need a table"),
        ({"version": 1, "table": [1, 2]}, "never brings more"),
        ({"version": 1, "table": [1], "after_table": 2}, "never brings more"),
        ({"version": 1, "ties": ["wins", "wins"]}, "asked once"),
        ({"version": 1, "bonus": -1}, "at most"),
        ({"version": 1, "starts_on": "2027-01-01", "ends_on": "2026-12-31"}, "ends after it starts"),
        ({"version": 1, "weights": [[1, 1001]]}, "from 0 to 1000"),
        ({"version": 1, "weights": [[1, -1]]}, "from 0 to 1000"),
        ({"version": 1, "weights": [[2, 50], [1, 50]]}, "in the order"),
        ({"version": 1, "weights": [[1, 50], [1, 50]]}, "each once"),
    ],
)
def test_a_rule_that_is_none_is_refused(data, said):
    with pytest.raises(ValueError, match=said):
        rule_of(data)


@given(seasons, rules, st.randoms())
def test_the_order_of_events_and_players_does_not_matter(points, rule, random):
    shuffled = {
        key: dict(random.sample(sorted(points[key].items()), len(points[key])))
        for key in random.sample(sorted(points), len(points))
    }
    assert add_up(results_of(shuffled), rule) == add_up(results_of(points), rule)


@given(seasons, rules)
def test_the_best_results_are_never_below_others(points, rule):
    """Of sums whatever the weights; of averages where all results count alike."""
    if rule.adds is Adds.AVERAGE:
        rule = replace(rule, weights=(), only_chosen=False)
    for row in add_up(results_of(points), rule).rows:
        others = set(row.results) - row.void
        assert len(row.counted) == min(
            rule.counting(len({e for of in points.values() for e in of if rule.weight_of(e)})), len(others)
        )
        for choice in combinations(sorted(others), len(row.counted)):
            assert row.total >= rule.made_of({event: row.results[event] for event in choice}) + row.bonus


@given(seasons, rules)
def test_a_worse_place_never_brings_more(points, rule):
    results = results_of(points)
    table = add_up(results, rule)
    brought = {row.key: row.results for row in table.rows}
    for event in table.events:
        ranked = sorted(
            (of_him[event].place, brought[key][event]) for key, of_him in results.items() if event in of_him
        )
        assert all(better[1] >= worse[1] for better, worse in pairwise(ranked) if better[0] < worse[0])


@given(seasons, rules, st.integers(1, 8), st.integers(1, 30), st.integers(-30, 30))
def test_a_result_more_never_lowers_a_sum_of_places(points, rule, event, player, scored):
    """Who comes once more loses nothing by it, where no result is negative and nothing is dropped by number."""
    rule = replace(rule, brings=Brings.TABLE, adds=Adds.SUM, drops=0)
    before = {row.key: row.total for row in add_up(results_of(points), rule).rows}
    if event in points.get(player, {}) or player not in before:
        return
    more = points | {player: points[player] | {event: scored}}
    assert {row.key: row.total for row in add_up(results_of(more), rule).rows}[player] >= before[player]


@given(seasons, rules)
def test_places_follow_totals_then_the_criteria(points, rule):
    ranked = [row for row in add_up(results_of(points), rule).rows if row.place is not None]
    for row in ranked:
        ahead = [other for other in ranked if (other.total, *other.ties) > (row.total, *row.ties)]
        same = [other for other in ranked if (other.total, *other.ties) == (row.total, *row.ties)]
        assert (row.place, row.shared) == (1 + len(ahead), len(same) > 1)
    assert [row.place for row in ranked] == sorted(row.place for row in ranked)


def test_points_by_place_from_a_table_and_by_the_number_of_players():
    by_table = LeagueRule(brings=Brings.TABLE, table=(10, 6), after_table=1, bonus=2)
    rows = {row.key: (row.results, row.total) for row in add_up(results_of(SEASON), by_table).rows}
    # On the first evening 2 and 3 are second together, 4 is fourth; on the second the order is 2, 1, 4.
    assert rows == {
        1: ({10: 10, 20: 6}, 20),
        2: ({10: 6, 20: 10}, 20),
        3: ({10: 6}, 8),
        4: ({10: 1, 20: 1}, 6),
    }
    by_field = add_up(results_of(SEASON), LeagueRule(brings=Brings.FIELD))
    assert {row.key: row.results for row in by_field.rows} == {
        1: {10: 4, 20: 2},
        2: {10: 3, 20: 3},
        3: {10: 3},
        4: {10: 1, 20: 1},
    }


def test_an_average_is_in_hundredths_and_ties_are_decided_in_their_order():
    rule = LeagueRule(adds=Adds.AVERAGE, ties=(LeagueTie.WINS, LeagueTie.ALL))
    table = add_up(results_of({1: {1: 10, 2: 11, 3: 11}, 2: {1: 1, 2: 20, 3: 11}, 3: {1: -1, 2: 0, 3: -1}}), rule)
    assert [(row.key, row.place, row.total, row.ties) for row in table.rows] == [
        (1, 1, Fraction(1067, 100), (2, 32)),
        (2, 1, Fraction(1067, 100), (2, 32)),
        (3, 3, Fraction(-67, 100), (0, -2)),
    ]
    first = add_up(results_of({1: {1: 5, 2: 1}, 2: {1: 3, 2: 3}}), LeagueRule(ties=(LeagueTie.BEST,)))
    assert [(row.key, row.place, row.shared) for row in first.rows] == [(1, 1, False), (2, 2, False)]


def test_dropping_the_worst_drops_an_evening_not_played_first():
    league = add_up(results_of({1: {1: 5, 2: -3, 3: 2}, 2: {1: 4, 2: 1}}), LeagueRule(drops=1))
    assert [(row.key, row.total, sorted(row.dropped)) for row in league.rows] == [(1, 7, [2]), (2, 5, [])]
    assert add_up(results_of({1: {1: 5}}), LeagueRule(drops=3)).rows[0].total == 5


def test_clubs_count_their_best_of_each_evening():
    table = add_up(results_of(SEASON), LeagueRule(club_best=1))
    clubs = club_table(table, {1: "Albi", 2: "Bollène", 3: "Albi", 4: ""})
    assert [(row.place, row.club, row.total, row.results) for row in clubs] == [
        (1, "Albi", 150, {10: 120, 20: 30}),
        (2, "Bollène", 110, {10: 40, 20: 70}),
    ]
    assert club_table(add_up(results_of(SEASON), LeagueRule()), {1: "Albi"}) == ()


Clubs = Mapping[int, str]  # of those who are not named
CLUBS = ("Albi", "Bollène", "Cahors")


def told_of(hidden: Clubs, scores: Mapping[int, int], best: int) -> dict[str, int | None]:
    """Return the totals that are told after one event, in which somebody who is named plays for each club too."""
    named = {100 + number: club for number, club in enumerate(CLUBS * 2)}
    table = add_up(results_of({player: {1: score} for player, score in scores.items()}), LeagueRule(club_best=best))
    return {row.club: row.total for row in club_table(table, named | dict(hidden), named.keys())}


@pytest.mark.parametrize(("named", "told"), [({1, 2, 3, 4}, True), ({1, 2, 3}, False), ({1, 2}, False), ({1}, True)])
def test_a_sum_in_which_one_or_two_count_who_are_not_named_is_not_told_and_the_place_is(named, told):
    each = {player: {10: player * 100, 20: player} for player in range(1, 5)}
    table = add_up(results_of(each | {5: {10: -50, 20: 7}}), LeagueRule(club_best=9))
    albi, bollene = club_table(table, dict.fromkeys(each, "Albi") | {5: "Bollène"}, named | {5})
    total, results = (1010, {10: 1000, 20: 10}) if told else (None, {})
    assert (albi.place, albi.club, albi.total, albi.results) == (1, "Albi", total, results)
    assert (bollene.place, bollene.total) == (2, -43 if told else None)  # else it says what is left of the event


def test_of_three_who_are_not_named_one_in_each_event_is_told_by_none():
    table = add_up(results_of({1: {10: 5}, 2: {20: 6}, 3: {30: 7}, 4: {10: 1}}), LeagueRule(club_best=1))
    (albi,) = club_table(table, dict.fromkeys(range(1, 5), "Albi"), {4})
    assert albi.total is None
    (albi,) = club_table(table, dict.fromkeys(range(1, 5), "Albi"), {1, 2, 3})  # one who does not count brought less
    assert albi.total is None


@pytest.mark.parametrize(
    ("clubs", "told"),
    [
        ("", "ABC"),
        ("A", ""),  # one alone: what is left of the event is his
        ("AB", ""),
        ("ABB", "C"),  # three of two clubs
        ("AAA", "ABC"),  # three of one
        ("ABBB", "C"),  # the total of B would leave the one of A
        ("ABBBCCC", ""),
        ("AABBBB", "C"),
    ],
)
def test_no_total_is_told_that_leaves_fewer_than_three(clubs: str, told: str) -> None:
    hidden = {number: CLUBS["ABC".index(letter)] for number, letter in enumerate(clubs)}
    scores = {player: 7 * player for player in (*hidden, *range(100, 106))}
    assert {club[0] for club, total in told_of(hidden, scores, 9).items() if total is not None} == set(told)


@given(
    st.lists(st.sampled_from(CLUBS), min_size=1, max_size=5),
    st.lists(st.integers(-300, 300), min_size=11, max_size=11, unique=True),
    st.sampled_from([2, 9]),
)
def test_what_is_left_of_an_event_says_of_nobody_for_which_club_he_counts(clubs, points, best):
    """
    An attacker knows the rule, what each number brought and the clubs of the named; he tries every other way in which
    those who are not named may be spread over the clubs. None of them counts for the same club in all that explain
    what is told, unless three count there together.
    """
    hidden = dict(enumerate(clubs))
    scores = dict(zip([*hidden, *range(100, 106)], points, strict=False))
    told = told_of(hidden, scores, best)
    ways = [dict(enumerate(way)) for way in product(CLUBS, repeat=len(clubs))]
    explain = [way for way in ways if told_of(way, scores, best) == told]
    assert hidden in explain
    for number, club in hidden.items():
        if {way[number] for way in explain} == {club}:
            assert list(hidden.values()).count(club) >= FEWEST_TOGETHER


@given(
    seasons,
    st.sampled_from(
        [
            LeagueRule(),
            LeagueRule(best_of=2, bonus=3),
            LeagueRule(drops=1),
            LeagueRule(adds=Adds.AVERAGE),
            LeagueRule(brings=Brings.FIELD, best_of=3),
            LeagueRule(best_of=2, weights=((2, 150), (5, 200))),
            LeagueRule(adds=Adds.AVERAGE, drops=1, weights=((1, 50), (3, 0), (4, 300))),
        ]
    ),
)
def test_running_totals_end_with_the_total(season, rule):
    league = add_up(results_of(season), rule)
    for row in league.rows:
        brought = {event: row.results.get(event) if event not in row.void else None for event in league.events}
        totals = running_totals(brought, rule)
        assert totals[-1] == row.total
        assert len(totals) == len(league.events)


def test_running_totals_follow_the_rule_of_each_day():
    assert running_totals({1: 10, 2: -30, 3: 20}, LeagueRule(drops=1, bonus=1)) == [11, 12, 33]
    assert running_totals({1: 10, 2: None}, LeagueRule(adds=Adds.AVERAGE)) == [10, 10]
