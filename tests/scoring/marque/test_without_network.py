"""The data by which a page counts without a server: complete, short, and none where it would be wrong."""

import json
from pathlib import Path

import pytest

from scoring.marque import FFT_2012, Camp, Contract, PousseReading, Variant, compose
from scoring.marque.facts import COLUMNS
from scoring.marque.feasible import counts
from scoring.marque.without_network import figures


@pytest.mark.parametrize("variant", [Variant.THREE, Variant.FOUR, Variant.FIVE, Variant.FIVE_MORT])
def test_every_count_is_possible_or_has_its_sentence(variant: Variant) -> None:
    told = figures(FFT_2012, variant, "fr")
    assert told is not None
    assert len(json.dumps(told)) < 16_000  # of a page that a slow phone opens
    assert len(told["counts"]) == 3 * 4 * 3
    for made in ("", "attaque", "defense"):
        letters = told["counts"][f"garde_contre2{made}"]
        possible = {count for count, letter in enumerate(letters) if letter == "."}
        assert possible == counts(variant, Contract.GARDE_CONTRE, 2, Camp(made) if made else None)
    assert {ord(letter) - 65 for letter in set("".join(told["counts"].values())) - {"."}} <= set(
        range(len(told["texts"]))
    )
    assert told["texts"][ord(told["beyond"]) - 65].startswith("Il y a 91 points dans le jeu")
    assert told["required"] == [112, 102, 82, 72]


def test_the_parts_of_a_mark_are_in_the_words_of_the_server() -> None:
    own = compose({"base": 30, "petit_au_bout": 15}, edition="club-1")
    told = figures(own, Variant.FOUR, "fr")
    assert told is not None
    parts = told["parts"]
    assert parts["contract_failed"] == "−(30 + {distance}) × {multiplier}"
    assert parts["defense"] == "petit au bout pour la défense, 15 × {multiplier}"
    assert (parts["triple"], parts["chelem_made"]) == ("poignée triple", "chelem réussi sans annonce")


def test_what_it_cannot_tell_it_does_not() -> None:
    pousse = compose({"house": {"pousse": PousseReading.ADD}}, edition="club-1")
    assert figures(pousse, Variant.FOUR, "fr") is None
    assert figures(FFT_2012, Variant.FIVE_FLAMBEUSE, "fr") is None
    assert figures(FFT_2012, Variant.SIX, "fr") is None


def test_a_new_fact_of_a_donne_is_known_to_the_script_or_left_to_the_server() -> None:
    """A fact that changes the marque and that marks.js does not read would make its figures wrong."""
    script = Path("tarot_club/static/tarot_club/marks.js").read_text()
    other_name = {"half_points": "points", "sits_out": "mort", "miseres": "misere_atout", "poignees": "poignee_"}
    unread = [one.name for one in COLUMNS if other_name.get(one.name, one.name) not in script]
    assert unread == []


def test_a_garde_is_counted_by_the_cards_as_a_prise() -> None:
    for bouts in range(4):
        for made in (None, *Camp):
            same = {counts(Variant.FOUR, contract, bouts, made) for contract in (Contract.PRISE, Contract.GARDE)}
            assert len(same) == 1
