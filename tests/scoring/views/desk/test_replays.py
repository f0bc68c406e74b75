"""Replaying a donne: one step an address, with or without scripts, and a sentence for whatever cannot be read."""

import json
import random
import re

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards.reading import read
from scoring.forms.table.records import packed
from scoring.marque import Variant
from tests.scoring.cards.dealing import random_record
from tests.scoring.cards.records import slam_at_five
from tests.scoring.written import COMMENTED, columns, commented
from tests.texts import words

pytestmark = pytest.mark.services  # the pages count how often they are asked

HERE = "/cartes/rejouer/"


def example(client: Client, step: object):
    answer = client.get(HERE, {"exemple": "1", "pli": step})
    assert answer.status_code == 200
    return answer


def test_the_start_asks_for_a_record_and_offers_an_example(client: Client) -> None:
    answer = client.get(HERE)
    assert answer.status_code == 200
    assert 'href="/cartes/rejouer/?exemple=1"' in answer.content.decode()


def test_the_deal_says_the_contract_the_dog_and_the_ecart(client: Client) -> None:
    page = words(example(client, 0))
    assert "Contrat Prise de Nord Donneur Sud Entame Est" in page
    assert "points de l’attaque 7 bouts 0" in page
    assert "‹ Avant" not in page


def test_the_example_alone_is_said_to_be_one_and_explained(client: Client) -> None:
    shown, own = example(client, 1), client.get(HERE, {"releve": packed(read(COMMENTED)), "pli": 1})
    sentence = "Est joue dans sa couleur la plus longue."
    assert [sentence in words(answer) for answer in (shown, own)] == [True, False]
    assert ["Une donne commentée" in words(answer) for answer in (shown, own)] == [True, False]


def test_the_excuse_is_explained_when_it_falls(client: Client) -> None:
    answer = example(client, 8)
    assert [chair.player for chair in answer.context["step"].chairs if chair.wins] == ["Ouest"]
    assert "L’Excuse reste à l’attaque." in words(answer)
    assert "L’attaque donne une carte en échange de l’Excuse (" in words(answer)


def test_an_excuse_that_was_not_kept_for_the_end_of_an_announced_slam_is_said_where_it_falls_and_at_the_end(
    client: Client,
) -> None:
    letters = packed(read(slam_at_five("EX")))
    warned = [
        words(client.get(HERE, {"releve": letters, "pli": step})).count("joue l’Excuse avant le dernier pli")
        for step in (0, 1, 2, 15, 16)
    ]
    assert warned == [0, 1, 0, 0, 1]


def test_the_end_is_the_marque_and_both_piles(client: Client) -> None:
    answer = example(client, 19)
    page = words(answer)
    assert "Contrat chuté points de l’attaque 37 bouts 2 à faire avec ces bouts 41" in page
    assert answer.context["marks"] == [("Nord", -87), ("Ouest", 29), ("Sud", 29), ("Est", 29)]
    assert [pile.half_points for _camp, pile in answer.context["piles"]] == [74, 108]
    assert "Après ›" not in page


def test_the_links_lead_through_the_whole_donne(client: Client) -> None:
    address, seen = f"{HERE}?exemple=1", []
    while address:
        page = client.get(address).content.decode()
        seen.append(address)
        following = re.search(r'rel="next"\s+href="([^"]+)"', page)
        address = following[1].replace("&amp;", "&") if following else ""
    assert len(seen) == 20


@pytest.mark.parametrize("written", [commented(), columns()])
def test_what_is_pasted_becomes_an_address(client: Client, written: str) -> None:
    answer = client.post(HERE, {"releve": written})
    assert answer.status_code == 303
    last = client.get(f"{answer['Location']}&pli=19")
    assert dict(last.context["marks"]) == {"Nord": -87, "Ouest": 29, "Sud": 29, "Est": 29}


@pytest.mark.parametrize("variant", [Variant.THREE, Variant.FIVE, Variant.FIVE_MORT])
def test_three_and_five_are_replayed_as_well(client: Client, variant: Variant) -> None:
    letters = packed(random_record(random.Random(2), variant=variant))
    for step in (0, 1, 8, 99):
        answer = client.get(HERE, {"releve": letters, "pli": step})
        assert answer.status_code == 200
    assert len(answer.context["marks"]) == variant.seats
    assert sum(points for _name, points in answer.context["marks"]) == 0


def test_a_record_with_a_renonce_is_replayed_with_its_fault_at_its_trick(client: Client) -> None:
    wrong = columns().replace("CA", "??").replace("PA", "CA").replace("??", "PA")
    address = client.post(HERE, {"releve": wrong})["Location"]
    assert "Est a joué l’as de pique, il fallait fournir à cœur" in words(client.get(f"{address}&pli=4"))
    assert client.get(f"{address}&pli=5").context["step"].problems == ()
    last = client.get(f"{address}&pli=19")
    assert (last.context["marque"], len(last.context["step"].problems)) == (None, 1)
    assert "La marque paraît quand la donne est finie et que rien n’y est à corriger." in words(last)


def test_a_donne_that_stops_early_is_replayed_as_far_as_it_goes(client: Client) -> None:
    begun = client.post(HERE, {"releve": commented(tricks=[{"Est": "C7", "Nord": "CR"}])})["Location"]
    assert client.get(f"{begun}&pli=1").status_code == 200
    assert "La donne n’est pas finie" in words(client.get(f"{begun}&pli=2"))
    none = client.post(HERE, {"releve": commented(tricks=[])})["Location"]
    assert "La donne n’est pas finie" in words(client.get(f"{none}&pli=1"))


@pytest.mark.parametrize("asked", ["", "x", "-1", "99999999999", "²", "\x00"])
def test_a_step_that_no_link_offers(client: Client, asked: str) -> None:
    example(client, asked)


@pytest.mark.parametrize("letters", ["x", "é", "A" * 7000, "%00"])
def test_an_address_that_is_no_record_is_said_to_be_damaged(client: Client, letters: str) -> None:
    answer = client.get(HERE, {"releve": letters})
    assert answer.status_code == 422
    assert "Cette adresse est incomplète ou abîmée : collez de nouveau le relevé." in words(answer)
    assert len(answer.context["form"].problems) == 1


@pytest.mark.parametrize("written", ["", "{", "[]", "bonjour", "x" * 70_000, '{"variant": 4}', "[" * 60_000])
def test_what_is_no_record_is_said_and_kept_on_the_page(client: Client, written: str) -> None:
    answer = client.post(HERE, {"releve": written})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()


ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 99)
    | st.sampled_from(["Nord", "PR", "EX", "21", "", "garde_contre", "5"]),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["Nord", "Sud", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=25)
@given(st.dictionaries(st.sampled_from([*COMMENTED, "leader", "sits_out"]), ODD, min_size=1, max_size=3), st.data())
def test_a_record_with_any_value_anywhere_is_answered(wrong: dict[str, object], data: st.DataObject) -> None:
    tricks = [dict(trick) for trick in COMMENTED["tricks"]]
    for _ in range(data.draw(st.integers(0, 3))):
        trick = data.draw(st.sampled_from(tricks))
        trick[data.draw(st.sampled_from(["Nord", "Sud", "Paul"]))] = data.draw(st.sampled_from(["PR", "1", "EX", "C7"]))
    client = Client()
    answer = client.post(HERE, {"releve": json.dumps(COMMENTED | {"tricks": tricks} | wrong)})
    assert answer.status_code in (303, 422)
    if answer.status_code == 303:
        for step in (0, 5, 99):
            assert client.get(f"{answer['Location']}&pli={step}").status_code == 200
    whole = client.post("/cartes/renonce/", {"releve": json.dumps(COMMENTED | {"tricks": tricks} | wrong)})
    assert whole.status_code in (200, 422)
