"""
What tournaments brought to a league, kept while their revisions stand.

A league adds up a whole season, and the front page shows who leads it: while one evening is played, every donne made
all the others of the season be read and ranked again. What is kept is known by the revision, as the pages are; names
are not taken from it, for the league reads its people anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from tournaments.models import Tournament
from tournaments.queries.kept import KeptByRevision
from tournaments.queries.public_standings import public_standings_of
from tournaments.queries.standing_lines import Line, Standings
from tournaments.queries.standings import Change, standings_of

MOST = 200  # tournaments: some 60 kB each of 64 players

Lines = tuple[Line, ...]


def counted_lines(tournaments: Iterable[Tournament], changes: Mapping[int, Change] | None = None) -> dict[int, Lines]:
    """
    Return the lines of each tournament that brought somebody something, hidden rounds too, by its id: three queries.

    `changes` by tournament ids are counted as if they had been written.
    """
    return _that_count(standings_of(tournaments, changes))


def public_lines(tournaments: Iterable[Tournament]) -> dict[int, Lines]:
    """Return what `counted_lines` returns of the rounds that everybody may read of."""
    return _that_count(public_standings_of(tournaments))


def _that_count(by_tournament: Mapping[int, Standings]) -> dict[int, Lines]:
    return {pk: tuple(line for line in standings.lines if line.counts) for pk, standings in by_tournament.items()}


def _without_marks(tournaments: Iterable[Tournament]) -> dict[int, Lines]:
    """Return what `public_lines` returns; the marks of each round are half of a line, and no league shows them."""
    return {pk: tuple(replace(line, marks=()) for line in lines) for pk, lines in public_lines(tournaments).items()}


KeptLines = partial(KeptByRevision, _without_marks)
kept_lines = KeptLines(MOST)
