"""A league of hundreds of people in pages, and on which of them a name is found. No query."""

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
    """A line whose name was looked for, and the page it is on."""

    place: int | None
    line: LeagueLine | PublishedLine
    name: str
    page: int


def tells_own_events(league: LeagueStandings) -> bool:
    """Whether the evenings are too many for a column each: of those of fifty clubs nobody plays more than a few."""
    return len(league.events) > MOST_COLUMNS


def rows_of(league: LeagueStandings) -> list[Row]:
    return [(line.place, line.shared, line, line.name) for line in league.lines]


def lines_named(rows: Sequence[Row], typed: str) -> list[FoundLine]:
    """Return the lines that hold all the words typed, whatever their accents and order, each with its page."""
    words = fold(typed).split()
    return [
        FoundLine(place, line, name, number // LINES + 1)
        for number, (place, _shared, line, name) in enumerate(rows)
        if words and all(word in fold(name) for word in words)
    ]
