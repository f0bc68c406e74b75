"""Somebody found in what people write, in any order and spelling; nobody else, and no word of the game."""

import pytest

from tournaments.queries.privacy.named_texts import ERASED, GONE, Finder, Name, NamedPerson

pytestmark = pytest.mark.pure
E_ = ERASED


def finder(*names: Name, others: tuple[Name, ...] = (), **known: frozenset) -> Finder:
    return Finder(NamedPerson(ids=frozenset({1}), names=frozenset(names), **known), others)


ODILE = finder(("Zzvérdier", "Odile"), others=(("Zzverdier", "Marcel"), ("Roux", "Lise")))


@pytest.mark.parametrize(
    "text",
    [
        "Zzvérdier Odile",
        "ODILE ZZVERDIER",
        "Odile  zzvérdier",
        "odile.zzverdier",
        "Zzverdier (Odile",
    ],
)
def test_a_name_is_found_in_any_order_case_and_accents(text: str) -> None:
    assert ODILE.without(f"vu par {text} hier") == f"vu par {E_} hier"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Zzverdier Marcel et Zzverdier Odile", f"Zzverdier Marcel et {E_}"),
        ("Zzverdier a parlé", "Zzverdier a parlé"),  # which of them?
        ("Odile a parlé à Marcel", f"{E_} a parlé à Marcel"),
        ("odile a parlé", "odile a parlé"),
        ("Odilette et Zzverdiers", "Odilette et Zzverdiers"),
    ],
)
def test_a_name_alone_is_hers_where_nobody_else_bears_it(text: str, left: str) -> None:
    assert ODILE.without(text) == left


def test_in_a_row_about_her_alone_the_family_name_is_hers_but_not_beside_another_s_first_name() -> None:
    assert ODILE.without("Zzverdier devant Marcel Zzverdier", about=True) == f"{E_} devant Marcel Zzverdier"


def test_at_her_table_a_name_needs_no_capital_and_a_code_stays() -> None:
    assert ODILE.without("odile a parlé", near=True) == f"{E_} a parlé"
    assert finder(("Garde", "Simple")).without("garde", near=True) == "garde"


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        (("Le", "Anh"), "Le joueur a parlé, le chien aussi", "Le joueur a parlé, le chien aussi"),
        (("Le", "Anh"), "M. Le a parlé", f"M. {E_} a parlé"),
        (("Le", "Anh"), "Anh Le a parlé", f"{E_} a parlé"),
        (("Le", "Anh"), "Le", "Le"),
        (("Le", ""), "Le", E_),
        (("Petit", "Zoé"), "Petit au bout par Petit Zoé", f"Petit au bout par {E_}"),
        (("Petit", "Zoé"), "Mme Petit a parlé", f"Mme {E_} a parlé"),
        (("Le Goff", "Yann-Erwan"), "LEGOFF yann erwan, Yann-Erwan Le Goff", f"{E_}, {E_}"),
        (("Blanc", "Jean"), "Marcel Blanc, Jean Roux", "Marcel Blanc, Jean Roux"),
        (("Blanc", "Jean"), "carton blanc, Jean blanc", f"carton blanc, {E_}"),
    ],
)
def test_short_names_and_words_of_the_game_are_left(name: Name, text: str, left: str) -> None:
    others = (("Blanc", "Marcel"), ("Roux", "Jean"))
    assert finder(name, others=others).without(text, about=name == ("Petit", "Zoé")) == left


def test_a_namesake_s_whole_name_stays_but_in_a_row_about_her() -> None:
    shared = finder(("Roux", "Lise"), others=(("Roux", "Lise"),))

    assert (shared.without("Roux Lise"), shared.without("Lise Roux rejoue")) == ("Roux Lise", "Lise Roux rejoue")
    assert shared.without("Lise Roux rejoue", about=True) == f"{E_} rejoue"
    assert [shared.is_named("Roux Lise", about=about) for about in (False, True)] == [False, True]


def test_a_licence_goes_and_a_year_where_she_is_named() -> None:
    known = finder(("Roux", "Lise"), licences=frozenset({"LIC42", "7"}), birth_years=frozenset({1958}))

    assert (
        known.without("Lise Roux, licence LIC42, née en 1958, table 7")
        == f"{E_}, licence {GONE}, née en {GONE}, table 7"
    )
    assert known.without("le club joue depuis 1958") == "le club joue depuis 1958"


def test_a_login_that_is_a_word_stays_in_sentences() -> None:
    known = finder(("Roux", "Lise"), logins=frozenset({"joueur", "lise.r"}))

    assert known.without("lise.r et le joueur") == f"{E_} et le joueur"


def test_names_that_are_not_told_apart_are_found_from_either_end() -> None:
    merged = finder(("Roux", "Lise"), whole=frozenset({"Roud Lise Anne"}))

    assert merged.without("Lise Anne Roud, Roud Lise Anne") == f"{E_}, {E_}"


def test_a_public_name_of_one_word_is_a_name_alone() -> None:
    assert finder(("Roux", "André"), whole=frozenset({"Dédé"})).without("vu par Dédé") == f"vu par {E_}"
