"""A donne out of a text: JSON or a table, the same donne; whatever else is pasted is answered in sentences."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards.reading import read
from scoring.cards.replay import replay
from scoring.forms.table.records import LONGEST, packed, read_record, unpacked
from scoring.marque import Variant
from tests.refusals import refusal_of
from tests.scoring.cards.dealing import random_record
from tests.scoring.written import COMMENTED, columns, commented
from tests.texts import NO_BREAK, plain
from tournaments.refusals import Refusal

NOT_JSON = (
    "Ce texte commence comme du JSON mais ne se lit pas : vérifiez accolades, guillemets et virgules, et ne collez "
    "qu’une donne à la fois."
)


def refused(text: str, **how: bool) -> list[str]:
    caught = refusal_of(read_record, text, **how)
    assert list(caught.fields) == ["releve"]
    return [str(sentence).translate(NO_BREAK) for sentence in caught.fields["releve"]]


def test_json_reads_as_the_package_reads_it() -> None:
    assert read_record(commented()) == read(COMMENTED)
    assert read_record("\ufeff  " + json.dumps(COMMENTED, indent=2)) == read(COMMENTED)


def test_a_table_is_the_same_donne() -> None:
    record = replay(read_record(columns()))
    assert (record.problems, record.complete) == ((), True)
    assert (record.half_points, record.bouts) == (74, 2)
    assert set(record.record.ecart) == set(read(COMMENTED).ecart)
    assert {who: set(hand) for who, hand in record.record.hands.items()} == {
        who: set(hand) for who, hand in read(COMMENTED).hands.items()
    }


@pytest.mark.parametrize("variant", [Variant.THREE, Variant.FOUR, Variant.FIVE, Variant.FIVE_MORT])
def test_a_table_says_every_donne_that_can_be_played(variant: Variant) -> None:
    rng = random.Random(7)
    for _ in range(20):
        played = random_record(rng, variant=variant)
        before = replay(played)
        written = columns(played)
        after = replay(read_record(written))
        assert after.problems == ()
        assert (after.half_points, after.bouts) == (before.half_points, before.bouts)
        assert [trick.winner for trick in after.tricks] == [trick.winner for trick in before.tricks]


def test_a_table_takes_numbers_bars_commas_and_remarks() -> None:
    lines = columns().splitlines()
    heading, names, tricks = lines[:3], lines[3], lines[4:]
    numbered = [f"{number}. {' | '.join(trick.split())}" for number, trick in enumerate(tricks, 1)]
    text = "\n".join(["# le concours de mai", *heading, "", ", ".join(names.split()), *numbered])
    assert read_record(text) == read_record(columns())


def test_a_table_may_be_headed_in_english() -> None:
    english = columns().replace("Preneur", "Taker").replace("Contrat", "Contract").replace("Chien", "Dog")
    assert read_record(english) == read_record(columns())


def test_for_the_play_alone_the_tricks_are_enough() -> None:
    record = read_record(columns(heading=False, tricks=3), only_play=True)
    assert [len(trick) for trick in record.tricks] == [4, 4, 4]
    assert record.leader == "Est"
    assert [card.code for card in record.hands["Nord"]] == ["CR", "TC", "2"]


def test_everything_that_cannot_be_read_in_a_table_is_said_at_once() -> None:
    text = "Nord Est Sud Ouest\nX9 PR PD\nPR Z1 C4 C5\nFiche : 4\nPR Q3 C6 C7"
    assert refused(text, only_play=True) == [
        "Ligne 2 : il faut 4 cartes, une par joueur, il y en a 3.",
        "Ligne 3 : je ne connais pas la carte « Z1 ».",
        "Ligne 4 : je ne sais pas ce qu’est « Fiche ».",
        "Ligne 5 : je ne connais pas la carte « Q3 ».",
    ]


def test_a_whole_donne_needs_its_taker_its_contract_and_its_dog() -> None:
    assert refused(columns(heading=False)) == [
        "Écrivez qui a pris, sur une ligne « Preneur : … ».",
        "Écrivez le contrat, sur une ligne « Contrat : … » : prise, garde, garde sans ou garde contre.",
    ]
    assert refused(columns(heading=False) + "\nPreneur : Nord\nContrat : garde") == [
        "Écrivez les cartes retournées, sur une ligne « Chien : … »."
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Collez un relevé, ou choisissez son fichier."),
        ("   \n ", "Collez un relevé, ou choisissez son fichier."),
        ("x" * (LONGEST + 1), "Ce relevé est trop long : 16 ko au plus, pour une seule donne."),
        (
            '{"variant": "4"',
            NOT_JSON,
        ),
        (
            commented() + "\n" + commented(),
            NOT_JSON,
        ),
        ("[" * 30_000, None),
        (commented(players=["\ud800", "b", "c", "d"]), None),
        (
            commented(players=["a\x00", "b", "c", "d"]),
            "Ce relevé contient des caractères abîmés : copiez-le de nouveau.",
        ),
        (commented(players=["n" * 61, "b", "c", "d"]), "Un nom est trop long : 60 lettres au plus."),
        (commented(tricks=[{}] * 31), "Il y a trop de plis : une donne en a 24 au plus."),
        ("bonjour", None),
        ("un deux trois\nquatre cinq six", None),
    ],
)
def test_garbage_is_answered_in_sentences(text: str, said: str | None) -> None:
    sentences = refused(text)
    assert sentences
    if said is not None:
        assert sentences == [said]


def test_of_a_great_many_mistakes_the_first_twenty_are_said() -> None:
    text = "Nord Est Sud\n" + "\n".join(f"w{number}: x" for number in range(40))
    assert len(refused(text, only_play=True)) == 21


@given(st.text(max_size=300) | st.text(alphabet="NESO :-*\n0123456789PRCKTDV", max_size=300))
def test_no_text_is_a_broken_page(text: str) -> None:
    for only_play in (False, True):
        try:
            record = read_record(text, only_play=only_play)
        except Refusal:
            continue
        replay(record)


def test_an_address_holds_a_donne_and_gives_it_back() -> None:
    rng = random.Random(3)
    for variant in (Variant.THREE, Variant.FOUR, Variant.FIVE, Variant.FIVE_MORT):
        record = random_record(rng, variant=variant)
        letters = packed(record)
        assert len(letters) < 1_500
        assert unpacked(letters) == record


@pytest.mark.parametrize("letters", ["x", "é", "AAAA", "=" * 50, "eNpL", "A" * 10_000, packed(read(COMMENTED))[:-4]])
def test_an_address_that_is_cut_or_made_up_is_refused(letters: str) -> None:
    with pytest.raises(Refusal):
        unpacked(letters)


def test_a_table_of_more_or_longer_lines_than_a_donne_has_is_not_read() -> None:
    def said(text: str) -> str:
        with pytest.raises(Refusal) as refused:
            read_record(text)
        return str(refused.value)

    assert "Ligne 2 : elle est trop longue, 500 lettres au plus." in plain(said("#\n#" + "x" * 500))
    assert "trop longue" not in said("#\n#" + "x" * 499)
    assert "Ce relevé a trop de lignes : 100 au plus" in plain(said("#\n" * 101))
    assert "trop de lignes" not in said("#\n" * 100)
