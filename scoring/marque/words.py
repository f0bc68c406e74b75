"""How the catalogue becomes sentences: values shown, French typeset."""

import json
import re
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tournaments.text import points_text, unaccented
from tournaments.translation import is_english

from .catalogue import DEPARTURES, EXPECTED, FACTS, FIGURES, NAMES, PARTS, PROBLEMS, SENTENCES, Texts
from .nouns import Contract, PoigneeSize

DEFAULT_LANGUAGE = "fr"
LANGUAGES = ("fr", "en")

_LONGEST = 80  # a value quoted back is cut there: the sentence has to stay readable
_WHOLE = frozenset({"choices", "scores", "sum"})  # save what is ours and all of it needed


def problem_text(code: str, values: Mapping[str, object], language: str) -> str:
    """Return the sentence of a problem."""
    return _say(_PROBLEMS[code], values, language)


def fact_text(code: str, values: Mapping[str, object], language: str) -> str:
    """Return what is odd about a donne, for the middle of a sentence."""
    return _say(_FACTS[code], values, language)


@lru_cache(maxsize=1 << 13)
def part_text(code: str, values: tuple[tuple[str, object], ...], language: str) -> str:
    """Return the words of one part of the marque; the same few are told over and over."""
    return _say(_PARTS[code], dict(values), language)


def sentence_text(code: str, values: Mapping[str, object], language: str) -> str:
    """Return one sentence of the marque told whole."""
    return _say(_SENTENCES[code], values, language)


def departure_text(key: str, official: object, value: object, language: str) -> str:
    """Return the phrase of a figure, by its dotted key, that is not the règlement's."""
    scale, _, code = key.rpartition(".")
    if f"{key}.{value}" in _FIGURES:
        what = _say(_FIGURES[f"{key}.{value}"], {}, language)
    elif key in _FIGURES:
        what = _say(_FIGURES[key], {}, language)
    else:
        what = _say(_FIGURES[scale], {_SCALES[scale][0]: _SCALES[scale][1](code)}, language)
    sentence = _DEPARTURES["added" if official is None else "instead"]
    return _say(sentence, {"what": what, "own": value, "official": official}, language)


def elides(name: str) -> bool:
    """Return whether « de » is « d’ » before this name: « d’Est », « d’Yves », « de Yann », « de Henri »."""
    first, second = (unaccented(letter.casefold())[:1] for letter in (name[:1], name[1:2]))
    return first in tuple("aeiouœæ") or (first == "y" and second not in tuple("aeiou"))


def with_elisions(text: str, values: Mapping[str, str]) -> str:
    """Return a French text with « d’{player} » in place of « de {player} » where the value asks for it."""
    if " de {" not in text:
        return text
    for key, value in values.items():
        if f" de {{{key}}}" in text and elides(value):
            text = text.replace(f" de {{{key}}}", f" d’{{{key}}}")
    return text


def _say(texts: Texts, values: Mapping[str, object], language: str) -> str:
    index = int(is_english(language))  # anything else is answered in French
    shown = {key: _shown(key, value, index) for key, value in values.items()}
    text = texts[index] if index else with_elisions(texts[0], shown)
    return text.format_map(shown)


def _shown(key: str, value: object, index: int) -> str:
    """Return a value in words: by the name it has in the sentence, or else by what it is."""
    if key in _BY_NAME:
        shown = _BY_NAME[key](value, index)
    elif isinstance(value, Enum):
        shown = _NAMES[value][index]
    elif isinstance(value, Fraction):
        shown = _number(value, index)
    elif isinstance(value, tuple):
        shown = ", ".join(_shown("", item, index) for item in value)
    else:
        shown = str(value)
    return shown if key in _WHOLE or len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _counted(value: Any, index: int) -> str:
    one = value < 2 if index == 0 else value == 1  # French counts one and a half in the singular
    return f"{_number(value, index)} {'point' if one else 'points'}"


def _range(ends: Any, index: int) -> str:
    lowest, highest = (_number(points, index) for points in ends)
    return lowest if lowest == highest else _RANGE[index].format(lowest, highest)


def _choices(values: Any, index: int) -> str:
    *others, last = map(str, values)
    return f"{', '.join(others)} {_OR[index]} {last}"


def _number(points: Fraction, index: int) -> str:
    """Return a count of points: 46, and 40,5 in French or 40.5 in English."""
    return points_text(points * 2, LANGUAGES[index])


def _quoted(value: object, index: int) -> str:
    """Return a value as it came in; in French what was typed stands between guillemets."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return type(value).__name__
    return f"«\u00a0{text[1:-1]}\u00a0»" if index == 0 and isinstance(value, str) else text


def typeset(texts: Texts) -> Texts:
    """Return the texts, the French one with its apostrophes and its no-break spaces."""
    french, english = texts
    french = french.replace("'", "’").replace("« ", "«\u00a0").replace(" »", "\u00a0»").replace(" :", "\u00a0:")
    return re.sub(" ([;!?])", "\u202f\\1", french), english


_PROBLEMS = {code: typeset(texts) for code, texts in PROBLEMS.items()}
_FACTS = {code: typeset(texts) for code, texts in FACTS.items()}
_SENTENCES = {code: typeset(texts) for code, texts in SENTENCES.items()}
_PARTS = {code: typeset(texts) for code, texts in PARTS.items()}
_FIGURES = {code: typeset(texts) for code, texts in FIGURES.items()}
_DEPARTURES = {code: typeset(texts) for code, texts in DEPARTURES.items()}
# What stands at the end of a scale's keys: the name of the value in its words, and how to read the code.
_SCALES: dict[str, tuple[str, Callable[[str], object]]] = {
    "required": ("bouts", int),
    "multipliers": ("contract", Contract),
    "poignees": ("size", PoigneeSize),
    "house.pousse_values": ("contract", Contract),
    "house.mouche_values": ("contract", Contract),
}
_NAMES = {code: typeset(texts) for code, texts in NAMES.items()}
_RANGE = ("de {} à {}", "from {} to {}")
_OR = ("ou", "or")
_BOUTS: tuple[dict[object, str], ...] = ({0: "0 bout", 1: "1 bout"}, {1: "1 bout"})
_WITH_BOUTS = (
    ("sans bout", "avec un bout", "avec deux bouts", "avec les trois bouts"),
    ("without a bout", "with one bout", "with two bouts", "with all three bouts"),
)
# How a value is shown when its name says more than its type.
_BY_NAME: dict[str, Callable[[Any, int], str]] = {
    "value": _quoted,
    "bouts": lambda value, index: _BOUTS[index].get(value, f"{value} bouts"),
    "with_bouts": lambda value, index: _WITH_BOUTS[index][value],
    "counted": _counted,
    "expected": lambda value, index: EXPECTED[value][index] if value in EXPECTED else str(value),
    "range": _range,
    "choices": _choices,
}
