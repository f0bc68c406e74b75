"""Teams of three, counted again: each takes as often as any other, no board twice, three results of different teams."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.seating.laws import quick
from tests.tournaments.seating.recount import refuted
from tournaments.seating import (
    Apart,
    Demand,
    ImpossibleDemand,
    Plan,
    Wishes,
    can_be_trios,
    draw,
    positions_of_trios,
    problems,
    sets_of_trios,
    trio_tables,
)

PLAYED = [6, 8, 12, 16, 20, 24, 28, 32, 36, 40]


def demand_of(teams: int, seed: int = 1, **more: object) -> Demand:
    trios = tuple((3 * one + 1, 3 * one + 2, 3 * one + 3) for one in range(teams))
    asked = {"rounds": positions_of_trios(teams), "sets": sets_of_trios(teams), "trios": trios} | more
    return Demand(players=tuple(range(1, 3 * teams + 1)), seed=seed, **asked)  # type: ignore[arg-type]


def team(player: int) -> int:
    return (player - 1) // 3


def counted(plan: Plan) -> tuple[list[tuple[int, ...]], dict[str, dict[int, list[int]]]]:
    """Return the tables as (round, taker, team that takes, that defends, set), and the teams of each set by role."""
    tables, by_set = [], {"takes": {}, "defends": {}}
    for number, (of_round, sets) in enumerate(zip(plan.rounds, plan.sets, strict=True)):
        for (taker, *defence), held in zip(of_round, sets, strict=True):
            assert len({team(one) for one in defence}) == 1
            assert len(set(defence)) == 3
            tables.append((number, taker, team(taker), team(defence[0]), held))
            by_set["takes"].setdefault(held, []).append(team(taker))
            by_set["defends"].setdefault(held, []).append(team(defence[0]))
    return tables, by_set


@quick
@given(st.sampled_from(PLAYED), st.integers(0, 2**31))
def test_every_law_holds_for_every_number_that_plays(teams, seed):
    demand = demand_of(teams, seed)
    plan = draw(demand)
    assert problems(plan, demand) == []
    assert refuted(plan, demand) == []

    tables, by_set = counted(plan)
    assert Counter(taker for _number, taker, *_teams in tables) == Counter(demand.players)  # each member takes once
    for role in ("takes", "defends"):
        assert all(len(set(found)) == len(found) >= 3 for found in by_set[role].values())
    met = Counter((one, held) for _number, _taker, *both, held in tables for one in both)
    assert set(met.values()) == {1}
    for one in range(teams):
        roles = Counter(number for number, _taker, takes, _defends, _held in tables if takes == one)
        defended = [number for number, _taker, _takes, defends, _held in tables if defends == one]
        assert list(roles.values()) == [3]
        assert len(set(defended)) == len(defended) == 3
        assert not set(defended) & set(roles)


@pytest.mark.parametrize(
    ("teams", "positions", "tables", "sets", "results", "meet", "pairs_compared"),
    [(6, 6, 3, 6, 3, 2, 15), (8, 4, 6, 6, 4, 1, 28), (12, 4, 9, 12, 3, 1, 36), (20, 4, 15, 12, 5, 1, 105)],
)
def test_the_figures_of_the_readme(teams, positions, tables, sets, results, meet, pairs_compared):
    plan = draw(demand_of(teams))
    found, by_set = counted(plan)
    assert (len(plan.rounds), {len(of_round) for of_round in plan.rounds}) == (positions, {tables})
    assert {len(each) for role in by_set.values() for each in role.values()} == {results}
    assert len(by_set["takes"]) == sets
    meetings = Counter(frozenset((takes, defends)) for _number, _taker, takes, defends, _held in found)
    assert max(meetings.values()) == meet
    compared = {frozenset(pair) for role in by_set.values() for each in role.values() for pair in combinations(each, 2)}
    assert len(compared) == pairs_compared
    if teams == 6:
        assert len(meetings) == 15  # everybody meets everybody


def test_from_twelve_on_a_set_is_played_in_one_position_alone():
    for teams in PLAYED:
        positions = {}
        for number, tables in enumerate(trio_tables(teams)):
            for table in tables:
                positions.setdefault(table.board_set, set()).add(number)
        assert {len(found) for found in positions.values()} == {{6: 3, 8: 2}.get(teams, 1)}
        assert all(list(tables) == sorted(tables, key=lambda one: one.board_set) for tables in trio_tables(teams))


def test_in_defence_everybody_has_each_of_the_three_chairs_once():
    for teams in PLAYED:
        plan = draw(demand_of(teams))
        chairs = Counter(
            (player, chair) for tables in plan.rounds for table in tables for chair, player in enumerate(table)
        )
        assert set(chairs.values()) == {1}


def test_the_same_number_gives_the_same_draw_and_another_one_another():
    assert draw(demand_of(12, 7)) == draw(replace(demand_of(12, 7), trios=tuple(reversed(demand_of(12).trios))))
    assert len({draw(demand_of(12, seed)).rounds for seed in range(5)}) == 5


@pytest.mark.parametrize(
    ("teams", "fewer", "more"), [(1, 6, 8), (4, 6, 8), (5, 6, 8), (7, 6, 8), (9, 8, 12), (11, 8, 12), (30, 28, 32)]
)
def test_another_number_is_refused_with_the_nearest_two(teams, fewer, more):
    assert not can_be_trios(teams)
    with pytest.raises(ImpossibleDemand, match=f"plus proches sont {fewer} et {more}") as refused:
        demand_of(teams)
    assert refused.value.code == "number_of_trios"


def test_what_else_cannot_be_is_a_sentence():
    for code, wrong in [
        ("rounds_of_trios", {"rounds": 5}),
        ("rounds_of_trios", {"past": (((1, 2, 3, 4),),)}),
        ("sets_of_boards", {"sets": 5}),
        ("sets_of_boards", {"sets": 0}),
        ("trios_and_wishes", {"wishes": Wishes(apart=(Apart((1, 4)),))}),
        ("whole_trios", {"trios": demand_of(8).trios[:-1]}),
        ("whole_trios", {"trios": ((1, 2), (3, 4, 5, 6), *demand_of(8).trios[2:])}),
    ]:
        with pytest.raises(ImpossibleDemand) as refused:
            demand_of(8, **wrong)
        assert refused.value.code == code


def changed(plan: Plan, at: int, tables: dict[int, tuple[int, ...]]) -> Plan:
    """Return a plan with other players at some tables of a round."""
    rounds = [list(of_round) for of_round in plan.rounds]
    for table, players in tables.items():
        rounds[at][table] = players
    return replace(plan, rounds=tuple(map(tuple, rounds)))


def test_the_judge_finds_each_thing_that_is_wrong():
    demand = demand_of(8)
    plan = draw(demand)
    (one, *first), (other, *second) = plan.rounds[0][:2]

    two_teams = changed(plan, 0, {0: (one, second[0], *first[1:]), 1: (other, first[0], *second[1:])})
    assert any("not one whole team" in problem for problem in problems(two_teams, demand))

    exchanged = changed(plan, 0, {0: (one, *plan.rounds[0][2][1:]), 2: (plan.rounds[0][2][0], *first)})
    assert any("meets set" in problem for problem in problems(exchanged, demand))

    same_set = replace(plan, sets=(tuple([1] * 6), *plan.sets[1:]))
    assert {"meets set", "results"} <= {
        word for word in ("meets set", "results") for problem in problems(same_set, demand) if word in problem
    }
    mate = next(table for table in plan.rounds[0] if team(table[0]) == team(one) and table[0] != one)
    twice = changed(plan, 0, {0: (mate[0], *first)})
    assert any("players take from" in problem for problem in problems(twice, demand))

    for figure in ("trios", "trio_meetings", "trio_results"):
        wrong = replace(plan, certificate=replace(plan.certificate, **{figure: 9}))
        assert any("as certified" in problem for problem in problems(wrong, demand))
