"""Turns at odd tables: nobody has one twice before everybody once, and what that costs is known."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.seating.laws import quick
from tournaments.seating import Demand, Remainder, Wishes, draw, problems, swapped
from tournaments.seating.adapt import taking_turns
from tournaments.seating.board import Board, fair_rounds
from tournaments.seating.bounds import bound_of
from tournaments.seating.past import Past


def fives(players, rounds, **wishes):
    return Demand(tuple(range(players)), rounds, seed=1, remainder=Remainder.LARGER, wishes=Wishes(**wishes))


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


def test_an_early_turn_is_caught():
    demand = fives(9, 3)  # one table of five, and nobody sits there twice in the first round but one
    plan = draw(demand)
    early = replace(plan, rounds=(plan.rounds[0], plan.rounds[0], plan.rounds[2]))
    assert any("again before everybody was once" in problem for problem in problems(early, demand))


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


@pytest.mark.parametrize(("players", "rounds", "least"), [(26, 3, 4), (31, 5, 6), (22, 3, 8)])
def test_what_turns_cost_is_proved(players, rounds, least):
    said = draw(fives(players, rounds)).certificate
    assert (said.repeats, said.lower_bound, said.for_turns) == (least, least, least)
    assert said.proven_optimal
    assert f"{least} répétitions au moins tiennent au partage" in said.sentences()[2]
    assert f"At least {least} repeats come from sharing out" in said.sentences("en")[2]


@pytest.mark.parametrize(("players", "rounds"), [(41, 5), (33, 5), (24, 5)])
def test_nothing_is_said_where_turns_cost_nothing(players, rounds):
    said = draw(fives(players, rounds)).certificate
    assert said.for_turns == 0
    assert not any("partage" in sentence for sentence in said.sentences())


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
    demand = fives(52, 2, lines=(tuple(range(26)),))
    plan = draw(demand)
    assert (plan.certificate.repeats, plan.certificate.lower_bound, plan.certificate.for_turns) == (8, 8, 8)
    assert problems(plan, demand) == []


def test_a_fixed_table_frees_from_the_bound_of_turns():
    assert bound_of(fives(26, 2)).repeats == 4
    assert bound_of(fives(26, 2, fixed_tables=((1, 0),))).for_turns == 0
