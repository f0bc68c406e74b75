"""
A scale as it is typed: a line for each step, the difference from which it counts, then its points.

A line may say up to where its step goes: the next one then begins just after. A scale of matches gives the points of
the winner, and may give those of the loser behind them.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

Steps = tuple[tuple[Fraction, Fraction], ...]

MOST_STEPS = 60
NUMBER = r"\d{1,5}(?:[.,]\d{1,3})?"
LINE = re.compile(
    rf"(?:de\s+)?({NUMBER})(?:\s*(?:à|[-–—])\s*({NUMBER})|\s*(?:et plus|\+))?"
    rf"\s*(?:[;:|=→]|\s|,\s)\s*({NUMBER})(?:\s*[-–—/]\s*({NUMBER}))?"
)


class MatchStep(NamedTuple):
    """The points of both teams of a match from a difference on."""

    since: Fraction
    winner: Fraction
    loser: Fraction


class ImpossibleScale(ValueError):
    """A text is no scale: what is wrong (`code`), at which `line`, counted from 1, and what it says."""

    def __init__(self, code: str, line: int, text: str) -> None:
        super().__init__(f"{code} at line {line}: {text}")
        self.code, self.line, self.text = code, line, text


class _Line(NamedTuple):
    number: int
    text: str
    since: Fraction
    until: Fraction | None
    points: Fraction
    loser: Fraction | None

    def refused(self, code: str) -> ImpossibleScale:
        return ImpossibleScale(code, self.number, self.text)


def read_scale(text: str) -> Steps:
    """
    Return the steps of a scale, ascending; () for an empty text.

    Raises ImpossibleScale at the first line that is « unreadable », « not_ascending » (its difference is not above the
    last one), « gap » (it does not begin where the step before ends), « falling » (its points are below the last ones),
    or one « too_many »; and « open » at the last one, if it says an end.
    """
    steps: list[tuple[Fraction, Fraction]] = []
    for line in _lines(text):
        if line.loser is not None:
            raise line.refused("unreadable")
        steps.append((line.since, line.points))
    return tuple(steps)


def read_match_scale(text: str) -> tuple[MatchStep, ...]:
    """
    Return the steps of a scale of matches, ascending; () for an empty text.

    Where a line gives the winner's points alone, both teams together have what a drawn match brings them. Raises
    ImpossibleScale as `read_scale`, and at the first line that is « no_zero » (the first one does not begin at 0),
    « uneven » (it gives the teams of a drawn match different points), « negative » (nothing is left for the loser), or
    « rising » (the loser has more than at the step before).
    """
    steps: list[MatchStep] = []
    for line in _lines(text):
        drawn = steps[0] if steps else None
        if drawn is None:
            if line.since:
                raise line.refused("no_zero")
            if line.loser not in (None, line.points):
                raise line.refused("uneven")
        rest = line.points if drawn is None else 2 * drawn.winner - line.points
        loser = rest if line.loser is None else line.loser
        if loser < 0 and drawn is not None and drawn.winner > 0:
            raise line.refused("negative")
        if steps and loser > steps[-1].loser:
            raise line.refused("rising")
        steps.append(MatchStep(line.since, line.points, loser))
    return tuple(steps)


def tidied(text: str) -> str:
    """Return a scale in the one way in which it is kept; a text that is none unchanged."""
    try:
        lines = list(_lines(text))
    except ImpossibleScale:
        return text
    return "\n".join(
        f"{_written(line.since)} : {_written(line.points)}"
        + ("" if line.loser is None else f" – {_written(line.loser)}")
        for line in lines
    )


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines that say a step. Raises ImpossibleScale at the first one that does not follow the one before."""
    before: _Line | None = None
    count = 0
    for number, written in enumerate(text.splitlines(), 1):
        if not (said := written.strip()):
            continue
        found = LINE.fullmatch(said)
        if found is None:
            raise ImpossibleScale("unreadable", number, said)
        since, until, points, loser = (None if part is None else _exact(part) for part in found.groups())
        assert since is not None
        assert points is not None
        line = _Line(number, said, since, until, points, loser)
        _refuse_after(before, line)
        count += 1
        if count > MOST_STEPS:
            raise line.refused("too_many")
        before = line
        yield line
    if before is not None and before.until is not None:
        raise before.refused("open")


def _refuse_after(before: _Line | None, line: _Line) -> None:
    """Refuse a line that does not follow the one before."""
    if line.until is not None and line.until < line.since:
        raise line.refused("not_ascending")
    if before is None:
        return
    if line.since <= (before.since if before.until is None else before.until):
        raise line.refused("not_ascending")
    if before.until is not None and line.since > before.until + 1:
        raise line.refused("gap")
    if line.points < before.points:
        raise line.refused("falling")


def _exact(number: str) -> Fraction:
    return Fraction(number.replace(",", "."))


def _written(number: Fraction) -> str:
    return f"{float(number):.3f}".rstrip("0").rstrip(".").replace(".", ",")
