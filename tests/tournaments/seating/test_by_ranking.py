"""Rounds by standings: near the ranking, without a rematch, and the price said."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.monitors import Listening
from tests.tournaments.seating.laws import laws, quick
from tournaments.seating import (
    Cancelled,
    Demand,
    ImpossibleDemand,
    Remainder,
    Wishes,
    by_standings,
    possible_layouts,
    problems,
)


def tournament(players, rounds, remainder=Remainder.EXEMPT, seed=1, **options):
    """Play a tournament by standings with results at random, and yield each round's demand and standing."""
    rng = Random(seed)
    points = dict.fromkeys(range(1, players + 1), 0)
    past, outs = (), ()
    for number in range(rounds):
        demand = Demand(tuple(points), 1, seed=seed, remainder=remainder, past=past, past_exempts=outs)
        ranking = sorted(points, key=lambda player: (-points[player], player))
        standing = by_standings(demand, ranking, rounds_left=rounds - 1 - number, **options)
        yield demand, ranking, standing
        past, outs = (*past, *standing.plan.rounds), (*outs, *standing.plan.exempts)
        for player in points:
            points[player] += rng.randrange(-200, 200)


@quick
@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (20, 5), (40, 7), (100, 10)])
def test_no_rematch(players, rounds):
    standings = [standing for _, _, standing in tournament(players, rounds)]
    assert [standing.rematches for standing in standings] == [0] * rounds


@pytest.mark.parametrize("players", [62, 63, 66])
@pytest.mark.parametrize("rematches", [False, True])
def test_those_of_an_odd_table_are_near_the_ranking_too(players, rematches):
    """Whoever sits there is drawn by lot among all; his neighbours come along."""
    remainder = Remainder.LARGER if players == 66 else Remainder.SMALLER
    standings = [one for *_, one in tournament(players, 3, remainder=remainder, rematches=rematches)]
    assert max(one.rank_spread for one in standings) <= (20 if not rematches else 9)
    assert all(one.plan.certificate.odd_tables_spread <= 1 for one in standings)
    if not rematches:
        assert [one.rematches for one in standings] == [0, 0, 0]


def test_where_the_turn_comes_round_before_the_end_odd_tables_are_wholly_by_lot():
    """Ten places at tables of five, 46 players: after four rounds, neighbours left for the fifth would have met."""
    demand = Demand(tuple(range(1, 47)), 1, seed=1, remainder=Remainder.LARGER)
    for rematches in (False, True):
        near, far = (
            by_standings(demand, demand.players, rounds_left=left, rematches=rematches).rank_spread for left in (3, 4)
        )
        assert near <= 9
        assert (far > 9) == (not rematches)


@quick
def test_the_best_of_a_look_ahead_is_told_as_it_gets_better():
    demand = Demand(tuple(range(1, 13)), 1, seed=1, past=(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)),))
    heard = []
    standing = by_standings(
        demand, demand.players, rounds_left=3, monitor=Listening(found=lambda *told: heard.append(told))
    )
    repeats = [one for one, _bound in heard]
    assert repeats == sorted(set(repeats), reverse=True)
    assert repeats[-1] == standing.repeats_ahead
    assert {bound for _repeats, bound in heard} == {24}  # 5 rounds are 90 meetings of 66 pairs


def test_the_first_round_follows_the_ranking():
    demand = Demand(tuple(range(1, 41)), 1, seed=1)
    standing = by_standings(demand, tuple(range(40, 0, -1)))
    assert [sorted(table) for table in standing.plan.rounds[0][:2]] == [[37, 38, 39, 40], [33, 34, 35, 36]]
    assert (standing.rank_spread, standing.mean_spread, standing.free_spread) == (3, 30, 30)


def test_danois_minds_no_rematch():
    *_, (_, ranking, last) = tournament(40, 4, rematches=True)
    assert [set(table) for table in last.plan.rounds[0]] == [set(ranking[at : at + 4]) for at in range(0, 40, 4)]
    assert last.mean_spread == last.free_spread == 30


@quick
@laws
@given(st.integers(12, 60), st.integers(1, 4), st.integers(0, 100), st.data())
def test_every_round_is_a_plan(players, rounds, seed, data):
    remainder = data.draw(st.sampled_from(sorted(possible_layouts(players, 4))))
    for demand, _, standing in tournament(players, rounds, remainder, seed):
        assert problems(standing.plan, demand) == []
        assert standing.mean_spread >= standing.free_spread or standing.rematches


@quick
@laws
@given(st.integers(9, 24), st.integers(3, 6), st.integers(0, 1000), st.data())
def test_nobody_is_out_or_at_an_odd_table_twice_before_others_once(players, rounds, seed, data):
    """The rounds ahead are looked at too, and one of them may come next: never one that takes somebody's turn away."""
    remainder = data.draw(st.sampled_from(sorted(possible_layouts(players, 4))))
    had = Counter()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tournaments.seating.search.ANNEAL_MOVES", 300)  # six rounds are fifteen draws
        for demand, _, standing in tournament(players, rounds, remainder, seed):
            odd = [player for table in standing.plan.rounds[0] if len(table) != 4 for player in table]
            had.update((*odd, *standing.plan.exempts[0]))
            counts = [had[player] for player in demand.players]
            assert max(counts) - min(counts) <= 1


def test_wishes_hold_by_standings_too():
    wishes = Wishes(teams=((1, 2), (3, 4)), fixed_tables=((9, 3),), fixed_seats=((10, 2),))
    demand = Demand(tuple(range(1, 25)), 1, seed=1, wishes=wishes)
    assert problems(by_standings(demand, demand.players).plan, demand) == []


def test_a_look_ahead_is_heard_stopped_and_cut_short():
    first = Demand(tuple(range(1, 23)), 1, seed=1)
    demand = replace(first, past=by_standings(first, first.players).plan.rounds)
    heard, asked = [], []
    monitor = Listening(report=heard.append, should_stop=lambda: bool(asked.append(1)) or True)
    standing = by_standings(demand, first.players, rounds_left=6, monitor=monitor)
    assert problems(standing.plan, demand) == []
    assert heard == sorted(heard)
    assert 20 < heard[-1] <= 100
    assert 0 < len(asked) < 20  # a whole look ahead asks some hundreds of times
    for after in (0, 5):
        calls = []

        def report(percent, calls=calls, after=after):
            calls.append(percent)
            if len(calls) > after:
                raise Cancelled

        with pytest.raises(Cancelled):
            by_standings(demand, first.players, rounds_left=6, monitor=Listening(report=report))
        assert len(calls) == after + 1


def test_a_ranking_of_other_people_is_refused():
    demand = Demand(tuple(range(1, 13)), 1, seed=1)
    with pytest.raises(ImpossibleDemand) as refused:
        by_standings(demand, (*range(1, 12), 99))
    assert refused.value.message() == (
        "Le classement et les joueurs du tirage diffèrent, à commencer par le joueur 12 : mettez-les d’accord."
    )
    with pytest.raises(ImpossibleDemand):
        by_standings(replace(demand, rounds=2), demand.players)
