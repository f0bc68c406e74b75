"""The day in the name of an evening follows the evening."""

from datetime import date

import pytest

from tournaments.kit.dated_names import evening_name, name_on, next_name

SATURDAY, TUESDAY = date(2026, 11, 21), date(2026, 12, 1)


@pytest.mark.parametrize(
    ("name", "new"),
    [
        ("Soirée du 21 novembre 2026", "Soirée du 1er décembre 2026"),
        ("Soirée du 21\N{NO-BREAK SPACE}novembre", "Soirée du 1er décembre"),
        ("SOIRÉE DU 21 NOVEMBRE", "SOIRÉE DU 1ER DÉCEMBRE"),
        ("Soirée du samedi 21 novembre", "Soirée du mardi 1er décembre"),
        ("Samedi 21 novembre", "Mardi 1er décembre"),
        ("Soirée du 21 nov.", "Soirée du 1er déc."),
        ("Evening of 21 November 2026", "Evening of 1 December 2026"),
        ("Tarot 21/11/2026", "Tarot 01/12/2026"),
        ("Tarot 21.11.2026", "Tarot 01.12.2026"),
        ("Tarot 2026-11-21", "Tarot 2026-12-01"),
        ("Tarot du 21/11", "Tarot du 01/12"),
        ("Concours de novembre 2026", "Concours de décembre 2026"),
        ("Soirée n° 12", "Soirée n° 12"),
        ("La belle soirée", "La belle soirée"),
        ("Le 121 novembre", "Le 121 novembre"),
        ("Saison 2026-2027", "Saison 2026-2027"),
        ("Coupe 20261", "Coupe 20261"),
    ],
)
def test_a_name_says_the_new_day(name: str, new: str) -> None:
    assert name_on(name, SATURDAY, TUESDAY) == new


@pytest.mark.parametrize(
    ("name", "old_day", "new_day", "new"),
    [
        ("Soirée du 1er mai 2026", date(2026, 5, 1), date(2026, 5, 8), "Soirée du 8 mai 2026"),
        ("Soirée du 1 mai 2026", date(2026, 5, 1), date(2026, 5, 8), "Soirée du 8 mai 2026"),
        ("Soirée du 1 mai 2026", date(2026, 5, 1), date(2026, 5, 1), "Soirée du 1 mai 2026"),
        ("Concours d’avril 2026", date(2026, 4, 3), date(2026, 5, 8), "Concours de mai 2026"),
        ("Concours de mai 2026", date(2026, 5, 8), date(2026, 8, 7), "Concours d’août 2026"),
        ("Grand concours 2026", date(2026, 5, 8), date(2027, 5, 7), "Grand concours 2027"),
        ("1/2 finale", date(2026, 2, 1), date(2026, 2, 8), "1/2 finale"),
        ("Concours d’été 2026", date(2026, 7, 3), date(2026, 7, 10), "Concours d’été 2026"),
        ("Coupe d’Europe 2026", date(2026, 5, 8), date(2027, 5, 7), "Coupe d’Europe 2027"),
        ("Coupe de Anjou 2026", date(2026, 5, 8), date(2026, 5, 15), "Coupe de Anjou 2026"),
    ],
)
def test_a_name_leaves_the_first_its_month_and_its_year(name: str, old_day: date, new_day: date, new: str) -> None:
    assert name_on(name, old_day, new_day) == new


@pytest.mark.parametrize(
    ("name", "new"),
    [
        ("Soirée n° 12", "Soirée n° 13"),
        ("Soirée n°9", "Soirée n°10"),
        ("Soirée n° 12 du 21 novembre", "Soirée n° 13 du 1er décembre"),
        ("N" * 98 + " n° 9", "N" * 98 + " n"),
    ],
)
def test_the_next_evening_counts_on(name: str, new: str) -> None:
    assert next_name(name, SATURDAY, TUESDAY) == new


def test_an_evening_that_nobody_named_says_its_day_as_one_would_type_it() -> None:
    assert evening_name(TUESDAY) == "Soirée du 1er décembre 2026"
