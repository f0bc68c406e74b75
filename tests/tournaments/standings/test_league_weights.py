"""The laws of terms and weights: which events a league counts, and how often."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.events import results_of
from tests.tournaments.standings.test_leagues import rules, seasons
from tournaments.standings import Adds, Brings, LeagueRule, LeagueTie, add_up, club_table
from tournaments.standings.leagues import ONCE

EVENTS = range(1, 9)
plain_rules = rules.map(lambda rule: replace(rule, weights=(), only_chosen=False))
events = st.sets(st.sampled_from(EVENTS))


def weighing(chosen, weight):
    return tuple((event, weight) for event in sorted(chosen))


def totals(points, rule):
    return {row.key: row.total for row in add_up(results_of(points), rule).rows}


def without(points, gone):
    return {key: {event: of[event] for event in of if event not in gone} for key, of in points.items()}


def test_the_worked_example():
    """The final counts double, another evening one and a half times; the third is no part of it."""
    points = {1: {10: 100, 20: 35, 30: 500}, 2: {10: 60, 20: -45}}
    rule = LeagueRule(weights=((10, 200), (20, 150), (30, 0)))
    assert totals(points, rule) == {1: Fraction(505, 2), 2: Fraction(105, 2)}
    average = replace(rule, adds=Adds.AVERAGE)
    assert totals(points, average) == {1: Fraction(7214, 100), 2: 15}  # 252.5 and 52.5 through 3.5


def test_an_average_takes_the_best_evenings_whatever_they_weigh():
    (row,) = add_up(results_of({1: {10: 40, 20: 50, 30: 30}}), AVERAGE_OF_TWO).rows
    assert (row.counted, row.total, row.results) == ({10, 20}, Fraction(4333, 100), {10: 80, 20: 50, 30: 90})
    assert row.ties == (50,)  # his best evening, not what it weighs


AVERAGE_OF_TWO = LeagueRule(adds=Adds.AVERAGE, best_of=2, ties=(LeagueTie.BEST,), weights=((10, 200), (30, 300)))


@given(seasons, plain_rules, events)
def test_a_weight_of_one_is_none(points, rule, chosen):
    weighed = replace(rule, weights=weighing(chosen, ONCE))
    assert add_up(results_of(points), weighed).rows == add_up(results_of(points), rule).rows


@given(seasons, plain_rules, events)
def test_an_evening_left_out_is_as_none(points, rule, out):
    left = add_up(results_of(points), replace(rule, weights=weighing(out, 0)))
    alone = add_up(results_of(without(points, out)), rule)
    assert (left.rows, left.events) == (alone.rows, alone.events)


@given(seasons, plain_rules, events)
def test_choosing_evenings_leaves_out_the_others(points, rule, chosen):
    chosen_ones = replace(rule, only_chosen=True, weights=weighing(chosen, ONCE))
    others_out = replace(rule, weights=weighing(set(EVENTS) - chosen, 0))
    assert add_up(results_of(points), chosen_ones).rows == add_up(results_of(points), others_out).rows


@given(seasons, st.sampled_from(Brings), st.integers(0, 5), events)
def test_terms_that_part_a_season_add_up_to_it(points, brings, bonus, first):
    year = LeagueRule(brings=brings, table=(7, 4, 1), bonus=bonus)
    terms = [replace(year, only_chosen=True, weights=weighing(term, ONCE)) for term in (first, set(EVENTS) - first)]
    one, other = (totals(points, term) for term in terms)
    assert {key: one.get(key, 0) + other.get(key, 0) for key in one.keys() | other.keys()} == totals(points, year)


@given(seasons, plain_rules.filter(lambda rule: not rule.bonus), st.integers(1, 1000))
def test_one_weight_for_all_moves_nobody(points, rule, weight):
    """A sum is multiplied by it, an average stays."""
    plain, weighed = (
        add_up(results_of(points), each) for each in (rule, replace(rule, weights=weighing(EVENTS, weight)))
    )
    assert [(row.key, row.place, row.counted) for row in weighed.rows] == [
        (row.key, row.place, row.counted) for row in plain.rows
    ]
    times = Fraction(weight, ONCE) if rule.adds is Adds.SUM else 1
    assert [row.total for row in weighed.rows] == [row.total * times for row in plain.rows]


@given(seasons, st.integers(2, 4), events)
def test_an_evening_that_counts_twice_is_as_two_in_a_sum(points, times, twice):
    again = {
        key: of | {10 * event + n: of[event] for event in of.keys() & twice for n in range(1, times)}
        for key, of in points.items()
    }
    assert totals(points, LeagueRule(weights=weighing(twice, times * ONCE))) == totals(again, LeagueRule())
    average = LeagueRule(adds=Adds.AVERAGE)
    assert totals(points, replace(average, weights=weighing(twice, times * ONCE))) == totals(again, average)


def test_a_weight_counts_for_clubs_too():
    rule = LeagueRule(adds=Adds.AVERAGE, club_best=1, weights=((10, 200),))
    table = add_up(results_of({1: {10: 30, 20: 5}, 2: {10: 10, 20: 40}}), rule)
    clubs = club_table(table, {1: "A", 2: "B"})
    assert [(row.club, row.total) for row in clubs] == [("A", 65), ("B", 60)]


def test_a_term_has_a_first_and_a_last_day():
    first, last = date(2026, 9, 1), date(2026, 12, 31)
    term = LeagueRule(starts_on=first, ends_on=last, weights=((7, 0),))
    days = [date(2026, 8, 31), first, last, date(2027, 1, 1)]
    assert [term.takes(1, day) for day in days] == [False, True, True, False]
    assert not term.takes(7, first)
    assert [LeagueRule(starts_on=first).takes(1, day) for day in days] == [False, True, True, True]
    assert [LeagueRule(ends_on=last).takes(1, day) for day in days] == [True, True, True, False]
    chosen = LeagueRule(only_chosen=True, weights=((1, 150),))
    assert [chosen.takes(event, first) for event in (1, 2)] == [True, False]
