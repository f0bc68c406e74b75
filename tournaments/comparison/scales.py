"""A scale as it is typed: a line for each step, the difference from which it counts, then its points."""

import re
from fractions import Fraction

Steps = tuple[tuple[Fraction, Fraction], ...]

MOST_STEPS = 60
NUMBER = r"\d{1,5}(?:[.,]\d{1,3})?"
LINE = re.compile(rf"({NUMBER})\s*(?:[;:|=→]|\s|,\s)\s*({NUMBER})")


class ImpossibleScale(ValueError):
    """A text is no scale: what is wrong (`code`), at which `line`, counted from 1, and what it says."""

    def __init__(self, code: str, line: int, text: str) -> None:
        super().__init__(f"{code} at line {line}: {text}")
        self.code, self.line, self.text = code, line, text


def read_scale(text: str) -> Steps:
    """
    Return the steps of a scale, ascending; () for an empty text.

    Raises ImpossibleScale at the first line that is « unreadable », « not_ascending » (its difference is not above the
    last one), « falling » (its points are below the last ones), or one « too_many ».
    """
    steps: list[tuple[Fraction, Fraction]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not (said := line.strip()):
            continue
        found = LINE.fullmatch(said)
        if found is None:
            raise ImpossibleScale("unreadable", number, said)
        step = (_exact(found[1]), _exact(found[2]))
        if steps and step[0] <= steps[-1][0]:
            raise ImpossibleScale("not_ascending", number, said)
        if steps and step[1] < steps[-1][1]:
            raise ImpossibleScale("falling", number, said)
        if len(steps) == MOST_STEPS:
            raise ImpossibleScale("too_many", number, said)
        steps.append(step)
    return tuple(steps)


def tidied(text: str) -> str:
    """Return a scale in the one way in which it is kept; a text that is none unchanged."""
    try:
        steps = read_scale(text)
    except ImpossibleScale:
        return text
    return "\n".join(f"{_written(since)} : {_written(points)}" for since, points in steps)


def _exact(number: str) -> Fraction:
    return Fraction(number.replace(",", "."))


def _written(number: Fraction) -> str:
    return f"{float(number):.3f}".rstrip("0").rstrip(".").replace(".", ",")
