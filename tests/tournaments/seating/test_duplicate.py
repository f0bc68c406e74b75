"""Movements of duplicate, counted again: chairs are kept, no set of boards is met twice, then nobody is."""

import json
from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.seating.recount import refuted
from tournaments.seating import (
    Apart,
    Demand,
    ImpossibleDemand,
    Plan,
    Remainder,
    Turns,
    Wishes,
    draw,
    problems,
    tell,
    with_travelling_sets,
)


def duplicate(players: int, rounds: int, sets: int | None = None, **more) -> tuple[Plan, Demand]:
    demand = Demand(tuple(range(1, players + 1)), rounds, seed=1, sets=players // 4 if sets is None else sets, **more)
    return draw(demand), demand


def sets_met_again(plan: Plan) -> int:
    met = Counter(
        (player, held)
        for tables, sets in zip(plan.rounds, plan.sets, strict=True)
        for table, held in zip(tables, sets, strict=True)
        for player in table
    )
    return sum(count - 1 for count in met.values())


def people_met_again(plan: Plan) -> int:
    met = Counter(pair for tables in plan.rounds for table in tables for pair in combinations(sorted(table), 2))
    return sum(count - 1 for count in met.values())


def chairs(plan: Plan) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for tables in plan.rounds:
        for table in tables:
            for chair, player in enumerate(table):
                found.setdefault(player, set()).add(chair)
    return found


FULL = [5, 7, 8, 9, 11, 12, 13, 16, 25]


@pytest.mark.parametrize(
    ("tables", "rounds"),
    [*((tables, tables) for tables in FULL), (6, 5), (10, 9), (14, 11), *((tables, 12) for tables in range(15, 26)),
     (40, 20), (100, 12)],
)  # fmt: skip
def test_a_full_hall_meets_no_set_and_nobody_twice(tables: int, rounds: int) -> None:
    plan, demand = duplicate(4 * tables, rounds)
    assert problems(plan, demand) == []
    assert (sets_met_again(plan), people_met_again(plan)) == (0, 0)
    assert (plan.certificate.set_repeats, plan.certificate.repeats) == (0, 0)
    assert all(len(kept) == 1 for kept in chairs(plan).values())
    assert all(sorted(sets) == list(range(1, tables + 1)) for sets in plan.sets)


@pytest.mark.parametrize(("tables", "most"), [(6, 36), (10, 60), (14, 140)])
def test_where_no_such_movement_is_known_sets_come_before_people(tables: int, most: int) -> None:
    plan, _demand = duplicate(4 * tables, tables)
    assert sets_met_again(plan) == 0
    assert people_met_again(plan) == plan.certificate.repeats <= most
    assert all(len(kept) == 1 for kept in chairs(plan).values())


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [(21, 5, 4), (22, 5, 6), (23, 5, 9), (29, 7, 0), (31, 7, 0), (51, 12, 0), (103, 10, 0)],
)
def test_who_is_one_too_many_relieves_one_orientation_fairly(players: int, rounds: int, most: int) -> None:
    plan, demand = duplicate(players, rounds)
    assert problems(plan, demand) == []
    assert sets_met_again(plan) == 0
    assert people_met_again(plan) <= most
    assert all(len(kept) == 1 for kept in chairs(plan).values())
    assert max(Counter(player for out in plan.exempts for player in out).values()) == 1


@pytest.mark.parametrize(("players", "rounds", "sets"), [(48, 5, 6), (40, 4, 5), (84, 7, 10), (80, 9, 10), (44, 5, 10)])
def test_neighbours_share_a_set_where_there_are_fewer(players: int, rounds: int, sets: int) -> None:
    plan, demand = duplicate(players, rounds, sets)
    assert problems(plan, demand) == []
    assert sets_met_again(plan) == 0
    for of_round in plan.sets:
        assert list(of_round) == sorted(of_round)  # those who share one are neighbours
        assert set(of_round) == set(range(1, sets + 1))
        assert max(Counter(of_round).values()) == -(-players // 4 // sets)


def test_more_sets_than_tables_spare_whoever_comes_back_to_a_table() -> None:
    plan, _demand = duplicate(20, 8, 16)
    assert sets_met_again(plan) == 0
    assert all(len(set(sets)) == 5 for sets in plan.sets)
    assert duplicate(40, 10, 20)[0].certificate.set_repeats == 0


def test_what_cannot_be_is_said_with_its_number() -> None:
    plan, _demand = duplicate(20, 8)
    certificate = plan.certificate
    assert sets_met_again(plan) == certificate.set_repeats == certificate.set_repeats_bound == 20 * 3
    assert tell(certificate, "en")[2:4] == [
        "60 times, somebody plays boards that he has played: there are 60 at least.",
        "Everybody keeps his seat.",
    ]
    assert tell(duplicate(20, 5)[0].certificate, "en")[2] == "Nobody plays the same boards twice."
    assert tell(draw(Demand(tuple(range(20)), 5, seed=1)).certificate, "en")[2].startswith("Everybody has each seat")


@pytest.mark.parametrize(
    ("players", "rounds", "sets"), [(44, 11, 11), (51, 12, 12), (24, 6, 6), (20, 8, 5), (48, 5, 6)]
)
def test_each_sentence_is_what_the_seats_say(players: int, rounds: int, sets: int) -> None:
    assert refuted(*duplicate(players, rounds, sets)) == []


def test_a_rule_keeps_everybody_on_his_chair() -> None:
    plan, demand = duplicate(44, 11)
    assert plan.movement is not None
    assert plan.movement.next_place((10, 3), began=0, after=0) == (0, 3)
    assert plan.movement.words("en")[1] == "Each time, everybody keeps his seat; the boards stay at their table."
    assert Plan.from_json(json.loads(json.dumps(plan.as_json()))) == plan
    assert problems(Plan(plan.rounds, plan.exempts, plan.certificate, plan.movement, plan.sets), demand) == []
    assert duplicate(45, 11)[0].movement is None
    assert duplicate(48, 5, 6)[0].movement is None


def test_the_same_demand_gives_the_same_movement() -> None:
    assert duplicate(22, 5) == duplicate(22, 5)
    one, other = (draw(Demand(tuple(range(20)), 5, seed=seed, sets=5)).rounds for seed in (1, 2))
    assert one != other


def test_members_of_a_club_hold_one_orientation_and_never_meet() -> None:
    clubs = tuple(Apart(tuple(range(first, first + 5)), name=str(first)) for first in (1, 6, 11, 16))
    plan, _demand = duplicate(20, 5, wishes=Wishes(apart=clubs))
    assert [wish.broken for wish in plan.certificate.wishes] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"sets": 501}, "Il faut de 1 à 500 jeux d’étuis, et non 501"),
        ({"sets": -1}, "Il faut de 1 à 500 jeux d’étuis, et non -1"),
        ({"sets": 5, "remainder": Remainder.SMALLER}, "Les étuis se jouent à quatre"),
        ({"sets": 5, "table_size": 5}, "Les étuis se jouent à quatre"),
        ({"sets": 5, "wishes": Wishes(fixed_tables=((1, 0),))}, "Avec des étuis, chacun garde sa place"),
        ({"sets": 5, "wishes": Wishes(fixed_seats=((1, 0),))}, "Avec des étuis, chacun garde sa place"),
        ({"sets": 5, "wishes": Wishes(teams=((1, 2),))}, "Avec des étuis, chacun garde sa place"),
        ({"sets": 5, "wishes": Wishes(active=((1, 0, 2),))}, "Avec des étuis, chacun garde sa place"),
        ({"sets": 5, "wishes": Wishes(apart=(Apart((1, 2), hard=True),))}, "Avec des étuis, chacun garde sa place"),
    ],
)  # fmt: skip
def test_what_duplicate_does_not_know_is_refused(more: dict, said: str) -> None:
    with pytest.raises(ImpossibleDemand) as refused:
        Demand(tuple(range(20)), 4, seed=1, **more)
    assert refused.value.message().startswith(said)


def test_turns_of_odd_tables_are_nothing_in_duplicate() -> None:
    assert duplicate(20, 5, turns=Turns.LAST)[0].rounds == duplicate(20, 5)[0].rounds


def test_who_met_before_meets_again_as_little_as_can_be_and_is_counted() -> None:
    """The sets are new to all; the past is of meetings alone."""
    past = draw(Demand(tuple(range(28)), 2, seed=1)).rounds
    plan = draw(Demand(tuple(range(28)), 3, seed=1, sets=7, past=past))
    assert (plan.certificate.set_repeats, plan.certificate.past) == (0, 2)
    met = Counter(frozenset(pair) for tables in (*past, *plan.rounds) for t in tables for pair in combinations(t, 2))
    assert plan.certificate.repeats == sum(met.values()) - len(met) < 30


def test_who_holds_sud_stays_where_the_sets_travel() -> None:
    plan, _demand = duplicate(44, 11)
    moved = with_travelling_sets(plan)
    assert {tables[0][0] for tables in moved.rounds} == {plan.rounds[0][0][0]}
    assert [sorted(zip(t, s, strict=True)) for t, s in zip(moved.rounds, moved.sets, strict=True)] == [
        sorted(zip(t, s, strict=True)) for t, s in zip(plan.rounds, plan.sets, strict=True)
    ]
    rule = moved.movement
    assert rule is not None
    assert {move[0] for move in rule.moves} == {0}
    for number in range(10):
        for table, players in enumerate(moved.rounds[number]):
            for chair, player in enumerate(players):
                after, same = rule.next_place((table, chair), began=chair, after=number)
                assert moved.rounds[number + 1][after][same] == player
            goes = (table + rule.sets[number]) % 11
            assert moved.sets[number + 1][goes] == moved.sets[number][table]
    assert Plan.from_json(json.loads(json.dumps(moved.as_json()))) == moved
    assert rule.words()[-2] == "À chaque fois, chacun garde sa place ; les étuis aussi changent de table."
