"""The figures promised, judged by a checker that shares no code with us."""

import pytest

from tests.tournaments.seating.judge import as_file, judged
from tournaments.seating import Apart, Demand, Remainder, Wishes, draw

ZERO = [
    *[(n, r) for n, r in ((8, 1), (12, 1), (16, 5), (20, 5), (24, 7), (28, 9), (32, 10), (36, 11), (40, 13), (44, 14))],
    *[(n, r) for n, r in ((48, 15), (52, 17), (56, 18), (60, 19), (64, 21), (72, 23), (80, 26))],
    *[(n, r) for n, r in ((100, 33), (64, 8), (200, 10), (1000, 10))],
]
EXCESS = [
    *[(8, r, least) for r, least in ((2, 4), (3, 12), (6, 60), (10, 204))],
    *[(12, r, least) for r, least in ((3, 9), (5, 30), (10, 162), (11, 198))],
    *[(16, 6, 24), (16, 10, 120), (20, 7, 20), (20, 8, 50), (20, 10, 110), (20, 11, 140), (24, 8, 12), (24, 10, 84)],
    *[(28, 10, 42), (32, 11, 32), (32, 12, 80)],
]
ONE_TABLE_ONCE = [
    (20, 5),
    (24, 5),
    (28, 7),
    (32, 8),
    (36, 9),
    (40, 9),
    (44, 11),
    (48, 12),
    (60, 12),
    (64, 12),
    (100, 12),
    (1000, 10),
]
UNEVEN = [(n, 5, how) for n in (26, 27, 29, 30, 31, 41, 999) for how in (Remainder.SMALLER, Remainder.EXEMPT)]
UNEVEN += [(n, 5, Remainder.LARGER) for n in (30, 37, 65, 1001)]
UNEVEN += [(n, 7, Remainder.LARGER) for n in (33, 34)]
HARDEST = [  # the prototype had 20 at the first
    (26, 7, Remainder.LARGER, 20),
    (26, 7, Remainder.SMALLER, 0),
]


@pytest.fixture
def judge(tmp_path):
    """Draw a grid and return, for each case, the plan's certificate and what the checker measures."""

    def judge(grid):
        demands = [
            Demand(tuple(range(1, players + 1)), rounds, seed=1, remainder=remainder)
            for players, rounds, remainder in grid
        ]
        plans = [draw(demand) for demand in demands]
        measured = judged(tmp_path, list(map(as_file, plans, demands)))
        return list(zip((plan.certificate for plan in plans), measured, strict=True))

    return judge


def test_no_repeat_where_a_design_reaches(judge):
    found = judge([(players, rounds, Remainder.EXEMPT) for players, rounds in ZERO])
    assert [(m["players"], m["rounds"], m["repeats"]) for _, m in found] == [(*case, 0) for case in ZERO]
    assert all(said.proven_optimal for said, _ in found)
    assert {m["seat_deviation"] for _, m in found} == {0}


def test_the_best_known_where_repeats_cannot_be_avoided(judge):
    found = judge([(players, rounds, Remainder.EXEMPT) for players, rounds, _ in EXCESS])
    assert [(m["players"], m["rounds"], m["excess"]) for _, m in found] == EXCESS
    for said, measured in found:
        assert (said.repeats, said.excess) == (measured["repeats"], measured["excess"])
        assert said.most_meetings == measured["max_meet"]
        assert said.proven_optimal == (said.repeats == said.lower_bound)
    assert {m["seat_deviation"] for _, m in found} == {0}


def test_nobody_comes_back_to_a_table_where_a_design_is_numbered(judge):
    found = judge([(players, rounds, Remainder.EXEMPT) for players, rounds in ONE_TABLE_ONCE])
    assert [(m["players"], m["rounds"], m["table_max_visits"]) for _, m in found] == [(*c, 1) for c in ONE_TABLE_ONCE]
    assert [(said.tables_most, said.tables_again) for said, _ in found] == [(1, 0)] * len(ONE_TABLE_ONCE)


def test_other_numbers_without_a_repeat(judge):
    found = judge(UNEVEN)
    assert [(m["players"], m["repeats"]) for _, m in found] == [(players, 0) for players, _, _ in UNEVEN]
    assert {m["seat_deviation"] for _, m in found} == {0}
    assert max(said.odd_tables_spread for said, _ in found) <= 1
    assert max(said.exempts_spread for said, _ in found) <= 1


def test_few_repeats_where_tables_of_five_or_three_crowd_the_hall(judge):
    found = judge([case[:3] for case in HARDEST])
    repeats = [measured["repeats"] for _, measured in found]
    assert [most >= count for (*_, most), count in zip(HARDEST, repeats, strict=True)] == [True] * len(HARDEST), repeats
    assert {said.odd_tables_spread for said, _ in found} == {1}


@pytest.mark.parametrize(("players", "rounds", "club"), [(40, 5, 10), (64, 7, 16), (200, 6, 50), (40, 6, 15)])
def test_clubs_meet_as_little_as_can_be_and_nobody_meets_twice(tmp_path, players, rounds, club):
    clubs = [tuple(range(first, min(first + club, players + 1))) for first in range(1, players + 1, club)]
    demand = Demand(tuple(range(1, players + 1)), rounds, seed=1, wishes=Wishes(apart=tuple(map(Apart, clubs))))
    (found,) = judged(tmp_path, [as_file(draw(demand), demand)])
    assert (found["repeats"], found["same_club_meetings"]) == (0, found["same_club_lb"])


def test_one_in_four_at_a_fixed_table(tmp_path):
    fixed = tuple((player, player - 1) for player in range(1, 11))
    demand = Demand(tuple(range(1, 41)), 6, seed=1, wishes=Wishes(fixed_tables=fixed))
    (found,) = judged(tmp_path, [as_file(draw(demand), demand)])
    assert found["repeats"] == 0


def test_people_who_come_for_some_rounds_only(tmp_path):
    wishes = Wishes(active=((1, 0, 2), (2, 3, 5), (3, 1, 4)), fixed_seats=((7, 0), (8, 0)))
    demand = Demand(tuple(range(1, 43)), 6, seed=1, remainder=Remainder.SMALLER, wishes=wishes)
    (found,) = judged(tmp_path, [as_file(draw(demand), demand)])
    assert found["repeats"] == 0
