"""Reads the values of an object that anybody may have written. A value that cannot be read is noted, never guessed."""

import re
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar

from tournaments.kit.text import points_text

from .nouns import NO_HOUSE_RULES, HouseRules
from .problems import Problem

Code = TypeVar("Code", bound=StrEnum)

_FAR = 10**12  # points that no typing error reaches
_MOST_MISERE = 10_000
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}([.,][0-9]{1,9})?")


def by_code(codes: type[Code]) -> Mapping[str, Code]:
    """Return code → member of an enum: a dict is ten times faster than the enum itself."""
    return {code.value: code for code in codes}


def coded(codes: type[Code], value: str | None) -> Code | None:
    """Return the member of an enum with this code, None for an empty one."""
    return codes(value) if value else None


class Fields:
    """Readers for each kind of value. For a value that it cannot read, a reader returns None and adds to `problems`."""

    problems: list[Problem]  # empty when the reading begins

    def note(self, code: str, field: str, **values: object) -> None:
        self.problems.append(Problem(code, field, values))

    def code(self, field: str, value: object, codes: Mapping[str, Code], key: str | None = None) -> Code | None:
        """Return the member of an enum with this code."""
        if value is None:
            return None
        if not isinstance(value, str):
            self.note("wrong_type", field, key=key or field, expected="text", value=value)
        elif (member := codes.get(value)) is not None:
            return member
        else:
            self.note("code_unknown", field, key=key or field, value=value, choices=tuple(codes))
        return None

    def names(self, field: str, value: object) -> tuple[str, ...] | None:
        if value is None:
            return None
        if isinstance(value, (list, tuple)):
            for name in value:
                if not isinstance(name, str):
                    break
            else:
                return tuple(value)
        self.note("wrong_type", field, key=field, expected="names", value=value)
        return None

    def integer(self, field: str, value: object) -> int | None:
        if value is None or type(value) is int:
            return value
        self.note("wrong_type", field, key=field, expected="integer", value=value)
        return None

    def shaped(self, field: str, value: object, keys: frozenset[str], name: str = "") -> Mapping[Any, Any] | None:
        """Return a value that is an object; its unknown keys are noted. Problems name it `name`, or else its field."""
        if not isinstance(value, (dict, Mapping)):
            self.note("wrong_type", field, key=name or field, expected="object", value=value)
            return None
        if not keys.issuperset(value):
            for key in value:
                if key not in keys:
                    self.note("key_unknown", field, key=str(key))
        return value


def half_points_in(value: object, problems: list[Problem], field: str = "points") -> int | None:
    """
    Return a count in half-points, without rounding, from a JSON number or a text such as « 40,5 ».

    Returns None for a value that it cannot read, and notes the reason in `problems`.
    """
    if value is None or (type(value) is int and abs(value) < _FAR):  # as nearly every count is written
        return value and value * 2
    if isinstance(value, str):
        text = value.strip()
        if not _NUMBER.fullmatch(text):
            problems.append(Problem("points_unreadable", field, {"key": field, "value": value}))
            return None
        number: int | float | Decimal = Decimal(text.replace(",", "."))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        number = value
    else:
        problems.append(Problem("wrong_type", field, {"key": field, "expected": "number", "value": value}))
        return None
    try:
        # The exact fraction of a float: 46.5 is 93/2, and 46.3 is detected instead of being rounded.
        numerator, denominator = number.as_integer_ratio()
    except (ValueError, OverflowError):  # NaN, Infinity
        numerator, denominator = _FAR, 1
    if abs(numerator) >= _FAR * denominator:
        problems.append(Problem("points_unreadable", field, {"key": field, "value": value}))
        return None
    if denominator > 2:
        problems.append(Problem("points_fraction", field, {"key": field, "value": value}))
        return None
    return numerator * 2 // denominator


def misere_value_in(value: object, problems: list[Problem], house: HouseRules = NO_HOUSE_RULES) -> int:
    """Return the points of a misère, by default those of `house`. An impossible value is noted in `problems`."""
    if value is None:
        return house.misere_value
    if type(value) is not int:
        problems.append(
            Problem("wrong_type", "options", {"key": "misere_value", "expected": "integer", "value": value})
        )
    elif not 1 <= value <= _MOST_MISERE:
        problems.append(Problem("misere_value", "options", {"value": value, "most": _MOST_MISERE}))
    else:
        return value
    return house.misere_value


def exchanged_count(half_points: int) -> int | str:
    """Return a count of half-points in the exchange format: 46, "40.5"."""
    return points_text(half_points, "en") if half_points % 2 else half_points // 2
