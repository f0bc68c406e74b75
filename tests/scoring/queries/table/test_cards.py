"""What a pile comes to, and whether a card was a renonce."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK, Card, demand, read_cards
from scoring.queries.table.cards import judge, reading_of

HANDS = st.sets(st.sampled_from(DECK), min_size=2, max_size=24)


def cards(text: str) -> list[Card]:
    return read_cards(text)[0]


@pytest.mark.parametrize(
    ("pile", "hands", "attack", "said"),
    [
        # (half-points of the attack, bouts, required, won, gap)
        ("21 EX PR", 4, True, (27, 2, 82, False, 28)),
        ("21 EX PR", 4, False, (155, 1, 102, True, 27)),
        ("21 1 EX PR CR KR TR P2", 3, True, (64, 3, 72, False, 4)),
    ],
)
def test_a_pile_and_the_rest_of_the_pack(pile, hands, attack, said) -> None:
    reading = reading_of(cards(pile), hands=hands, attack=attack)
    attackers = reading.of_attack
    assert (attackers.half_points, attackers.bouts, reading.required, reading.won, reading.gap) == said


def test_a_half_point_short_is_failed_by_one_and_a_half_over_is_made_by_one() -> None:
    # R8: 40.5 with two bouts fails by 1, 41.5 is made by 1.
    kings = "21 1 PR CR KR TR PD CD KD "  # 27 + 10.5 = 37.5
    short = reading_of(cards(kings + "2 3 4 5 6 7"), hands=3, attack=True)
    over = reading_of(cards(kings + "2 3 4 5 6 7 8 9"), hands=3, attack=True)
    assert (short.of_attack.half_points, short.won, short.gap) == (81, False, 1)
    assert (over.of_attack.half_points, over.won, over.gap) == (83, True, 1)


@pytest.mark.parametrize(
    ("hands", "number", "usual"),
    [(4, 26, True), (4, 27, False), (3, 27, True), (3, 26, False), (5, 18, True), (5, 20, True), (5, 19, False)],
)
def test_a_camp_holds_whole_tricks_with_or_without_the_dog(hands, number, usual) -> None:
    assert reading_of(DECK[:number], hands=hands, attack=True).usual is usual


@given(HANDS)
def test_the_two_camps_make_the_pack(pile) -> None:
    reading = reading_of(sorted(pile), hands=4, attack=True)
    assert reading.pile.half_points + reading.rest.half_points == 182
    assert reading.pile.bouts + reading.rest.bouts == 3
    other = reading_of(sorted(pile), hands=4, attack=False)
    assert (other.of_attack, other.pile) == (reading.rest, reading.pile)


@pytest.mark.parametrize(
    ("table", "played", "hand", "renonce", "sure"),
    [
        ("C7 C4 16", "12", "17 18 P3", True, False),  # may rise on the 16
        ("C7 C4 16", "12", "15 P3", False, False),  # a heart may still come to light
        ("C7", "C2", "CR", False, True),
        ("C7", "P2", "C3", True, False),
        ("C7", "EX", "CR 21", False, True),
        ("12", "18", "21", False, True),
        ("12", "5", "3 2", False, False),  # a trump above the 12 may still come to light
        ("EX", "P2", "CR", False, True),
        ("", "P2", "CR", False, True),
    ],
)
def test_one_card_is_judged(table, played, hand, renonce, sure) -> None:
    verdict = judge(cards(played)[0], cards(hand), cards(table))
    assert verdict.renonce is renonce
    if not renonce:
        assert verdict.sure is sure


def test_the_called_suit_is_not_led_first() -> None:
    called = cards("CR")[0]
    assert judge(cards("C4")[0], cards("P3"), [], called=called).renonce
    assert not judge(cards("P3")[0], cards("C4"), [], called=called).renonce
    assert not judge(cards("CR")[0], cards("P3"), [], called=called).renonce


@pytest.mark.parametrize(
    ("played", "hands", "table", "called", "asks", "sure"),
    [
        ("C4", 5, "", "", True, False),  # the first lead at five: nobody said what was called
        ("12", 5, "", "", False, True),  # no trump is ever called
        ("EX", 5, "", "", False, True),
        ("C4", 5, "C7", "", False, True),  # not a lead
        ("C4", 4, "", "", False, True),
        ("P4", 5, "", "CR", False, True),
        ("CR", 5, "", "CR", False, True),
        ("C4", 5, "", "CR", False, False),  # another suit may still come to light
    ],
)
def test_a_first_lead_at_five_is_not_judged_without_the_called_card(played, hands, table, called, asks, sure) -> None:
    known = cards(called)[0] if called else None
    verdict = judge(cards(played)[0], [], cards(table), hands=hands, called=known)
    assert (verdict.renonce, verdict.asks_called, verdict.sure) == (False, asks, sure)


@given(st.lists(st.sampled_from(DECK), unique=True, max_size=3), st.data())
def test_a_renonce_stays_one_whatever_the_rest_of_the_hand_and_what_is_sure_stays_legal(table, data) -> None:
    left = [card for card in DECK if card not in table]
    known = data.draw(st.lists(st.sampled_from(left), unique=True, min_size=1, max_size=6))
    more = data.draw(st.lists(st.sampled_from(left), unique=True, max_size=10))
    verdict = judge(known[0], known, table)
    whole = demand(sorted({*known, *more}), table)
    if verdict.renonce:
        assert known[0] not in whole.cards
    elif verdict.sure:
        assert known[0] in whole.cards
