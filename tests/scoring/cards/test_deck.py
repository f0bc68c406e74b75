"""The 78 cards, and how people write them."""

import copy
import pickle

import pytest

from scoring.cards import DECK, EXCUSE, PETIT, TRUMPS, Kind, Suit, UnreadableCard, card, codes, read_cards

from .records import cards


def test_the_pack_has_78_cards_and_91_points():
    assert len(DECK) == len({one.code for one in DECK}) == 78
    assert sum(one.half_points for one in DECK) == 182
    assert len(TRUMPS) == 21
    assert {one.code for one in DECK if one.kind is Kind.BOUT} == {"21", "1", "EX"}
    assert [sum(one.suit is suit for one in DECK) for suit in Suit] == [14, 14, 14, 14, 21]


@pytest.mark.parametrize(
    ("code", "half_points"),
    [("21", 9), ("1", 9), ("EX", 9), ("PR", 9), ("CD", 7), ("KC", 5), ("TV", 3), ("T10", 1), ("PA", 1), ("20", 1)],
)
def test_what_a_card_is_worth(code, half_points):
    assert card(code).half_points == half_points


@pytest.mark.parametrize("one", DECK, ids=str)
def test_every_card_is_read_back_from_its_code(one):
    assert card(one.code) is one
    assert card(one.code.lower()) is one
    assert card(one.symbol) is one


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" pr ", "PR"), ("t 10", "T10"), ("10t", "T10"), ("♥10", "C10"), ("10♥\ufe0f", "C10"), ("K1", "KA"),
        ("1♦", "KA"), ("a♠", "PA"), ("excuse", "EX"), ("Exc", "EX"), ("cc", "CC"), ("C♣", "TC"), ("c1", "CA"),
    ],
)  # fmt: skip
def test_cards_are_read_with_tolerance(text, code):
    assert card(text).code == code


@pytest.mark.parametrize("text", ["", "22", "0", "P", "P11", "P0", "PX", "R", "XR", "21P", "EXX", "+1", "１", "1.0"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(UnreadableCard) as refused:
        card(text)
    assert refused.value.text == text


def test_a_pasted_text_gives_its_cards_and_the_words_that_are_none():
    assert read_cards("17, 12 EX P R;T 10\n10♥ zz 22 ♠ A") == (cards("17 12 EX PR T10 C10 PA"), ["zz", "22"])
    assert read_cards("") == ([], [])


def test_a_card_stays_one_object():
    assert copy.deepcopy(EXCUSE) is EXCUSE
    assert pickle.loads(pickle.dumps(PETIT)) is PETIT


def test_a_hand_is_sorted_as_players_hold_it():
    assert codes(sorted(cards("TA P2 EX 3 CR 21 KV"))) == ["21", "3", "EX", "P2", "CR", "KV", "TA"]


@pytest.mark.parametrize(
    ("code", "french", "english", "symbol"),
    [
        ("PR", "roi de pique", "king of spades", "R♠"),
        ("C10", "10 de cœur", "10 of hearts", "10♥"),
        ("KA", "as de carreau", "ace of diamonds", "A♦"),
        ("16", "16 d’atout", "16 of trumps", "16"),
        ("EX", "Excuse", "Excuse", "Excuse"),
    ],
)
def test_a_card_has_a_name(code, french, english, symbol):
    assert (card(code).name(), card(code).name("en"), card(code).symbol) == (french, english, symbol)


@pytest.mark.parametrize(
    ("code", "french", "english"),
    [
        ("PR", "le roi de pique", "the king of spades"),
        ("CD", "la dame de cœur", "the queen of hearts"),
        ("KA", "l’as de carreau", "the ace of diamonds"),
        ("1", "le 1 d’atout", "the 1 of trumps"),
        ("13", "le 13 d’atout", "the 13 of trumps"),
        ("EX", "l’Excuse", "the Excuse"),
    ],
)
def test_a_sentence_names_a_card_with_its_article(code, french, english):
    assert (card(code).with_article(), card(code).with_article("en")) == (french, english)
