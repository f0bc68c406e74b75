"""
Lines of results that name nobody: totals, means, numbers of players, remarks. None of them becomes a player.

A line says so by its label, or, without one, by its figures: they are the sums, means or extremes of the columns above.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from tournaments.imports.columns import BROKEN
from tournaments.imports.headings import heading_key
from tournaments.imports.names import FIRST_NAMES
from tournaments.kit.text import plain_minus

# Alone in the place of a name; « Max » and « Mini » may be people, and are by other figures than the extremes.
_ALONE = (
    r"verifs?|verifications?|controles?|ctrl|checks?|ecarts?|equilibre|differences?|diff|presents?|presences?|absents?|"
    r"absences?|participants?|participations?|joueurs|joueuses|membres|inscrits|effectifs?|tables?|donnes?|parties|maximum|"
    r"maxi|minimum|record|cagnotte|recettes?|mises?|caisse|jackpot|dates?|soirees?|vainqueurs?|gagnants?|arbitres?|lieux?|"
    r"organisateurs?|remarques?|observations?|legende|soldes?|bilan|sum|average|mean|players|count|mort|fantomes?|exempte?s?|"
    r"invitee?s?|divers|autres|exterieurs?|moy|moyennes?|medianes?|sommes?|tot|totaux|total|nb|nbre|nombre|points|pts|"
    r"classement|scores?"
)
_FIRST_WORDS = (
    r"sous tota(?:l|ux)|tota(?:l|ux)|sommes?|nombre|nb|nbre|moy|moyennes?|meilleure?s?|pire|moins bons?|"
    r"plus (?:haut|bas|fort|faible|gros)s?|points? (?:distribues?|total|en jeu)|verification|controle|ecart|"
    r"record|effectif|mise|recette|prochaines?|vainqueurs?|gagnants?|arbitres?|donnes jouees|tables? (?:de|a)|"
    r"joueurs? (?:presents?|inscrits?|par)|autres? joueurs?|table vide"
)
LABEL = re.compile(rf"(?:{_ALONE})|(?:{_FIRST_WORDS})\b.*|\d+ (?:joueurs|tables|participants|presents).*")
OF_A_PERSON = re.compile(r"vainqueur|gagnant|arbitre|meilleur")
MAY_BE_PEOPLE = {"max", "min", "mini"}
NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


def is_label(name: str) -> bool:
    """Return whether what stands in the place of a name is the label of such a line."""
    key = heading_key(name)
    is_person = not FIRST_NAMES.isdisjoint(key.split()) and not OF_A_PERSON.match(key)  # « MISE Jean »
    return LABEL.fullmatch(key) is not None and not is_person


def says_columns(cells: Sequence[str], columns: Sequence[Sequence[int]]) -> bool:
    """Return whether the cells of a line are all sums, all counts, all means or all extremes of the columns above."""
    found = [(value, above) for cell, above in zip(cells, columns, strict=True) if (value := _value(cell)) is not None]
    if not found or any(cell and _value(cell) is None and not BROKEN.fullmatch(cell) for cell in cells):
        return False
    return any(
        all(above and abs(value - Fraction(figure(above))) <= Fraction(1, 2) * is_rounded for value, above in found)
        for figure, is_rounded in ((sum, 0), (len, 0), (max, 0), (min, 0), (_mean, 1))
    )


def _mean(points: Sequence[int]) -> Fraction:
    return Fraction(sum(points), len(points))


def _value(cell: str) -> Fraction | None:
    text = "".join(plain_minus(cell).split())
    with suppress(ValueError):
        return Fraction(text.replace(",", ".")) if NUMBER.fullmatch(text) else None
    return None
