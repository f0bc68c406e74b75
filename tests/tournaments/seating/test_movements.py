"""Movements people follow by themselves lead where the plan says."""

import pytest

from tournaments.seating import Demand, Movement, draw, problems


@pytest.mark.parametrize(("players", "rounds"), [(20, 5), (28, 7), (44, 11), (64, 7), (100, 12), (40, 9), (1000, 10)])
def test_a_rule_leads_from_round_to_round_without_a_repeat_nor_a_table_twice(players, rounds):
    demand = Demand(tuple(range(players)), rounds, seed=1)
    plan = draw(demand)
    assert plan.movement is not None
    assert problems(plan, demand) == []
    said = plan.certificate
    assert (said.repeats, said.tables_most, said.seats_spread) == (0, 1, 0 if rounds % 4 == 0 else 1)


def test_a_steady_rule_is_a_few_sentences():
    rule = draw(Demand(tuple(range(44)), 11, seed=1)).movement
    assert rule.steady
    assert rule.words() == [
        "Départ en Sud +1 table, Est +2 tables, Nord +3 tables, Ouest +4 tables.",
        "À chaque fois, chacun prend la place suivante : Sud va en Est, Est en Nord, Nord en Ouest, Ouest en Sud.",
        "Le mouvement vaut pour 11 positions ; après la table 11 vient la table 1.",
    ]
    assert rule.words("en")[0] == "Started South +1 table, East +2 tables, North +3 tables, West +4 tables."
    assert rule.next_place((10, 3), began=0, after=0) == (0, 0)


def test_a_rule_that_changes_has_a_sentence_a_round():
    rule = draw(Demand(tuple(range(40)), 9, seed=1)).movement
    assert not rule.steady
    assert len(rule.words()) == 10
    assert rule.words()[0].startswith("Après la position 1 : Départ en Sud +")


def test_a_rule_may_be_preferred_to_changing_tables():
    demand = Demand(tuple(range(40)), 5, seed=1, by_rule=True)
    plan = draw(demand)
    assert problems(plan, demand) == []
    assert plan.movement.steady


def test_no_rule_where_the_rounds_follow_none():
    assert draw(Demand(tuple(range(22)), 4, seed=1)).movement is None
    assert draw(Demand(tuple(range(16)), 1, seed=1)).movement is None


def test_the_check_follows_the_rule():
    demand = Demand(tuple(range(20)), 5, seed=1)
    plan = draw(demand)
    wrong = Movement(plan.movement.tables, ((1, 1, 1, 1),) * 4)
    object.__setattr__(plan, "movement", wrong)
    assert [problem.split(":")[0] for problem in problems(plan, demand)] == [f"round {n}" for n in range(2, 6)]


@pytest.mark.parametrize(
    ("players", "size", "french", "english"),
    [
        (33, 3, "Sud va en Est, Est en Nord, Nord en Sud.", "South to East, East to North, North to South."),
        (
            55,
            5,
            "Sud va en Est, Est en Nord, Nord en Ouest, Ouest en cinquième place, cinquième place en Sud.",
            "South to East, East to North, North to West, West to fifth seat, fifth seat to South.",
        ),
    ],
)
def test_the_rule_names_the_chairs_there_are(players, size, french, english):
    rule = draw(Demand(tuple(range(players)), 5, seed=1, table_size=size, by_rule=True)).movement
    assert rule.words()[1] == f"À chaque fois, chacun prend la place suivante\u00a0: {french}"
    assert rule.words("en")[1] == f"Each time, everybody takes the next seat: {english}"
