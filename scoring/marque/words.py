"""
Turns a sentence into words: translated, with its values filled in.

Sentences are in French beside the code that says them; their English is in the site's catalogue.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any

from tournaments.kit.text import points_text, signed, unaccented
from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import is_english, translated

from .nouns import Camp, Contract, MisereKind, PoigneeSize

DEFAULT_LANGUAGE = "fr"
LANGUAGES = ("fr", "en")

_LONGEST = 80  # a quoted value is cut there, so that the sentence stays readable
_WHOLE = frozenset({"choices", "scores", "sum"})  # except our own lists, which are needed whole


def say(text: str, values: Mapping[str, object], language: str) -> str:
    """Return a marked French sentence in a language, with each value in braces in words."""
    return filled(translated(text, language), values, language)


def filled(text: str, values: Mapping[str, object], language: str) -> str:
    """Return a sentence that is already in this language, with each value in braces in words."""
    texts = {key: _text_of(key, value, language) for key, value in values.items()}
    return with_elisions(text, texts).format_map(texts)


def is_several(number: Fraction | int, language: str) -> bool:
    """Return whether a number takes a plural: in French from two on, in English any but one."""
    return number != 1 if is_english(language) else number >= 2


def joined(words: Sequence[str], language: str, *, either: bool = False) -> str:
    """Return words joined by commas; with `either`, « ou » stands before the last."""
    if either and len(words) > 1:
        return " ".join((", ".join(words[:-1]), translated(_("ou"), language), words[-1]))
    return ", ".join(words)


def name_of(code: Enum, language: str) -> str:
    """Return the words of a contract, a camp, a size or a kind: « garde sans le chien », « l’attaque »."""
    return translated(_NAMES[code], language)


def as_json_text(value: object) -> str:
    """Return a value that was read as JSON text, or the name of its type when it has none."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return type(value).__name__


def shortened(text: str) -> str:
    """Return a text, cut when it is too long to be quoted in a sentence."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def elides(name: str) -> bool:
    """Return whether « de » is « d’ » before this name: « d’Est », « d’Yves », « de Yann », « de Henri »."""
    first, second = (unaccented(letter.casefold())[:1] for letter in (name[:1], name[1:2]))
    return first in tuple("aeiouœæ") or (first == "y" and second not in tuple("aeiou"))


def with_elisions(text: str, values: Mapping[str, str]) -> str:
    """Return a text with « d’{player} » in place of « de {player} » where the value needs it; not in English."""
    if " de {" not in text:
        return text
    for key, value in values.items():
        if f" de {{{key}}}" in text and elides(value):
            text = text.replace(f" de {{{key}}}", f" d’{{{key}}}")
    return text


def _text_of(key: str, value: object, language: str) -> str:
    """Return a value in words, chosen by its name in the sentence, else by its type."""
    if key in _BY_NAME:
        text = _BY_NAME[key](value, language)
    elif isinstance(value, Enum):
        text = name_of(value, language)
    elif isinstance(value, Fraction):
        text = points_text(value * 2, language)
    elif isinstance(value, tuple):
        text = joined([_text_of("", item, language) for item in value], language)
    else:
        text = str(value)
    return text if key in _WHOLE else shortened(text)


def _bouts(number: int, language: str) -> str:
    return f"{number} {translated(_BOUTS if is_several(number, language) else _BOUT, language)}"


def _counted(points: Fraction, language: str) -> str:
    noun = _POINTS if is_several(points, language) else _POINT
    return f"{points_text(points * 2, language)} {translated(noun, language)}"


def _range(ends: tuple[Fraction, Fraction], language: str) -> str:
    lowest, highest = (points_text(points * 2, language) for points in ends)
    return lowest if lowest == highest else translated(_RANGE, language).format(lowest=lowest, highest=highest)


def _quoted(value: object, language: str) -> str:
    """Return a value as it was read; in French a text stands between guillemets."""
    text = as_json_text(value)
    return text if is_english(language) or not isinstance(value, str) else f"«\u00a0{text[1:-1]}\u00a0»"


_NAMES: dict[Enum, str] = {
    Contract.PRISE: _("prise"),
    Contract.POUSSE: _("pousse"),
    Contract.GARDE: _("garde"),
    Contract.GARDE_SANS: _("garde sans le chien"),
    Contract.GARDE_CONTRE: _("garde contre le chien"),
    Camp.ATTAQUE: _("l’attaque"),
    Camp.DEFENSE: _("la défense"),
    PoigneeSize.SIMPLE: _("simple"),
    PoigneeSize.DOUBLE: _("double"),
    PoigneeSize.TRIPLE: _("triple"),
    MisereKind.ATOUT: _("misère d’atout"),
    MisereKind.TETE: _("misère de figure"),
}
# What a value has to be.
_EXPECTED: dict[str, str] = {
    "text": _("un texte"),
    "name": _("un nom"),
    "names": _("une liste de noms"),
    "list": _("une liste"),
    "object": _("un objet"),
    "integer": _("un nombre entier"),
    "number": _("un nombre"),
    "boolean": _("vrai ou faux (true, false)"),
}
_RANGE = _("de {lowest} à {highest}")
_POINT, _POINTS = _("point"), _("points")
_BOUT, _BOUTS = _("bout"), _("bouts")
_WITH_BOUTS = (_("sans bout"), _("avec un bout"), _("avec deux bouts"), _("avec les trois bouts"))
# How a value is shown when its name says more than its type.
_BY_NAME: dict[str, Callable[[Any, str], str]] = {
    "value": _quoted,
    "bouts": _bouts,
    "with_bouts": lambda number, language: translated(_WITH_BOUTS[number], language),
    "counted": _counted,
    "expected": lambda kind, language: translated(_EXPECTED[kind], language) if kind in _EXPECTED else str(kind),
    "range": _range,
    "mark": lambda mark, language: signed(mark, language=language),
    "right": lambda mark, language: signed(mark, language=language),
    "row_sum": lambda mark, language: signed(mark, language=language),
    "nearest": lambda marks, language: joined(
        [signed(mark, language=language) for mark in marks], language, either=True
    ),
    "contracts": lambda names, language: joined([name_of(name, language) for name in names], language, either=True),
    "choices": lambda choices, language: joined([str(choice) for choice in choices], language, either=True),
}
