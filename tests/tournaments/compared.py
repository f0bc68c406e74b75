"""Rankings in percent for tests: what a tournament of match points looks like to those who read it."""

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from fractions import Fraction

from tournaments.kit.text import Percent
from tournaments.models import Tournament
from tournaments.queries.standings.cached import Lines, public_lines
from tournaments.queries.standings.lines import Line

# Columns of a tournament whose ranking is in percent.
IN_PERCENT = {"compared_by": "matchpoints", "void_donnes_count": True, "donnes_per_round": 4}


def share(points: int) -> Percent:
    """Return a share that is told apart from the points: 40 is 40.25 %."""
    return Percent(Fraction(4 * points + 1, 4))


def line_in_percent(line: Line) -> Line:
    """Return the line with its points as shares, in the same order."""
    marks = tuple(
        replace(mark, points=mark.points if mark.points is None else share(mark.points)) for mark in line.marks
    )
    return replace(line, total=share(line.total), marks=marks)


def lines_compared(tournaments: Iterable[Tournament]) -> dict[int, Lines]:
    """Return `public_lines` of what was marked, in percent where a tournament compares boards: for `lines_of`."""
    listed = list(tournaments)
    as_libre = [copy(tournament) for tournament in listed]
    for tournament in as_libre:
        tournament.compared_by = ""
    lines = public_lines(as_libre)
    return {
        each.pk: tuple(map(line_in_percent, lines[each.pk])) if each.is_duplicate else lines[each.pk] for each in listed
    }
