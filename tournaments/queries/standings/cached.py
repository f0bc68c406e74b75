"""
Cached standings, and cached results for leagues: each is read again when its tournament's revision has changed.

Four hundred phones that ask for their places cause one ranking. A league sums a whole season, and the front page shows
its leaders: without the cache, each donne of one evening would read and rank all other evenings again. Results have no
names: a league reads its players again.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from threading import Lock
from typing import Generic, TypeVar

from tournaments.kit.languages import current_language
from tournaments.models import Tournament
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.public import public_results, public_standings_of

MOST_STANDINGS = 12  # tournaments, in each language: some 2 MB each of 1,000 players
MOST_LINES = 500  # tournaments, ten years of a club that plays each week: some 60 kB each of 64 players
MOST_RESULTS = 1000  # tournaments: some 10 kB each of 64 players

Lines = tuple[Line, ...]
Read = TypeVar("Read")


class CachedByRevision(Generic[Read]):
    """
    A cache of what `read` returns for tournaments, by tournament id: a call reads only those that have changed.

    It keeps the `most` answers used last; `vary` returns what else they depend on (the language of names). The revision
    is read before the answer: a cached answer may be newer than its revision, never older.
    """

    def __init__(
        self,
        read: Callable[[list[Tournament]], dict[int, Read]],
        most: int,
        vary: Callable[[], Hashable] = lambda: None,
    ) -> None:
        self._read, self._most, self._vary = read, most, vary
        self._cache: dict[tuple[Hashable, int], tuple[int, Read]] = {}  # (revision, answer); the latest asked for last
        self._lock = Lock()  # one thread reads, the others wait for its answer

    def __call__(self, tournaments: Iterable[Tournament]) -> dict[int, Read]:
        by_id, variant = {tournament.pk: tournament for tournament in tournaments}, self._vary()
        with self._lock:
            answers: dict[int, Read] = {}
            for pk, tournament in by_id.items():
                cached = self._cache.get((variant, pk))
                if cached is not None and cached[0] == tournament.revision:
                    answers[pk] = cached[1]
            if changed := [tournament for pk, tournament in by_id.items() if pk not in answers]:
                answers |= self._read(changed)
            for pk, tournament in by_id.items():
                self._cache.pop((variant, pk), None)
                self._cache[variant, pk] = tournament.revision, answers[pk]
            for oldest in list(self._cache)[: max(0, len(self._cache) - self._most)]:
                del self._cache[oldest]
        return answers

    def clear(self) -> None:
        with self._lock:
            self._cache.clear()


def public_lines(tournaments: Iterable[Tournament]) -> dict[int, Lines]:
    """Return, by tournament id, the lines with a result in the public rounds, without doubles. Three queries."""
    return {
        pk: tuple(line for line in standings.lines if line.counts and line.double_of is None)
        for pk, standings in public_standings_of(tournaments).items()
    }


def _without_marks(tournaments: Iterable[Tournament]) -> dict[int, Lines]:
    """Return `public_lines` without the marks of rounds: they take half the memory, and finals show none."""
    return {pk: tuple(replace(line, marks=()) for line in lines) for pk, lines in public_lines(tournaments).items()}


cached_lines = CachedByRevision(_without_marks, MOST_LINES)
cached_results = CachedByRevision(public_results, MOST_RESULTS)
cached_standings = CachedByRevision(public_standings_of, MOST_STANDINGS, vary=current_language)
