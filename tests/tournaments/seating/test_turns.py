"""Turns at odd tables: nobody has one twice before everybody once, what that costs, and few repeats before them."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.seating.laws import drawn, once, quick
from tests.tournaments.seating.recount import refuted
from tournaments.seating import (
    Certificate,
    Demand,
    Plan,
    Remainder,
    RepeatBounds,
    Turns,
    Wishes,
    by_standings,
    draw,
    prices,
    problems,
    swapped,
    tell,
)
from tournaments.seating.board import Board
from tournaments.seating.cost import bound_of
from tournaments.seating.designs.adapt import taking_turns
from tournaments.seating.problem import Past, fair_rounds


def fives(players, rounds, turns=Turns.FIRST, **wishes):
    asked = {"remainder": Remainder.LARGER, "wishes": Wishes(**wishes), "turns": turns}
    return Demand(tuple(range(players)), rounds, seed=1, **asked)


@quick
@pytest.mark.parametrize(("players", "rounds"), [(18, 5), (22, 5), (27, 7), (31, 7), (35, 7)])
def test_nobody_is_at_a_table_of_five_twice_before_everybody_once(players, rounds):
    demand = fives(players, rounds)
    assert problems(draw(demand), demand) == []


@pytest.mark.parametrize(("players", "rounds"), [(22, 5), (33, 10)])
def test_short_tables_of_a_design_come_in_turn(players, rounds):
    demand = Demand(tuple(range(players)), rounds, seed=3, remainder=Remainder.SMALLER)
    plan = draw(demand)
    assert problems(plan, demand) == []
    assert plan.certificate.repeats == 0


@quick
def test_an_early_turn_is_caught():
    demand = fives(9, 3)  # one table of five, and nobody sits there twice in the first round but one
    plan = draw(demand)
    early = replace(plan, rounds=(plan.rounds[0], plan.rounds[0], plan.rounds[2]))
    assert any("again before everybody was once" in problem for problem in problems(early, demand))


@quick
def test_turns_two_apart_are_caught_though_everybody_had_one():
    demand = Demand(tuple(range(5)), rounds=10, seed=1)
    plan = draw(demand)
    (last,), (before,) = plan.exempts[9], plan.exempts[8]
    unfair = swapped(plan, demand, 9, last, before)
    assert problems(unfair, demand) == ["some players are exempt 3 times and others 1"]


def test_rounds_are_ordered_so_that_turns_come_to_everybody():
    a, b, c, d = 0b000011, 0b001100, 0b110000, 0b000111
    assert taking_turns([a, d, b, c], 0b111111) == [0, 2, 3, 1]
    assert taking_turns([a, a, b], 0b111111) is None
    first = taking_turns([0b0011, 0b0001, 0b1100, 0b0001], 0b1111, always=False)
    assert first == [0, 2, 1, 3]
    assert taking_turns([0b0011, 0b0001, 0b1100, 0b0001], 0b1111) is None


def test_the_first_turns_are_not_exchanged_in_a_lenient_search():
    problem, _ = Past(fives(26, 7)).problem()
    board = Board(problem, fair_rounds(problem, Random(1)), each_round=False)
    assert (board.firm, board.each_round) == (3, False)
    lucky, odd = board.rounds[0][0][0], board.rounds[0][-1][0]
    assert board.special[0] == [False] * 4 + [True] * 2
    assert not board.allowed(0, lucky, odd)
    later = range(board.firm, 7)
    even = [
        (number, one, other)
        for number in later
        for one in board.rounds[number][0]
        for other in board.rounds[number][-1]
        if board.turns[other][-1] == board.turns[one][-1] + 1
    ]
    assert even
    assert all(board.allowed(*swap) for swap in even)


@once
@pytest.mark.product
@pytest.mark.parametrize(("players", "rounds", "least"), [(26, 3, 4), (31, 5, 6), (22, 3, 8)])
def test_what_turns_cost_is_proved(players, rounds, least):
    said = drawn(fives(players, rounds)).certificate
    assert (said.repeats, said.lower_bound, said.for_turns) == (least, least, least)
    assert said.proven_optimal
    assert f"{least} répétitions au moins tiennent au partage" in tell(said)[2]
    assert f"At least {least} repeats come from sharing out" in tell(said, "en")[2]


@pytest.mark.parametrize(("players", "rounds"), [(41, 5), (33, 5), (24, 5)])
def test_nothing_is_said_where_turns_cost_nothing(players, rounds):
    said = draw(fives(players, rounds)).certificate
    assert said.for_turns == 0
    assert not any("partage" in sentence for sentence in tell(said))


def test_the_bound_binds_only_plans_that_share_turns():
    demand = fives(26, 2)
    plan = draw(demand)
    assert plan.certificate.lower_bound == 4
    odd = {player for table in plan.rounds[0] if len(table) == 5 for player in table}
    again = next(player for table in plan.rounds[1] if len(table) == 4 for player in table if player in odd)
    five = next(table for table in plan.rounds[1] if len(table) == 5)
    unfair = swapped(plan, demand, 1, again, five[0])
    assert (unfair.certificate.lower_bound, unfair.certificate.for_turns) == (0, 0)
    assert not unfair.certificate.proven_optimal


def test_sections_add_up_what_turns_cost():
    demand = fives(52, 2, sectors=(tuple(range(26)),))
    plan = draw(demand)
    assert (plan.certificate.repeats, plan.certificate.lower_bound, plan.certificate.for_turns) == (8, 8, 8)
    assert problems(plan, demand) == []


def test_a_fixed_table_frees_from_the_bound_of_turns():
    assert bound_of(fives(26, 2)).repeats == 4
    assert bound_of(fives(26, 2, fixed_tables=((1, 0),))).for_turns == 0


@once
@pytest.mark.product
@pytest.mark.parametrize(("players", "rounds", "most"), [(26, 3, 0), (31, 5, 0)])
def test_few_repeats_first_meet_the_figures_that_ignore_turns(players, rounds, most):
    demand = fives(players, rounds, Turns.LAST)
    plan = drawn(demand)
    assert problems(plan, demand) == []
    assert plan.certificate.repeats <= most
    assert plan.certificate.turns_first_bound > most
    assert plan.certificate.odd_tables_spread <= 2
    assert refuted(plan, demand) == []


@once
@pytest.mark.product
def test_the_certificate_says_which_promise_was_chosen_and_what_it_cost():
    plan = drawn(fives(26, 3, Turns.LAST))
    early = plan.certificate.early_turns
    assert tell(plan.certificate, "en")[-4:-1] == [
        (
            f"Few repeats came before equal turns at tables of another size: {early} players go there a second time "
            "before all have been."
        ),
        "With equal turns there would be at least 4 repeats.",
        "Turns at tables of another size go round: everybody has as many, within 2.",
    ]


@quick
def test_turns_that_cost_nothing_are_kept_all_the_same():
    demand = Demand(tuple(range(33)), 5, seed=1, remainder=Remainder.SMALLER, turns=Turns.LAST)
    said = draw(demand).certificate
    assert (said.repeats, said.early_turns, said.odd_tables_spread) == (0, 0, 1)
    assert "personne n’y va deux fois avant que tous y soient allés" in " ".join(tell(said))
    assert not any("passages égaux, il y aurait" in sentence for sentence in tell(said))


@quick
def test_a_plan_goes_through_json_with_its_turns():
    plan = draw(fives(26, 2, Turns.LAST))
    assert plan.as_json()["certificate"]["turns"] == "last"
    assert Plan.from_json(plan.as_json()) == plan
    certificate = draw(fives(26, 2)).as_json()["certificate"]
    assert "turns" not in certificate
    assert Certificate.from_json(certificate).turns is Turns.FIRST


@quick
def test_exemptions_are_shared_first_whatever_comes_last():
    demand = Demand(tuple(range(22)), 5, seed=1, turns=Turns.LAST)
    assert draw(demand) == draw(replace(demand, turns=Turns.FIRST))


@quick
def test_by_standings_turns_come_first():
    demand = replace(fives(18, 1), turns=Turns.LAST)
    ranking = demand.players
    assert by_standings(demand, ranking) == by_standings(replace(demand, turns=Turns.FIRST), ranking)


def test_the_price_of_each_promise_is_told_before_the_draw():
    assert prices(fives(26, 3)) == {Turns.FIRST: RepeatBounds(4, 4), Turns.LAST: RepeatBounds(0, 0)}
    assert prices(fives(26, 3, Turns.LAST)) == prices(fives(26, 3))
    crowded = prices(fives(23, 5))
    assert crowded[Turns.LAST].least <= crowded[Turns.LAST].reached < crowded[Turns.FIRST].reached
    in_sections = prices(fives(52, 2, sectors=(tuple(range(26)),)))
    assert in_sections == {Turns.FIRST: RepeatBounds(8, 8), Turns.LAST: RepeatBounds(0, 0)}


def test_a_choice_that_makes_no_difference_has_one_price():
    for demand in (fives(24, 5), Demand(tuple(range(22)), 4, seed=1), fives(41, 5)):
        both = prices(demand)
        assert both[Turns.FIRST] == both[Turns.LAST]


@quick
def test_the_price_counts_the_rounds_played():
    first = draw(fives(26, 2))
    demand = replace(fives(26, 1), past=first.rounds)
    assert min(price.least for price in prices(demand).values()) >= first.certificate.repeats


@quick
def test_a_hand_that_mixes_sections_takes_their_bound_away():
    demand = Demand(tuple(range(12)), 2, seed=1, remainder=Remainder.SMALLER, wishes=Wishes(sectors=(tuple(range(6)),)))
    plan = draw(demand)
    one, other = plan.rounds[0][0][0], plan.rounds[0][-1][0]
    mixed = swapped(plan, demand, 0, one, other)
    assert mixed.certificate.lower_bound < plan.certificate.lower_bound
    assert refuted(mixed, demand) == []


@quick
def test_a_hand_that_moves_somebody_from_his_table_takes_away_what_it_forced():
    wishes = Wishes(fixed_tables=((7, 2), (4, 2)))
    demand = Demand(tuple(range(1, 10)), 2, seed=1, remainder=Remainder.SMALLER, wishes=wishes)
    plan = draw(demand)
    assert plan.certificate.lower_bound >= 1
    moved = swapped(plan, demand, 0, 7, plan.rounds[0][0][0])
    assert refuted(moved, demand) == []
