"""What each number of players can become, and what is said when it cannot."""

import re
from pathlib import Path

import pytest

from tests.test_words import catalogue, marked_in
from tournaments import seating
from tournaments.seating import Demand, ImpossibleDemand, Layout, Remainder, layout, possible_layouts

SMALLER, LARGER, EXEMPT = Remainder.SMALLER, Remainder.LARGER, Remainder.EXEMPT


@pytest.mark.parametrize(
    ("players", "size", "remainder", "tables", "exempts"),
    [
        (4, 4, EXEMPT, (4,), 0),
        (5, 4, LARGER, (5,), 0),
        (5, 4, EXEMPT, (4,), 1),
        (6, 4, SMALLER, (3, 3), 0),
        (7, 4, SMALLER, (4, 3), 0),
        (9, 4, SMALLER, (3, 3, 3), 0),
        (10, 4, LARGER, (5, 5), 0),
        (11, 4, SMALLER, (4, 4, 3), 0),
        (11, 4, EXEMPT, (4, 4), 3),
        (17, 4, LARGER, (4, 4, 4, 5), 0),
        (16, 4, SMALLER, (4, 4, 4, 4), 0),
        (16, 4, LARGER, (4, 4, 4, 4), 0),
        (4, 3, LARGER, (4,), 0),
        (5, 3, EXEMPT, (3,), 2),
        (10, 3, LARGER, (3, 3, 4), 0),
        (9, 5, SMALLER, (5, 4), 0),
        (6, 5, EXEMPT, (5,), 1),
    ],
)
def test_layouts(players, size, remainder, tables, exempts):
    assert layout(players, size, remainder) == Layout(tables, exempts)
    assert possible_layouts(players, size)[remainder] == Layout(tables, exempts)


@pytest.mark.parametrize(
    ("players", "size", "remainder", "code", "sentence"),
    [
        (
            5,
            4,
            SMALLER,
            "indivisible",
            "5 joueurs ne se partagent pas en tables de 4 et de 3 : choisissez 1 table de 5.",
        ),
        (
            11,
            4,
            LARGER,
            "indivisible",
            "11 joueurs ne se partagent pas en tables de 4 et de 5 : choisissez 2 tables de 4 et 1 table de 3.",
        ),
        (
            5,
            3,
            LARGER,
            "indivisible",
            "5 joueurs ne se partagent pas en tables de 3 et de 4 : choisissez 1 table de 3 et 2 exempts.",
        ),
        (
            7,
            3,
            SMALLER,
            "no_smaller",
            "À 3 joueurs par table, une table plus petite n’existe pas : choisissez 1 table de 3 et 1 table de 4.",
        ),
        (
            9,
            5,
            LARGER,
            "no_larger",
            "À 5 joueurs par table, une table plus grande n’existe pas : choisissez 1 table de 5 et 1 table de 4.",
        ),
        (3, 4, EXEMPT, "too_few", "Il faut au moins 4 joueurs pour des tables de 4 : il y en a 3."),
    ],
)
def test_refusals_say_what_is_possible(players, size, remainder, code, sentence):
    with pytest.raises(ImpossibleDemand) as refused:
        layout(players, size, remainder)
    assert refused.value.code == code
    assert refused.value.message() == sentence
    assert refused.value.message("en") != sentence


def test_every_number_has_a_layout_and_none_loses_anybody():
    for size in (3, 4, 5):
        for players in range(size, 200):
            found = possible_layouts(players, size)
            assert Remainder.EXEMPT in found
            assert {one.players for one in found.values()} == {players}
            for choice, one in found.items():
                odd = [table for table in one.tables if table != size]
                assert len(odd) < size
                assert len(set(odd)) <= 1
                assert one.exempts == (players % size if choice is Remainder.EXEMPT else 0)
                assert one.tables == tuple(table for table in one.tables if table == size) + tuple(odd)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"players": (1, 2, 3, 3)}, "duplicate"),
        ({"players": (1, 2, 3)}, "too_few"),
        ({"players": tuple(range(5001))}, "too_many"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 61}, "rounds"),
        ({"table_size": 6}, "table_size"),
        ({"past": (((1, 2, 3, 4), (4, 5, 6, 7)),)}, "past_twice"),
        ({"past": (((1, 2, 3, 4),),), "past_exempts": ((4,),)}, "past_twice"),
        ({"past": (((1, 2),),)}, "past_size"),
        ({"past": (((1, 2, 3, 4),),), "past_exempts": ((), ())}, "past_exempts"),
    ],
)
def test_a_demand_that_cannot_be_met_refuses_to_exist(changed, code):
    fields = {"players": (1, 2, 3, 4), "rounds": 1, "seed": 1} | changed
    with pytest.raises(ImpossibleDemand) as refused:
        Demand(**fields)
    assert refused.value.code == code
    for language in ("fr", "en"):
        sentence = refused.value.message(language)
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_french_sentences_say_what_the_pages_say_with_no_break_spaces():
    package = Path(seating.__file__).parent
    marked = {words.asked for path in package.rglob("*.py") for words in marked_in(path.read_text("utf-8"))}
    sentences = [words for words in catalogue("en")[1] if words.asked in marked]
    assert len(sentences) > 100
    for sentence in sentences:
        for french in (sentence.singular, sentence.plural or ""):
            assert not re.search(r" [:;!?»]|« ", french)
            assert not re.search(r"\b(tours?|lignes?)\b", french, re.IGNORECASE)
        for english in sentence.said:
            assert not re.search(r"\blines?\b(?!})", english, re.IGNORECASE)
