"""How numbers and letters are written, whatever the page."""

import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest

from tournaments.kit.text import (
    Percent,
    euros,
    fold,
    in_thousandths,
    percent,
    points_text,
    searched,
    signed,
    tidy,
    typed_number,
    unaccented,
    whole_number,
    whole_numbers,
    without_pictures,
)


@pytest.mark.parametrize(
    ("points", "plain", "with_plus"),
    [(240, "240", "+240"), (1, "1", "+1"), (0, "0", "0"), (-1, "−1", "−1"), (-1364, "−1364", "−1364")],
)
def test_a_score_has_the_true_minus(points, plain, with_plus):
    assert (signed(points, plus=False), signed(points)) == (plain, with_plus)


@pytest.mark.parametrize(
    ("half_points", "french", "english"),
    [(0, "0", "0"), (92, "46", "46"), (81, "40,5", "40.5"), (-81, "−40,5", "−40.5"), (Fraction(81), "40,5", "40.5")],
)
def test_half_points_are_told_in_points(half_points, french, english):
    assert (points_text(half_points, "fr"), points_text(half_points, "en")) == (french, english)
    assert points_text(half_points, comma=".") == english


def test_folding_makes_one_name_of_its_spellings():
    assert {fold("D’Aubigné"), fold("d'aubigne"), fold(" D AUBIGNÉ ")} == {"d aubigne"}
    assert {fold("Lebœuf‑Lætitia"), fold("LEBOEUF-Laetitia")} == {"leboeuf laetitia"}
    assert fold("Søren Łukasz") == "soren lukasz"


@pytest.mark.parametrize(
    ("text", "whole", "split"), [("Élève ½", "Eleve ½", "Eleve 1⁄2"), ("♥\ufe0f ﬁn", "♥ ﬁn", "♥ fin")]
)
def test_accents_go_and_what_is_compatible_only_where_it_is_wanted(text, whole, split):
    assert (unaccented(text, form="NFD"), unaccented(text)) == (whole, split)


@pytest.mark.parametrize(
    ("cents", "french", "english"),
    [(0, "0 €", "€0"), (500, "5 €", "€5"), (1205, "12,05 €", "€12.05"), (-250, "−2,50 €", "−€2.50")],
)
def test_an_amount_has_its_cents_where_there_are_any(cents, french, english):
    assert (euros(cents, "fr").replace("\u00a0", " "), euros(cents, "en")) == (french, english)
    assert euros(123_456_700, "fr") == "1\u202f234\u202f567\u00a0€"


def test_a_share_is_told_as_each_language_writes_it() -> None:
    assert (percent(45, "fr"), percent(45, "en")) == ("45\u00a0%", "45%")
    assert (percent(Fraction(225, 4), "fr"), percent(Fraction(225, 4), "en")) == ("56,25\u00a0%", "56.25%")


@pytest.mark.parametrize(
    ("share", "told"),
    [(Percent(225, 4), "56,25"), (Percent(50), "50,00"), (Percent(0), "0,00"), (Percent(200, 3), "66,67")],
)
def test_a_total_in_percent_has_two_decimals_and_no_plus(share: Percent, told: str) -> None:
    assert signed(share) == signed(share, language="fr") == f"{told}\u00a0%"
    assert signed(share, language="en") == f"{told.replace(',', '.')}%"
    assert signed(Percent(-share)) == (f"−{told}\u00a0%" if share else f"{told}\u00a0%")


def test_what_is_computed_with_a_percentage_is_a_plain_number() -> None:
    assert signed(Percent(60) - Percent(50)) == "+10,00"
    assert isinstance(copy.deepcopy(Percent(60)), Percent)
    assert isinstance(pickle.loads(pickle.dumps(Percent(60))), Percent)


@pytest.mark.parametrize(
    ("points", "told"),
    [
        *((240, "+240"), (-80, "−80"), (0, "0")),
        *((Fraction(25, 2), "+12,50"), (Fraction(-37, 3), "−12,33"), (Fraction(12), "+12,00"), (Fraction(0), "0,00")),
        *((Decimal("12.670"), "+12,67"), (Decimal("-120.000"), "−120")),
    ],
)
def test_exact_points_have_two_decimals_and_whole_ones_none(points: Fraction, told: str) -> None:
    assert signed(points) == told


@pytest.mark.parametrize(
    ("points", "outside"),
    [
        *((-240, "-240"), (Fraction(50), "50"), (Percent(225, 4), "56.25"), (Fraction(1, 2), "0.50")),
        *((Fraction(-200, 3), "-66.667"), (Decimal("12.670"), "12.67"), (Decimal("-120.000"), "-120")),
    ],
)
def test_points_leave_with_three_decimals_at_most(points: Fraction, outside: str) -> None:
    assert str(in_thousandths(points)) == outside
    assert type(in_thousandths(points)) is (Decimal if "." in outside else int)


def test_a_player_is_looked_for_by_his_names_and_licence_in_one_word_and_in_several():
    assert searched("d’Angelo", "Jean-Pierre", "75-12") == " d angelo jean pierre 75 12 dangelo jeanpierre 7512"
    assert searched("ROY", "", "") == " roy"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("−1 044", -1044),
        ("–1\N{NO-BREAK SPACE}044", -1044),
        ("1\N{NARROW NO-BREAK SPACE}250", 1250),
        ("+12", 12),
        (" 12.0 ", 12),
        ("12,00", 12),
        ("12,5", None),
        ("", None),
        ("−", None),
        ("12a", None),
        ("٣", None),
        ("9" * 5_000, None),
    ],
)
def test_whole_numbers_as_people_and_spreadsheets_write_them(text, number):
    assert typed_number(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("007", 7), ("", None), ("-1", None), ("+1", None), (" 1", None), ("²", None), ("٣", None)],
)
def test_a_number_of_an_address_has_digits_alone(text, number):
    assert whole_number(text) == number


def test_a_number_that_no_database_holds_is_none():
    assert whole_number("9" * 18) == 10**18 - 1
    assert whole_number("9" * 19) is whole_number("9" * 5_000) is None
    assert (whole_number("9999", digits=4), whole_number("10000", digits=4)) == (9999, None)
    assert whole_numbers(["3", "x", "3", ""]) == [3, 3]


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("RO\u202eY \u200b Paul\u00a0", "ROY Paul"),
        ("\u2066Zoé\u2069\x00\tPetit", "Zoé Petit"),
        ("\u3164\u200b\ufeff", ""),
        ("Tournoi de Noël ♥️ 🎄", "Tournoi de Noël ♥ 🎄"),
    ],
)
def test_a_name_or_a_title_is_stored_without_what_nobody_sees(typed: str, stored: str) -> None:
    assert tidy(typed) == stored


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("❤️ Zoé 🇫🇷 PETIT 👩‍🦰", "Zoé PETIT"),
        ("D’ALMEIDA José 1️⃣", "D’ALMEIDA José 1"),
        ("Éloïse 👍🏽", "Éloïse"),
        ("n° 4 Lef�vre", "n° 4 Lef�vre"),
    ],
)
def test_the_name_of_a_person_has_no_pictures(typed: str, name: str) -> None:
    assert without_pictures(tidy(typed)) == name
