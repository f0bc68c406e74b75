"""A pile counted two by two."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import DECK, count

from .records import cards


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
