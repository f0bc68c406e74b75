"""Seats that a past or fixed seats leave uneven are shared out as far as exchanges reach."""

from collections import Counter
from random import Random

import pytest

from tournaments.seating import Demand, Remainder, draw, problems
from tournaments.seating.seats import level


@pytest.mark.parametrize(("players", "seed"), [(41, 1), (33, 2), (27, 4)])
def test_after_a_late_arrival_seats_are_shared_as_if_all_had_been_there(players, seed):
    """Chains of exchanges alone left up to five players two apart; tables of three, where nobody has a compass."""
    first = draw(Demand(tuple(range(1, players)), 1, seed=seed, remainder=Remainder.SMALLER))
    everybody = tuple(range(1, players + 1))
    demand = Demand(everybody, 4, seed=seed, remainder=Remainder.SMALLER, past=first.rounds)

    plan = draw(demand)

    assert problems(plan, demand) == []
    for player in everybody:
        had = Counter(dict.fromkeys(range(4), 0))
        for tables in (*demand.past, *plan.rounds):
            had.update(table.index(player) for table in tables if player in table and len(table) == 4)
        assert max(had.values()) - min(had.values()) <= 1
    assert plan.certificate.seats_spread <= 1
    assert draw(demand) == plan


def counted(rounds, players):
    counts = [[0] * 5 for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for chair, player in enumerate(table):
                counts[player][chair] += 1
    return counts


def test_what_is_even_stays_as_it_is():
    rounds = [[[0, 1, 2, 3], [4, 5, 6, 7]], [[1, 4, 3, 6], [5, 0, 7, 2]]]
    counts = counted(rounds, 8)
    level(rounds, 4, counts, {}, seed=1)
    assert rounds == [[[0, 1, 2, 3], [4, 5, 6, 7]], [[1, 4, 3, 6], [5, 0, 7, 2]]]


def test_who_keeps_a_chair_keeps_it_and_the_counts_are_brought_up_to_date():
    rng = Random(5)
    rounds = []
    for _ in range(6):
        others = rng.sample(range(1, 12), 11)
        rounds.append([[others[0], others[1], 0, others[2]], others[3:7], others[7:11]])
    before = counted(rounds, 12)
    counts = [row[:] for row in before]

    level(rounds, 4, counts, {0: 2}, seed=1)

    assert counts == counted(rounds, 12)
    assert [tables[0][2] for tables in rounds] == [0] * 6
    uneven = [sum(max(row[:4]) - min(row[:4]) > 1 for row in found[1:]) for found in (before, counts)]
    assert uneven[1] == 0 < uneven[0]
