"""Matches of two teams: everybody meets everybody else before anybody again, and takers and defenders sit apart."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.seating.laws import quick
from tournaments.seating import (
    ImpossibleDemand,
    LineUp,
    Matches,
    line_up,
    matched_by_standings,
    mates_in,
    rematches_of,
    round_robin,
    tables_of,
)


def everybody_plays_once(round_, teams):
    there = [team for pair in round_.pairs for team in pair]
    return sorted([*there, *([] if round_.bye is None else [round_.bye])]) == sorted(teams)


def times_met(rounds, teams):
    met = Counter(frozenset(pair) for round_ in rounds for pair in round_.pairs)
    return [met[frozenset(pair)] for pair in combinations(teams, 2)]


@quick
@given(st.integers(2, 25), st.integers(1, 30), st.integers(0, 2**31))
def test_nobody_is_met_again_before_all_are_met(count, rounds, seed):
    teams = range(10, 10 + count)
    drawn = round_robin(teams, rounds, seed=seed)
    assert len(drawn) == rounds
    assert all(everybody_plays_once(round_, teams) for round_ in drawn)
    met = times_met(drawn, teams)
    assert max(met) - min(met) <= 1
    byes = Counter(round_.bye for round_ in drawn)
    had = [byes[team] for team in teams]
    assert max(had) - min(had) <= 1
    assert (sum(had) == 0) == (count % 2 == 0)


def test_a_draw_is_repeated_by_its_number_alone():
    assert round_robin((3, 1, 2, 4), 3, seed=5) == round_robin((1, 2, 3, 4), 3, seed=5)
    assert len({round_robin(range(8), 1, seed=seed) for seed in range(20)}) > 1


@quick
@given(st.integers(2, 24), st.integers(1, 9), st.integers(0, 2**31))
def test_by_standings_neighbours_meet_and_rematches_are_the_fewest(count, rounds, seed):
    rng, teams, past = Random(seed), list(range(count)), ()
    for _number in range(rounds):
        rng.shuffle(teams)
        round_ = matched_by_standings(teams, past)
        assert everybody_plays_once(round_, teams)
        byes = Counter(one.bye for one in (*past, round_))
        had = [byes[team] for team in teams]
        assert max(had) - min(had) <= 1
        past = (*past, round_)
    opponents = count - 1 if count % 2 == 0 else count - 2
    if rounds <= opponents // 2:  # so many rounds leave a way without a rematch, whatever came before (Dirac)
        assert rematches_of(past) == 0


def test_the_first_of_a_ranking_meets_the_second_unless_they_have_met():
    first = matched_by_standings([5, 6, 7, 8], ())
    assert first == Matches(((5, 6), (7, 8)))
    assert matched_by_standings([5, 6, 7, 8], (first,)) == Matches(((5, 7), (6, 8)))


def test_four_teams_meet_again_in_the_fourth_round_only():
    past = ()
    for _number in range(4):
        past = (*past, matched_by_standings([1, 2, 3, 4], past))
    assert [rematches_of(past[:count]) for count in (1, 2, 3, 4)] == [0, 0, 0, 2]


def test_a_hundred_and_one_teams_are_matched():
    past = ()
    rng, teams = Random(1), list(range(101))
    for _number in range(8):
        rng.shuffle(teams)
        past = (*past, matched_by_standings(teams, past))
    assert rematches_of(past) == 0


def test_each_taker_sits_in_sud_against_three_of_the_others():
    assert tables_of((LineUp(1, (2, 3, 4)), LineUp(5, (6, 7, 8)))) == ((1, 6, 7, 8), (5, 2, 3, 4))


@pytest.mark.parametrize("count", [4, 5, 6])
def test_everybody_of_a_team_plays_and_takes_as_often(count):
    members, played, taken = list(range(count)), Counter(), Counter()
    for _match in range(12):
        chosen = line_up(members, played, taken)
        played.update((chosen.taker, *chosen.defence))
        taken[chosen.taker] += 1
    assert max(played.values()) - min(played[one] for one in members) <= 1
    assert max(taken.values()) - min(taken[one] for one in members) <= 1


def test_what_cannot_be_is_a_sentence():
    with pytest.raises(ImpossibleDemand, match="au moins 2 équipes"):
        round_robin((1,), 3, seed=1)
    with pytest.raises(ImpossibleDemand, match="au moins 2 équipes"):
        matched_by_standings([1], ())
    with pytest.raises(ImpossibleDemand, match="de 1 à 60 positions"):
        round_robin((1, 2), 0, seed=1)
    with pytest.raises(ImpossibleDemand, match="3 sont là"):
        line_up([1, 2, 3], {}, {})


@quick
@given(st.integers(2, 16), st.integers(1, 15), st.integers(0, 2**31), st.integers(1, 4))
def test_a_round_robin_that_parts_clubs_is_one_with_the_clubs_last(count, rounds, seed, sizes):
    teams = range(count)
    clubs = {team: team // sizes for team in teams if team % 5}
    drawn = round_robin(teams, rounds, seed=seed, clubs=clubs)
    assert drawn == round_robin(teams, rounds, seed=seed, clubs=clubs)
    assert all(everybody_plays_once(round_, teams) for round_ in drawn)
    met = times_met(drawn, teams)
    assert max(met) - min(met) <= 1
    within = [mates_in(round_, clubs) for round_ in drawn]
    cycle = count - 1 + count % 2
    assert within[:cycle] == sorted(within[:cycle])
    plain = round_robin(teams, rounds, seed=seed)
    assert sum(within) <= sum(mates_in(round_, clubs) for round_ in plain)


def test_two_teams_of_each_club_meet_in_the_last_round_alone():
    clubs = {team: team // 2 for team in range(8)}
    drawn = round_robin(range(8), 7, seed=3, clubs=clubs)
    assert [mates_in(round_, clubs) for round_ in drawn] == [0, 0, 0, 0, 0, 0, 4]
    assert sum(mates_in(round_, clubs) for round_ in round_robin(range(8), 6, seed=3, clubs=clubs)) == 0


@quick
@given(st.integers(2, 12), st.integers(1, 6), st.integers(0, 2**31), st.integers(1, 12))
def test_by_standings_clubs_are_parted_where_no_more_rematches_come_of_it(count, rounds, seed, size):
    rng, teams, past = Random(seed), list(range(count)), ()
    clubs = dict.fromkeys(range(min(size, count)), 7)
    for _number in range(rounds):
        rng.shuffle(teams)
        apart, plain = matched_by_standings(teams, past, clubs), matched_by_standings(teams, past)
        assert everybody_plays_once(apart, teams)
        assert rematches_of((*past, apart)) == rematches_of((*past, plain))
        assert apart.bye == plain.bye
        assert mates_in(apart, clubs) <= mates_in(plain, clubs)
        past = (*past, apart)


def test_neighbours_of_one_club_meet_others_first_and_each_other_where_nobody_else_is_left():
    clubs = {1: 7, 2: 7}
    assert matched_by_standings([1, 2, 3, 4], (), clubs) == Matches(((1, 3), (2, 4)))
    past = (Matches(((1, 3), (2, 4))), Matches(((1, 4), (2, 3))))
    assert matched_by_standings([1, 2, 3, 4], past, clubs) == Matches(((1, 2), (3, 4)))
    assert matched_by_standings([1, 2], (), clubs) == Matches(((1, 2),))
