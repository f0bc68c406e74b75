"""Laws every plan obeys, whatever the numbers; then cancelling, progress, and the faults the check must catch."""

import doctest
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tournaments.seating
from tests.tournaments.monitors import Listening
from tests.tournaments.seating.laws import drawn, laws, once, quick
from tournaments.seating import Apart, Cancelled, Demand, Plan, Remainder, Wishes, draw, possible_layouts, problems
from tournaments.seating.designs.adapt import in_turn
from tournaments.seating.problem import Past


@st.composite
def demands(draw_from):
    size = draw_from(st.sampled_from((4, 4, 4, 3, 5)))
    count = draw_from(st.integers(max(4, size), 60))
    remainder = draw_from(st.sampled_from(sorted(possible_layouts(count, size))))
    rounds = draw_from(st.integers(1, 8))
    return Demand(
        players=tuple(range(100, 100 + count)),
        rounds=rounds,
        seed=draw_from(st.integers(0, 10**6)),
        table_size=size,
        remainder=Remainder(remainder),
    )


@st.composite
def demands_with_a_past(draw_from):
    """Some rounds are played, some people leave, some come."""
    first = draw_from(demands())
    plan = draw(first)
    leavers = draw_from(st.integers(0, min(3, len(first.players) - 5))) if len(first.players) > 5 else 0
    comers = draw_from(st.integers(0, 3))
    players = (*first.players[leavers:], *range(900, 900 + comers))
    return replace(
        first,
        players=players,
        remainder=draw_from(st.sampled_from(sorted(possible_layouts(len(players), first.table_size)))),
        rounds=draw_from(st.integers(1, 4)),
        past=plan.rounds,
        past_exempts=plan.exempts,
    )


@quick
@laws
@given(demands())
def test_a_plan_is_valid_fair_and_says_the_truth(demand):
    plan = draw(demand)
    assert problems(plan, demand) == []
    said = plan.certificate
    assert said.seats_spread <= 1
    assert said.exempts_spread <= 1
    assert said.odd_tables_spread <= 1
    assert said.lower_bound <= said.repeats
    assert said.excess_bound <= said.excess
    assert said.seed == demand.seed


@quick
@laws
@given(demands_with_a_past())
def test_a_past_is_counted_and_left_alone(demand):
    plan = draw(demand)
    assert problems(plan, demand) == []
    assert len(plan.rounds) == demand.rounds
    assert plan.certificate.lower_bound <= plan.certificate.repeats


@quick
@laws
@given(demands())
def test_nobody_is_exempt_twice_before_everybody_was_once(demand):
    had = Counter(dict.fromkeys(demand.players, 0))
    for out in draw(demand).exempts:
        had.update(out)
        assert max(had.values()) - min(had.values()) <= 1


@quick
@laws
@given(demands_with_a_past())
def test_the_same_demand_gives_the_same_plan(demand):
    plan = draw(demand)
    assert draw(replace(demand, players=demand.players[::-1])) == plan
    assert Plan.from_json(json.loads(json.dumps(plan.as_json()))) == plan


@quick
def test_a_quick_draw_is_short_where_few_players_meet_again_and_again():
    demand, asked = Demand(tuple(range(14)), 7, seed=1, remainder=Remainder.SMALLER), []
    draw(demand, monitor=Listening(should_stop=lambda: bool(asked.append(1))))
    assert 10 < len(asked) < 100


@quick
@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (24, 7), (64, 8), (27, 5)])
def test_another_seed_gives_another_plan(players, rounds):
    demand = Demand(tuple(range(players)), rounds, seed=1)
    assert draw(demand).rounds != draw(replace(demand, seed=2)).rounds


@quick
def test_who_was_exempt_before_is_not_again():
    first = Demand(tuple(range(9)), rounds=4, seed=3)
    played = draw(first)
    after = replace(first, rounds=5, past=played.rounds, past_exempts=played.exempts)
    plan = draw(after)
    assert Counter(player for out in (*played.exempts, *plan.exempts) for player in out) == Counter(range(9))
    assert plan.certificate.exempts_spread == 0


def test_who_joins_late_does_not_sit_out_round_after_round():
    first = Demand(tuple(range(5)), rounds=10, seed=3)
    played = draw(first)
    after = replace(first, players=(*range(5), 77), rounds=2, past=played.rounds, past_exempts=played.exempts)
    assert Counter(player for out in draw(after).exempts for player in out)[77] <= 1


def test_a_lone_table_is_a_plan():
    for size in (3, 4, 5):
        demand = Demand(tuple(range(size)), rounds=6, seed=1, table_size=size)
        plan = draw(demand)
        assert problems(plan, demand) == []
        assert plan.certificate.proven_optimal


HARD = Demand(tuple(range(22)), rounds=7, seed=1)


@quick
def test_progress_rises_to_a_hundred():
    heard = []
    draw(HARD, monitor=Listening(report=heard.append))
    assert heard == sorted(heard)
    assert heard[-1] == 100
    assert len(set(heard)) >= 20
    assert all(type(percent) is int for percent in heard)


def test_rounds_are_put_in_the_order_that_shares_odd_tables_best():
    demand = Demand(tuple(range(7)), rounds=4, seed=1, remainder=Remainder.SMALLER)
    problem, _ = Past(demand).problem()
    one, other = [[0, 1, 2, 3], [4, 5, 6]], [[4, 5, 6, 0], [1, 2, 3]]
    assert in_turn([one, one, other, other], problem) == [one, other, one, other]
    problem.present = [*problem.present[:3], list(range(6))]  # somebody comes for some rounds only: no order but this
    assert in_turn([one, one, other, other], problem) == [one, one, other, other]


AFTER_FOUR_ROUNDS = replace(HARD, rounds=2)  # its past is drawn by the test, not while tests are collected


def past_of(demand):
    plan = draw(demand)
    return {"past": plan.rounds, "past_exempts": plan.exempts}


@quick
@pytest.mark.parametrize(
    "demand",
    [
        HARD,
        AFTER_FOUR_ROUNDS,
        replace(HARD, wishes=Wishes(apart=(Apart((1, 2, 3)), Apart((4, 5), hard=True)))),
        replace(HARD, wishes=Wishes(sectors=(HARD.players[:11],)), rounds=4),
    ],
    ids=["plain", "past", "apart", "lines"],
)
def test_the_best_so_far_is_told_as_it_gets_better(demand):
    if demand is AFTER_FOUR_ROUNDS:
        demand = replace(demand, **past_of(Demand(HARD.players, rounds=4, seed=1)))
    heard = []
    said = draw(demand, monitor=Listening(found=lambda *told: heard.append(told))).certificate
    assert len(heard) > 1
    assert heard[-1] == (said.repeats, said.lower_bound)
    assert {bound for _, bound in heard} == {said.lower_bound}
    assert heard[0] > heard[-1]


@pytest.mark.parametrize("after", [0, 1, 50])
def test_cancelling_stops_the_draw(after):
    asked = []

    def report(percent):
        asked.append(percent)
        if len(asked) > after:
            raise Cancelled

    with pytest.raises(Cancelled):
        draw(HARD, monitor=Listening(report=report))
    assert len(asked) == after + 1


@quick
def test_enough_keeps_the_best_so_far():
    whole = draw(HARD).certificate.repeats
    for after in (0, 3, 30):
        early, asked = draw_until(after)
        assert problems(early, HARD) == []
        assert early.certificate.repeats >= whole
        assert asked < 50


@quick
def test_whenever_one_has_enough_odd_tables_are_shared():
    demand = Demand(tuple(range(27)), rounds=7, seed=1, remainder=Remainder.LARGER)
    for after in range(0, 36, 3):
        early, asked = draw_until(after, demand)
        assert problems(early, demand) == []
        assert early.certificate.odd_tables_spread == 1
        assert asked > after


def draw_until(after, demand=HARD):
    """Have enough after so many questions; return the plan and how many were asked."""
    asked = []

    def should_stop():
        asked.append(1)
        return len(asked) > after

    return draw(demand, monitor=Listening(should_stop=should_stop)), len(asked)


def faults():
    demand = Demand(tuple(range(1, 18)), rounds=3, seed=5)
    plan = draw(demand)
    one, two, *others = plan.rounds[1]
    first = plan.rounds[0]

    def with_round(tables):
        return replace(plan, rounds=(plan.rounds[0], tuple(tables), plan.rounds[2]))

    yield "a repeat", demand, with_round(first), "repeats"
    yield "a lost player", demand, with_round([(*one[:3],), two, *others]), "missing"
    yield "a duplicate", demand, with_round([(*one[:3], two[0]), two, *others]), "appears 2 times"
    yield "a stranger", demand, with_round([(*one[:3], 99), two, *others]), "not among"
    yield "a lost round", demand, replace(plan, rounds=plan.rounds[:2]), "rounds"
    yield "an exempt again", demand, replace(plan, exempts=(plan.exempts[0],) * 3), "exempt"
    turned = tuple(tuple(table[::-1] for table in tables) for tables in plan.rounds)
    yield "people sit otherwise", demand, replace(plan, rounds=(plan.rounds[0],) * 3), "right-hand"
    yield "the same table each time", demand, replace(plan, rounds=(plan.rounds[0],) * 3), "to a table"
    yield "everybody turned", with_wish(demand, turned), replace(plan, rounds=turned), "not his own"
    apart = Wishes(apart=(Apart(first[0][:2], hard=True),))
    yield "two who never must meet", replace(demand, wishes=apart), plan, "never must"
    table = Wishes(fixed_tables=((first[0][0], 3),))
    yield "not at his table", replace(demand, wishes=table), plan, "not at his own"
    lines = Wishes(sectors=(demand.players[:8],))
    yield "two lines at a table", replace(demand, wishes=lines), plan, "two lines"
    away = Wishes(active=((first[0][0], 1, 2),))
    yield "somebody who is away", replace(demand, wishes=away), plan, "not among"
    lie = replace(plan.certificate, repeats=0, lower_bound=1, proven_optimal=True)
    yield "a false proof", demand, replace(plan, certificate=lie), "proof"


def with_wish(demand, rounds):
    """Ask for a chair that its owner has in the first round but one."""
    player = rounds[1][0][0]
    return replace(demand, wishes=Wishes(fixed_seats=((player, 3),)))


def test_the_check_catches_each_planted_fault():
    for name, demand, plan, word in faults():
        assert any(word in problem for problem in problems(plan, demand)), name


@pytest.mark.product
@once
def test_the_readme_tells_the_truth(monkeypatch):
    monkeypatch.setattr(tournaments.seating, "draw", drawn)
    readme = Path(tournaments.seating.__file__).parent / "README.md"
    result = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0
