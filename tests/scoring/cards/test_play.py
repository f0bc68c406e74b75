"""What may be played on a trick, and who takes it [R21]."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK, EXCUSE, Duty, card, codes, demand, legal, winner

from .records import cards

# hand, cards on the table, duty, what may be played
PLAYS = [
    ("P3 C5 18 EX", "", Duty.FREE, "P3 C5 18 EX"),
    ("P3 P9 C5 18", "PR", Duty.FOLLOW, "P3 P9"),
    ("PD P9 C5", "P5", Duty.FOLLOW, "PD P9"),  # nobody has to rise in a suit
    ("P3 C5 18 EX", "PR 21", Duty.FOLLOW, "P3 EX"),  # one follows even under a trump
    ("C5 18 4 EX", "PR", Duty.TRUMP, "18 4 EX"),
    ("C5 18 4 EX", "PR 16", Duty.OVERTRUMP, "18 EX"),
    ("C5 15 4 EX", "PR 16", Duty.UNDERTRUMP, "15 4 EX"),
    ("C5 15 4 EX", "PR 3 16 2", Duty.UNDERTRUMP, "15 4 EX"),
    ("C5 K2", "PR 16", Duty.FREE, "C5 K2"),
    ("C5 EX", "PR 16", Duty.FREE, "C5 EX"),
    ("C5 18 4", "16", Duty.RISE, "18"),
    ("C5 15 4", "16", Duty.FOLLOW, "15 4"),
    ("C5 15 4", "3 16", Duty.FOLLOW, "15 4"),
    ("C5 17 4 EX", "3 16 2", Duty.RISE, "17 EX"),
    ("C5 K2", "16", Duty.FREE, "C5 K2"),
    ("C5 1", "21", Duty.FOLLOW, "1"),
    # An Excuse led leaves the choice to the next card.
    ("C5 18", "EX", Duty.FREE, "C5 18"),
    ("C5 P3 18", "EX P7", Duty.FOLLOW, "P3"),
    ("C5 P3 18 4", "EX 7", Duty.RISE, "18"),
    ("C5 18 4", "P3 EX", Duty.TRUMP, "18 4"),
]


@pytest.mark.parametrize(("hand", "table", "duty", "allowed"), PLAYS)
def test_what_may_be_played(hand, table, duty, allowed):
    found = demand(cards(hand), cards(table))
    assert (found.duty, sorted(found.cards)) == (duty, sorted(cards(allowed)))
    assert legal(cards(hand), cards(table)) == found.cards


@pytest.mark.parametrize(
    ("hand", "called", "duty", "allowed"),
    [
        ("CR C5 P3 18 EX", "CR", Duty.CALLED, "CR P3 18 EX"),  # the called card itself may lead
        ("C5 P3 18", "CR", Duty.CALLED, "P3 18"),
        ("P3 18", "CR", Duty.FREE, "P3 18"),
        ("CR P3", "CR", Duty.FREE, "CR P3"),
        ("C5 C4", "CR", Duty.FREE, "C5 C4"),  # no other card: nothing forbids what cannot be avoided
    ],
)
def test_the_first_lead_at_five_leaves_the_called_suit_alone(hand, called, duty, allowed):
    found = demand(cards(hand), called=card(called))
    assert (found.duty, sorted(found.cards)) == (duty, sorted(cards(allowed)))


def test_after_an_excuse_led_at_five_the_second_card_is_free():
    assert legal(cards("C5 P3"), cards("EX"), called=card("CR")) == tuple(cards("C5 P3"))


@pytest.mark.parametrize(
    ("hand", "table", "french", "english"),
    [
        ("P3 C5", "PR", "fournir à pique", "follow spades"),
        ("4 C5", "16", "fournir à l’atout", "follow trumps"),
        ("18 4", "16", "monter sur le 16", "play a trump above the 16"),
        ("4 C5", "PR", "couper", "trump"),
        ("18 4", "PR 16", "couper en montant sur le 16", "trump above the 16"),
        ("4 C5", "PR 16", "couper, même sous le 16 (pisser)", "trump, even below the 16"),
    ],
)
def test_a_demand_says_what_has_to_be_done(hand, table, french, english):
    duty = demand(cards(hand), cards(table))
    assert (duty.text(), duty.text("en")) == (french, english)


@pytest.mark.parametrize(
    ("table", "taken_by"),
    [
        ("P5 PR P10", "PR"), ("P5 CR KR", "P5"), ("P5 3 PR", "3"), ("P5 3 21 7", "21"), ("2 1 EX", "2"),
        ("EX P5 CR", "P5"), ("EX P5 2", "2"), ("P5 EX P4", "P5"), ("PA P2 EX", "P2"), ("PV PC PD", "PD"),
        ("P10 PV", "PV"), ("EX P5 P6 TR 1", "1"),
    ],
)  # fmt: skip
def test_who_takes_a_trick(table, taken_by):
    trick = cards(table)
    assert trick[winner(trick)].code == taken_by


@given(st.permutations(DECK), st.integers(1, 24), st.integers(0, 4))
def test_there_is_always_something_to_play_and_the_excuse_is_always_allowed(pack, size, on_table):
    hand, table = sorted(pack[:size]), pack[size : size + on_table]
    allowed = legal(hand, table)
    assert allowed
    assert set(allowed) <= set(hand)
    assert (EXCUSE in allowed) == (EXCUSE in hand)
    assert codes(sorted(allowed)) == codes(sorted(set(allowed)))
