"""
What tournaments brought to a league, cached by revision.

A league adds up a whole season, and the front page shows who leads it: without this cache, every donne of one evening
would have all the others of the season read and ranked again. Names do not come from the cache: the league reads its
people again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from tournaments.models import Tournament
from tournaments.queries.standings.kept import KeptByRevision
from tournaments.queries.standings.lines import Line, Standings
from tournaments.queries.standings.public import public_standings_of
from tournaments.queries.standings.standings import Change, standings_of

MOST = 200  # tournaments: some 60 kB each of 64 players

Lines = tuple[Line, ...]


def counted_lines(tournaments: Iterable[Tournament], changes: Mapping[int, Change] | None = None) -> dict[int, Lines]:
    """
    Return the lines of each tournament that brought somebody something, hidden rounds too, by its id: three queries.

    A double's are left out: nobody is ranked under them.

    `changes` by tournament ids are counted as if they had been written.
    """
    return _counting_lines(standings_of(tournaments, changes))


def public_lines(tournaments: Iterable[Tournament]) -> dict[int, Lines]:
    """Return what `counted_lines` returns, counting only the rounds whose results everybody may read."""
    return _counting_lines(public_standings_of(tournaments))


def _counting_lines(by_tournament: Mapping[int, Standings]) -> dict[int, Lines]:
    return {
        pk: tuple(line for line in standings.lines if line.counts and line.double_of is None)
        for pk, standings in by_tournament.items()
    }


def _without_marks(tournaments: Iterable[Tournament]) -> dict[int, Lines]:
    """Return `public_lines` without the marks of each round: they take half of the memory, and no league shows them."""
    return {pk: tuple(replace(line, marks=()) for line in lines) for pk, lines in public_lines(tournaments).items()}


KeptLines = partial(KeptByRevision, _without_marks)
kept_lines = KeptLines(MOST)
