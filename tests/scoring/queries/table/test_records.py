"""A replay as a page shows it, and the faults of a donne known only from its tricks."""

import random

import pytest

from scoring.cards.evaluation import scored_of
from scoring.cards.reading import read
from scoring.cards.replay import replay
from scoring.forms.table.records import read_record
from scoring.marque import Variant
from scoring.queries.table.cards import EXAMPLE, EXAMPLE_NOTES, example
from scoring.queries.table.records import play_problems, renamed, step_of
from tests.scoring.cards.dealing import random_record
from tests.scoring.written import COMMENTED, columns, with_fault


def test_the_example_of_the_page_is_the_donne_of_the_source() -> None:
    assert example() == read(COMMENTED)
    assert set(EXAMPLE_NOTES) <= set(range(len(EXAMPLE["tricks"]) + 1))


def test_the_steps_are_the_deal_the_tricks_and_the_result() -> None:
    replayed = replay(example())
    deal, first, last, result = (step_of(replayed, number) for number in (0, 1, 18, 19))
    assert (deal.is_deal, deal.before, deal.after, deal.half_points, deal.bouts) == (True, None, 1, 14, 0)
    assert [len(chair.hand) for chair in deal.chairs] == [18, 18, 18, 18]
    assert [chair.play.card.code for chair in first.chairs] == ["CR", "C4", "C2", "C7"]
    assert [chair.player for chair in first.chairs if chair.leads] == ["Est"]
    assert [chair.player for chair in first.chairs if chair.wins] == ["Nord"]
    assert (first.half_points, first.required) == (14 + 12, 112)
    assert [len(chair.hand) for chair in last.chairs] == [1, 1, 1, 1]
    assert (result.is_result, result.after, result.half_points, result.bouts, result.required) == (
        True,
        None,
        74,
        2,
        82,
    )
    assert [len(chair.hand) for chair in result.chairs] == [0, 0, 0, 0]


def test_who_is_called_sud_sits_below() -> None:
    chairs = step_of(replay(example()), 1).chairs
    assert {chair.player: chair.place for chair in chairs} == {"Sud": 0, "Est": 1, "Nord": 2, "Ouest": 3}


@pytest.mark.parametrize("asked", [-5, 20, 999])
def test_a_step_out_of_reach_is_the_nearest(asked: int) -> None:
    assert step_of(replay(example()), asked).number == max(0, min(asked, 19))


def test_the_result_carries_the_marque() -> None:
    assert scored_of(replay(example())).scores == {"Nord": -87, "Ouest": 29, "Sud": 29, "Est": 29}


def test_other_names_are_the_same_donne() -> None:
    for seed in range(5):
        record = random_record(random.Random(seed), variant=Variant.FIVE_MORT)
        names = {player: player.upper() for player in record.players}
        there = renamed(record, names)
        assert renamed(there, {upper: name for name, upper in names.items()}) == record
        assert replay(there).half_points == replay(record).half_points


def told(text: str) -> list[tuple[str, int | None, str | None]]:
    record = read_record(text, only_play=True)
    return [(problem.code, problem.trick, problem.player) for problem in play_problems(record)]


def test_no_renonce_in_the_donne_of_the_source() -> None:
    assert told(columns(heading=False)) == []
    assert play_problems(example()) == []


def test_a_renonce_is_found_with_its_trick_and_its_player() -> None:
    assert told(with_fault()) == [("renonce", 4, "Est")]


def test_a_renonce_is_found_before_the_donne_is_finished() -> None:
    # Of the hand of Est only what fell is known: his hearts come to light at the twelfth trick.
    begun = "\n".join(with_fault().splitlines()[:13])
    assert told(begun) == [("renonce", 4, "Est")]
    assert told("\n".join(with_fault().splitlines()[:6])) == []


def test_a_card_written_twice_is_said_before_anybody_is_accused() -> None:
    assert told(columns(heading=False).replace("CA", "C9"))[0][0] in {"card_twice", "card_played_twice"}
