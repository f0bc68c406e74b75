"""Before the first trick: petit sec, poignées, écart, call."""

import pytest

from scoring.cards import (
    EcartFault,
    PoigneeFault,
    callable_cards,
    codes,
    discardable,
    ecart_faults,
    largest_poignee,
    petit_sec,
    poignee_faults,
)
from scoring.marque import PoigneeSize

from .records import cards

SPADES = "PR PD PC PV P10 P9 P8 P7 P6 P5 P4 P3 P2 PA"


@pytest.mark.parametrize(
    ("hand", "void"), [("1 PR C5", True), ("1 EX PR", False), ("1 2 PR", False), ("2 PR", False), ("EX PR", False)]
)
def test_the_petit_alone_voids_a_deal(hand, void):
    assert petit_sec(cards(hand)) == void


@pytest.mark.parametrize(
    ("hands", "trumps", "size"),
    [
        (4, 9, None), (4, 10, PoigneeSize.SIMPLE), (4, 12, PoigneeSize.SIMPLE), (4, 13, PoigneeSize.DOUBLE),
        (4, 15, PoigneeSize.TRIPLE), (3, 12, None), (3, 13, PoigneeSize.SIMPLE), (3, 18, PoigneeSize.TRIPLE),
        (5, 7, None), (5, 8, PoigneeSize.SIMPLE), (5, 13, PoigneeSize.TRIPLE),
    ],
)  # fmt: skip
def test_the_biggest_poignee_of_a_hand_counts_the_excuse(hands, trumps, size):
    hand = cards("EX " + " ".join(map(str, range(2, trumps + 1))) + " PR")
    assert largest_poignee(hand, hands=hands) == size


@pytest.mark.parametrize(
    ("shown", "held", "faults"),
    [
        ("2 3 4 5 6 7 8 9 10 11", "2 3 4 5 6 7 8 9 10 11 12 PR", []),  # eleven trumps: ten are shown
        ("EX 3 4 5 6 7 8 9 10 11", "EX 3 4 5 6 7 8 9 10 11 PR", []),
        ("EX 3 4 5 6 7 8 9 10 11", "EX 3 4 5 6 7 8 9 10 11 12", [PoigneeFault.EXCUSE]),
        ("3 4 5 6 7 8 9 10 11", "3 4 5 6 7 8 9 10 11", [PoigneeFault.NUMBER]),
        ("2 3 4 5 6 7 8 9 10 11 12", "2 3 4 5 6 7 8 9 10 11 12", [PoigneeFault.NUMBER]),
        ("2 2 3 4 5 6 7 8 9 10", "2 3 4 5 6 7 8 9 10 11", [PoigneeFault.NUMBER]),
        ("PR 3 4 5 6 7 8 9 10 11", "PR 3 4 5 6 7 8 9 10 11", [PoigneeFault.NOT_TRUMP]),
        ("2 3 4 5 6 7 8 9 10 21", "2 3 4 5 6 7 8 9 10 11", [PoigneeFault.NOT_HELD]),
    ],
)
def test_a_poignee_is_complete_exact_and_really_held(shown, held, faults):
    assert list(poignee_faults(cards(shown), cards(held), hands=4)) == faults


@pytest.mark.parametrize(
    ("ecart", "held", "faults"),
    [
        ("PD PC PV P10 P9 P8", SPADES, {}),
        ("PR PC PV P10 P9 P8", SPADES, {EcartFault.KING: ["PR"]}),
        ("1 EX PV P10 P9 P8", f"{SPADES} 1 EX", {EcartFault.BOUT: ["1", "EX"]}),
        ("2 PC PV P10 P9 P8", f"{SPADES} 2", {EcartFault.TRUMP: ["2"]}),
        ("2 3 P5 P4 P3 P2", "P5 P4 P3 P2 PR 2 3 4", {}),  # two short: two trumps may go
        ("2 3 4 P4 P3 P2", "P5 P4 P3 P2 PR 2 3 4", {EcartFault.TRUMP: ["2", "3", "4"]}),
        ("PD PC PV P10 P9", SPADES, {EcartFault.SIZE: ["PD", "PC", "PV", "P10", "P9"]}),
        ("PD PC PV P10 P9 T2", SPADES, {EcartFault.NOT_HELD: ["T2"]}),
    ],
)
def test_what_may_be_discarded(ecart, held, faults):
    found = ecart_faults(cards(ecart), cards(held), size=6)
    assert {fault: codes(wrong) for fault, wrong in found} == faults


def test_discardable_cards_are_the_trumps_too_when_the_others_are_too_few():
    assert codes(discardable(cards("PR PD P5 21 4 1 EX"), size=2)) == ["PD", "P5"]
    assert codes(discardable(cards("PR PD P5 21 4 1 EX"), size=3)) == ["PD", "P5", "4"]


@pytest.mark.parametrize(
    ("hand", "ranks"),
    [
        ("PR CR KR 21", "R"),
        ("PR CR KR TR 21", "RD"),
        ("PR CR KR TR PD CD KD TD", "RDC"),
        ("PR CR KR TR PD CD KD TD PC CC KC TC", "RDCV"),
        ("PD CD KD TD", "R"),
    ],
)
def test_a_king_is_called_and_a_queen_only_with_the_four_kings(hand, ranks):
    assert codes(callable_cards(cards(hand))) == [f"{suit}{rank}" for rank in ranks for suit in "PCKT"]
