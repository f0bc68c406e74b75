"""A plan during the evening: two players swapped by hand, and the price of it."""

import pytest

from tests.tournaments.seating.laws import quick
from tournaments.seating import (
    Change,
    Demand,
    ImpossibleDemand,
    Plan,
    Remainder,
    Wishes,
    draw,
    price_of_swap,
    problems,
    swapped,
)

DEMAND = Demand(tuple(range(1, 17)), 5, seed=1)


@pytest.fixture(scope="module")
def sixteen() -> Plan:
    """Return the plan of DEMAND: nothing is drawn while tests are collected."""
    return draw(DEMAND)


def test_a_swap_says_its_price(sixteen):
    one, other = sixteen.rounds[0][0][0], sixteen.rounds[0][1][0]
    price = {change.reason: (change.before, change.after) for change in price_of_swap(sixteen, DEMAND, 0, one, other)}
    assert price["repeats"] == (0, 6)
    assert price["excess"] == (0, 6)
    assert price["most_meetings"] == (1, 2)
    after = swapped(sixteen, DEMAND, 0, one, other)
    assert problems(after, DEMAND) == []
    assert after.certificate.repeats == 6


def test_a_swap_at_one_table_costs_no_meeting(sixteen):
    one, other = sixteen.rounds[2][1][0], sixteen.rounds[2][1][1]
    reasons = {change.reason for change in price_of_swap(sixteen, DEMAND, 2, one, other)}
    assert reasons <= {"seats"}


def test_a_swap_back_costs_nothing(sixteen):
    one, other = sixteen.rounds[0][0][0], sixteen.rounds[0][1][0]
    there = swapped(sixteen, DEMAND, 0, one, other)
    assert price_of_swap(there, DEMAND, 0, one, other)[0] == Change("most_meetings", 2, 1)
    assert not any(change.worse for change in price_of_swap(there, DEMAND, 0, one, other))
    assert swapped(there, DEMAND, 0, one, other) == sixteen


def test_a_swap_with_an_exempt():
    demand = Demand(tuple(range(1, 18)), 3, seed=1)
    plan = draw(demand)
    out, playing = plan.exempts[0][0], plan.exempts[1][0]
    price = {change.reason: (change.before, change.after) for change in price_of_swap(plan, demand, 0, out, playing)}
    assert price["exempts"] == (1, 2)
    assert swapped(plan, demand, 0, out, playing).exempts[0] == (playing,)


@quick
@pytest.mark.parametrize(
    ("players", "wishes"),
    [
        (15, Wishes(fixed_tables=((1, 0),))),
        (15, Wishes(fixed_seats=((1, 3),))),
        (23, Wishes(sectors=(tuple(range(1, 16)),))),
    ],
    ids=["fixed table", "fixed seat", "sections"],
)
def test_the_price_and_the_certificate_count_turns_alike(players, wishes):
    """Somebody never sits at an odd table, and that is nobody's bad luck."""
    demand = Demand(tuple(range(1, players + 1)), 6, seed=1, remainder=Remainder.SMALLER, wishes=wishes)
    plan = draw(demand)
    assert plan.certificate.odd_tables_spread == 1
    one = next(table for table in plan.rounds[0] if len(table) == 3)[0]
    others = [player for player in demand.players[1:15] if player != one]
    changed = []
    for other in others:
        price = {change.reason: change for change in price_of_swap(plan, demand, 0, one, other)}
        after = swapped(plan, demand, 0, one, other).certificate.odd_tables_spread
        assert price.get("odd_tables", Change("odd_tables", 1, 1)) == Change("odd_tables", 1, after)
        changed.append(after)
    assert {1, 2} <= set(changed)


def test_a_swap_that_breaks_a_wish_says_so():
    demand = Demand(tuple(range(1, 17)), 3, seed=1, wishes=Wishes(fixed_tables=((1, 2),)))
    plan = draw(demand)
    assert price_of_swap(plan, demand, 0, 1, plan.rounds[0][0][0])[0] == Change("fixed_table", 0, 1)


def test_who_is_not_in_the_round_cannot_be_swapped(sixteen):
    with pytest.raises(ImpossibleDemand) as refused:
        swapped(sixteen, DEMAND, 0, 1, 99)
    assert refused.value.message() == "Le joueur 99 n’a pas de place à la position 1 : choisissez quelqu’un qui y joue."
