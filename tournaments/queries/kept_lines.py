"""
What tournaments brought to a league, kept while their revisions stand.

A league adds up a whole season, and the front page shows who leads it: while one evening is played, every donne made
all the others of the season be read and ranked again. What is kept is known by the revision, as the pages are; names
are not taken from it, for the league reads its people anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from threading import Lock

from tournaments.models import Tournament
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


def _that_count(found: Mapping[int, Standings]) -> dict[int, Lines]:
    return {pk: tuple(line for line in standings.lines if line.counts) for pk, standings in found.items()}


class KeptLines:
    """The lines that count of the tournaments that were asked for last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: dict[int, tuple[int, Lines]] = {}  # by tournament: its revision, its lines; the latest asked last
        self._lock = Lock()

    def __call__(self, tournaments: Iterable[Tournament]) -> dict[int, Lines]:
        """Return what `public_lines` returns, reading those tournaments alone that have changed."""
        wanted = list(tournaments)
        with self._lock:
            kept = {one.pk: self._kept[one.pk] for one in wanted if one.pk in self._kept}
        known = {one.pk: kept[one.pk][1] for one in wanted if one.pk in kept and kept[one.pk][0] == one.revision}
        new = [one for one in wanted if one.pk not in known]
        # The marks of each round are half of a line, and no league shows them.
        known |= {
            pk: tuple(replace(line, marks=()) for line in lines)
            for pk, lines in (public_lines(new) if new else {}).items()
        }
        with self._lock:
            for one in wanted:
                self._kept.pop(one.pk, None)
                self._kept[one.pk] = one.revision, known[one.pk]
            for oldest in list(self._kept)[: max(0, len(self._kept) - self._most)]:
                del self._kept[oldest]
        return known

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


kept_lines = KeptLines()
