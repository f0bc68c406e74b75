"""How the catalogue becomes sentences: values shown, French typeset."""

import json
import re
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from .catalogue import EXPECTED, NAMES, PARTS, PROBLEMS, Texts

DEFAULT_LANGUAGE = "fr"
LANGUAGES = ("fr", "en")

_LONGEST = 80  # a value quoted back is cut there: the sentence has to stay readable


def problem_text(code: str, values: Mapping[str, object], language: str) -> str:
    """Return the sentence of a problem."""
    return _say(_PROBLEMS[code], values, language)


def part_text(code: str, values: Mapping[str, object], language: str) -> str:
    """Return the words of one part of the marque."""
    return _say(_PARTS[code], values, language)


def _say(texts: Texts, values: Mapping[str, object], language: str) -> str:
    index = 1 if language[:2].lower() == "en" else 0  # "en-gb" too; anything else is answered in French
    return texts[index].format_map({key: _shown(key, value, index) for key, value in values.items()})


def _shown(key: str, value: object, index: int) -> str:
    if key == "value":
        shown = _quoted(value)
    elif key == "bouts":
        shown = _BOUTS[index].get(value, f"{value} bouts")
    elif key == "expected" and isinstance(value, str):
        shown = EXPECTED[value][index]
    elif isinstance(value, Enum):
        shown = _NAMES[value][index]
    elif isinstance(value, Fraction):
        shown = _number(value, index)
    elif key == "range" and isinstance(value, tuple):
        lowest, highest = (_number(points, index) for points in value)
        shown = lowest if lowest == highest else _RANGE[index].format(lowest, highest)
    elif key == "choices" and isinstance(value, tuple):
        *others, last = map(str, value)
        shown = f"{', '.join(others)} {_OR[index]} {last}"
    elif isinstance(value, tuple):
        shown = ", ".join(_shown("", item, index) for item in value)
    else:
        shown = str(value)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _number(points: Fraction, index: int) -> str:
    """Return a count of points: 46, and 40,5 in French or 40.5 in English."""
    whole, half = divmod(abs(points) * 2, 2)
    sign = "−" if points < 0 else ""
    return f"{sign}{whole}{',.'[index] + '5' if half else ''}"


def _quoted(value: object) -> str:
    """Return a value as it came in."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return type(value).__name__


def _typeset(texts: Texts) -> Texts:
    """Return the texts, the French one with its apostrophes and its no-break spaces."""
    french, english = texts
    french = french.replace("'", "’").replace("« ", "«\u00a0").replace(" »", "\u00a0»").replace(" :", "\u00a0:")
    return re.sub(" ([;!?])", "\u202f\\1", french), english


_PROBLEMS = {code: _typeset(texts) for code, texts in PROBLEMS.items()}
_PARTS = {code: _typeset(texts) for code, texts in PARTS.items()}
_NAMES = {code: _typeset(texts) for code, texts in NAMES.items()}
_RANGE = ("de {} à {}", "from {} to {}")
_OR = ("ou", "or")
_BOUTS: tuple[dict[object, str], ...] = ({0: "0 bout", 1: "1 bout"}, {1: "1 bout"})
