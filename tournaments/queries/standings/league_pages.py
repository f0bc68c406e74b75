"""A league of hundreds of players, in pages, and the page of a name. No query."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.kit.text import fold
from tournaments.models import PublishedLine
from tournaments.queries.standings.leagues import LeagueLine, LeagueStandings

LINES = 100  # of a page
MOST_COLUMNS = 60  # evenings that have a column each; of more, each line tells its own
MOST_FOUND = 30
Row = tuple[int | None, bool, LeagueLine | PublishedLine, str]  # its place, whether it is shared, the line, the name


@dataclass(frozen=True)
class FoundLine:
    """A line whose name was searched for, and the number of its page, from 1."""

    place: int | None
    line: LeagueLine | PublishedLine
    name: str
    page: int


def tells_own_events(league: LeagueStandings) -> bool:
    """Return whether a league has too many evenings for a column each; then each line tells its own few evenings."""
    return len(league.events) > MOST_COLUMNS


def rows_of(league: LeagueStandings) -> list[Row]:
    return [(line.place, line.shared, line, line.name) for line in league.lines]


def lines_named(rows: Sequence[Row], typed: str) -> list[FoundLine]:
    """Return the lines whose names have all typed words, in any order and accents, each with its page."""
    words = fold(typed).split()
    return [
        FoundLine(place, line, name, number // LINES + 1)
        for number, (place, _shared, line, name) in enumerate(rows)
        if words and all(word in fold(name) for word in words)
    ]
