"""Boards dealt from a seed: whole, legal, repeatable, as likely as any other deal."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from scoring.cards import DECK, petit_sec
from scoring.cards.boards import SEED_BITS, DealtBoard, deal

ROOT = Path(__file__).parents[3]
MANY = [deal(7, number) for number in range(1, 1001)]


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "deal", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_board_is_four_hands_of_eighteen_and_a_dog_of_six_each_card_once() -> None:
    for board in MANY[:100]:
        assert [len(hand) for hand in board.hands] == [18] * 4
        assert len(board.dog) == 6
        assert sorted(card for cards in (*board.hands, board.dog) for card in cards) == list(DECK)
        assert all(list(cards) == sorted(cards) for cards in (*board.hands, board.dog))


def test_a_petit_sec_is_dealt_again_unless_it_is_kept() -> None:
    kept = [deal(7, number, keeps_petit_sec=True) for number in range(1, 1001)]
    dry = [board.number for board in kept if any(map(petit_sec, board.hands))]
    assert 0 < len(dry) < 60
    assert not any(petit_sec(hand) for board in MANY for hand in board.hands)
    again = [number for number in range(1, 1001) if kept[number - 1] != MANY[number - 1]]
    assert again == dry


def test_a_seed_deals_the_same_board_again_and_another_one_deals_otherwise() -> None:
    assert deal(7, 12) == MANY[11]
    assert deal(8, 12) != deal(7, 12) != deal(7, 13)


def test_every_card_goes_everywhere_as_often() -> None:
    """Of 1,000 boards each place has a card 18 or 6 times in 78, give or take five deviations."""
    found: Counter[tuple[str, int]] = Counter()
    for board in MANY:
        for place, cards in enumerate((*board.hands, board.dog)):
            found.update((card.code, place) for card in cards)
    for card in DECK:
        for place, size in enumerate((18, 18, 18, 18, 6)):
            share = size / 78
            assert abs(found[card.code, place] - 1000 * share) < 5 * (1000 * share * (1 - share)) ** 0.5


def test_the_dealer_goes_round_by_the_number_of_the_board() -> None:
    dealers = [DealtBoard(number, (), ()).dealer for number in range(1, 6)]
    assert dealers == [2, 1, 0, 3, 2]  # Nord, Est, Sud, Ouest, Nord
    assert deal(7, 1).as_json()["dealer"] == "N"


def test_the_command_writes_a_board_a_line_which_its_seed_deals_again() -> None:
    first = run("--boards", 3, "--first", 5)
    assert (first.returncode, first.stderr) == (0, "")
    boards = [json.loads(line) for line in first.stdout.splitlines()]
    assert [(board["board"], board["dealer"]) for board in boards] == [(5, "N"), (6, "E"), (7, "S")]
    assert {*boards[0]["hands"]} == {*"SENO"}
    assert len(boards[0]["chien"]) == 6
    again = run("--boards", 1, "--first", 6, "--seed", boards[0]["seed"])
    assert json.loads(again.stdout) == boards[1]
    assert run("--boards", 3, "--first", 5).stdout != first.stdout


@pytest.mark.parametrize("arguments", [("--boards", 0), ("--boards", 1001), ("--boards", 3, "--first", 0)])
def test_too_few_or_too_many_boards_are_refused(arguments: tuple[object, ...]) -> None:
    refused = run(*arguments)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert (
        refused.stderr.strip() == "CommandError: Distribuez de 1 à 1000 étuis, dont le premier a le numéro 1 au moins."
    )


def test_the_command_draws_a_seed_that_a_tournament_can_keep() -> None:
    seeds = [int(json.loads(run("--boards", 1).stdout)["seed"]) for _time in range(3)]
    assert len(set(seeds)) == 3
    assert max(seeds) < 2**SEED_BITS <= 2**63
