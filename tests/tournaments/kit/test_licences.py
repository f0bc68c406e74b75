"""What is a licence, and what people write where there is none."""

import pytest

from tournaments.kit.licences import bare_number, clean_licence


@pytest.mark.parametrize(
    "text",
    ["", "néant", "Néant.", "sans", "(aucune)", "-", "—", "/", "en cours", "EN COURS", "en cours 2026", "NC", "n.c.",
     "N/C", "?", "??", "0", "000", "x", "X", "✗", "à venir", "A venir", "pas de licence", "non licencié", "n/a", "N°",
     "demandée le 12/09/2026", "à renouveler", "en attente", "nouveau", "0000000", "pas encore", "non communiquée",
     "#N/A"],
)  # fmt: skip
def test_what_says_that_there_is_none_is_none(text: str):
    assert clean_licence(text) == ""


@pytest.mark.parametrize(
    ("text", "licence"),
    [(" ab 12\u00a034 ", "AB1234"), ("n° 0123456", "0123456"), ("Licence 12", "12"), ("1", "1"), ("10", "10"),
     ("A1", "A1"), ("x1", "X1"), ("2026", "2026"), ("NC123", "NC123"),
     ("0123456/2026", "0123456"), ("FFT-0123456", "0123456"), ("123/2026", "123/2026"), ("490-0123456", "490-0123456")],
)  # fmt: skip
def test_a_licence_is_stored_one_way(text: str, licence: str):
    assert clean_licence(text) == licence
    assert clean_licence(licence) == licence


def test_zeros_in_front_are_no_part_of_a_number():
    assert bare_number("0012") == bare_number("12") == "12"
    assert bare_number("000") == "000"
