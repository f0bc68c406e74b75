"""A pile counted two by two [R2]; whose the Excuse is once it has been played, and what it costs [R18, R19]."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK, count
from scoring.cards.pile import MoveKind, Piles
from scoring.marque import Camp
from tests.texts import NO_BREAK

from .records import cards

ATTACK, DEFENCE = Camp.ATTAQUE, Camp.DEFENSE


def counted(text: str, language: str = "fr") -> tuple[object, int, int, list[str]]:
    pile = count(cards(text))
    return pile.points, pile.bouts, pile.cards, [line.text(language) for line in pile.lines]


def test_the_whole_pack():
    pile = count(DECK)
    assert (pile.points, pile.bouts, pile.cards) == (91, 3, 78)
    assert [line.text() for line in pile.lines] == [
        "3 × (bout + petite carte) = 15",
        "4 × (roi + petite carte) = 20",
        "4 × (dame + petite carte) = 16",
        "4 × (cavalier + petite carte) = 12",
        "4 × (valet + petite carte) = 8",
        "20 × (petite carte + petite carte) = 20",
    ]


def test_the_ecart_of_the_donne_commentee_makes_seven():
    assert counted("KC K8 K6 P9 P3 CC") == (
        7, 0, 6, ["2 × (cavalier + petite carte) = 6", "petite carte + petite carte = 1"],
    )  # fmt: skip


def test_honours_without_low_cards_go_together_and_an_odd_card_stays_alone():
    assert counted("PR PD TR TD 3", "en") == (
        16.5, 0, 5, ["king + low card = 5", "king + queen = 8", "queen, with no other card = 3.5"],
    )  # fmt: skip
    assert counted("2 3 4")[3] == ["petite carte + petite carte = 1", "petite carte, sans autre carte = 0,5"]
    assert counted("") == (0, 0, 0, [])


@given(st.sets(st.sampled_from(DECK)))
def test_the_lines_add_up_to_the_pile(chosen):
    pile = count(chosen)
    assert sum(line.half_points for line in pile.lines) == pile.half_points == sum(one.half_points for one in chosen)
    assert sum(line.times * len(line.kinds) for line in pile.lines) == pile.cards == len(chosen)
    assert pile.bouts == sum(one.is_bout for one in chosen)


@given(st.sets(st.sampled_from(DECK)))
def test_two_piles_of_a_pack_make_91(chosen):
    assert count(chosen).points + count(set(DECK) - chosen).points == 91


def piles(aside: str = "", owner: Camp = ATTACK) -> Piles:
    return Piles(cards(aside), owner)


def take(
    on: Piles, trick: str, camp: Camp, *, excuse_from: Camp | None = None, last: bool = False
) -> list[tuple[str, Camp, str]]:
    """Give a trick away and return the moves as (what, whose, card)."""
    moves = on.take(cards(trick), camp=camp, excuse_from=excuse_from, last=last)
    return [(move.kind.value, move.giver, move.card.code) for move in moves]


def owned(on: Piles) -> dict[Camp, tuple[float, int, int]]:
    """Return points, bouts and number of cards of each camp, after checking that they are its cards'."""
    for camp in Camp:
        pile = count(on.cards(camp))
        assert (pile.half_points, pile.bouts) == (on.half_points[camp], on.bouts[camp])
    return {camp: (on.half_points[camp] / 2, on.bouts[camp], len(on.cards(camp))) for camp in Camp}


def test_the_dog_is_somebody_s_from_the_start():
    assert owned(piles("PR P2", DEFENCE)) == {ATTACK: (0, 0, 0), DEFENCE: (5, 0, 2)}


def test_in_a_trick_of_its_own_camp_the_excuse_costs_nothing():
    on = piles()
    assert take(on, "PR EX P2 P3", ATTACK, excuse_from=ATTACK) == []
    assert owned(on) == {ATTACK: (10, 1, 4), DEFENCE: (0, 0, 0)}


def test_in_a_trick_of_the_others_it_stays_against_a_low_card():
    on = piles()
    take(on, "T10 T2 T3 T4", ATTACK)
    assert take(on, "PR EX P2 P3", DEFENCE, excuse_from=ATTACK) == [("kept", ATTACK, "EX"), ("paid", ATTACK, "T2")]
    assert owned(on) == {ATTACK: (6, 1, 4), DEFENCE: (6, 0, 4)}


def test_the_low_card_is_owed_until_there_is_one_and_never_comes_from_the_ecart():
    on = piles("K2 K3 K4 K5 K6 K7")
    assert take(on, "PR EX P2 P3", DEFENCE, excuse_from=ATTACK) == [("kept", ATTACK, "EX"), ("owed", ATTACK, "EX")]
    assert owned(on) == {ATTACK: (7.5, 1, 7), DEFENCE: (5.5, 0, 3)}
    assert take(on, "TR TD TC TV", ATTACK) == []  # no low card in it
    assert take(on, "CR CD C2 C3", ATTACK) == [("paid", ATTACK, "C2")]
    assert owned(on) == {ATTACK: (7.5 + 12 + 8.5, 1, 14), DEFENCE: (6, 0, 4)}


def test_a_camp_without_a_trick_gives_nothing():
    on = piles("K2 K3 K4 K5 K6 K7")
    take(on, "PR EX P2 P3", DEFENCE, excuse_from=ATTACK)
    assert take(on, "CR C2 C3 C4", DEFENCE, last=True) == []
    assert owned(on) == {ATTACK: (7.5, 1, 7), DEFENCE: (11.5, 0, 7)}


def test_a_camp_whose_tricks_hold_no_low_card_gives_its_cheapest_at_the_end():
    on = piles()
    take(on, "TR TD TC TV", ATTACK)
    assert take(on, "PR EX P2 P3", DEFENCE, excuse_from=ATTACK) == [("kept", ATTACK, "EX"), ("owed", ATTACK, "EX")]
    assert take(on, "CR C2 C3 C4", DEFENCE, last=True) == [("paid", ATTACK, "TV")]
    assert owned(on) == {ATTACK: (10.5 + 4.5, 1, 4), DEFENCE: (13, 0, 8)}


@pytest.mark.parametrize(
    ("attack", "french", "english"),
    [
        (
            "TR TD TC TV",
            (
                "L’attaque donne une carte en échange de l’Excuse (valet de trèfle) : ses plis n’ont pas de petite "
                "carte, c’est la moins chère qu’ils ont."
            ),
            (
                "The attack gives a card for the Excuse (jack of clubs): its tricks hold no low card, and this is "
                "the cheapest they have."
            ),
        ),
        (
            "TR TD TC T2",
            "L’attaque donne une carte en échange de l’Excuse (2 de trèfle).",
            "The attack gives a card for the Excuse (2 of clubs).",
        ),
    ],
)
def test_the_move_says_why_a_card_that_is_no_low_one_is_given(attack, french, english):
    on = piles()
    on.take(cards(attack), camp=ATTACK, excuse_from=None, last=False)
    moves = on.take(cards("PR EX P2 P3"), camp=DEFENCE, excuse_from=ATTACK, last=False)
    moves += on.take(cards("CR C2 C3 C4"), camp=DEFENCE, excuse_from=None, last=True)
    paid = [move for move in moves if move.kind is MoveKind.PAID]
    assert [move.text("en") for move in paid] == [english]
    assert [move.text("fr").translate(NO_BREAK) for move in paid] == [french]


def test_on_the_last_trick_it_changes_camp():
    on = piles()
    take(on, "T10 T2 T3 T4", ATTACK)
    assert take(on, "PR EX P2 P3", DEFENCE, excuse_from=ATTACK, last=True) == [("lost", ATTACK, "EX")]
    assert owned(on) == {ATTACK: (2, 0, 4), DEFENCE: (10, 1, 4)}


def test_on_the_last_trick_it_changes_camp_even_when_its_own_camp_takes_it():
    on = piles()
    take(on, "T10 T2 T3 T4", DEFENCE)
    assert take(on, "PR EX P2 P3", ATTACK, excuse_from=ATTACK, last=True) == [
        ("lost", ATTACK, "EX"), ("paid", DEFENCE, "T2"),
    ]  # fmt: skip
    assert owned(on) == {ATTACK: (6, 0, 4), DEFENCE: (6, 1, 4)}


def test_after_every_other_trick_it_takes_the_last_one():
    on = piles()
    take(on, "T10 T2 T3 T4", ATTACK)
    assert take(on, "PR EX P2 P3", ATTACK, excuse_from=ATTACK, last=True) == [("takes", ATTACK, "EX")]
    assert owned(on) == {ATTACK: (12, 1, 8), DEFENCE: (0, 0, 0)}
