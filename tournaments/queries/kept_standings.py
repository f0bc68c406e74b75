"""
Standings kept while their revisions stand: four hundred phones that ask for their own places rank nobody themselves.

As of the pages that are kept, a revision is read before what it stands for: what is kept under it may be newer, and is
never older.
"""

from collections.abc import Iterable
from threading import Lock

from tournaments.languages import current_language
from tournaments.models import Tournament
from tournaments.queries.public_standings import public_standings_of
from tournaments.queries.standing_lines import Standings

MOST = 12  # tournaments, in each language: some 2 MB each of 1,000 players


class KeptStandings:
    """The standings of the tournaments that were asked for last, in the language they are named in."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: dict[tuple[str, int], tuple[int, Standings]] = {}  # its revision, what it was; the latest last
        self._lock = Lock()  # one reads, the others wait for what he found

    def __call__(self, tournaments: Iterable[Tournament]) -> dict[int, Standings]:
        """Return what `public_standings_of` returns, reading those tournaments alone that have changed."""
        wanted, language = {tournament.pk: tournament for tournament in tournaments}, current_language()
        with self._lock:
            known = {
                pk: standings
                for pk, tournament in wanted.items()
                for revision, standings in [self._kept.get((language, pk), (None, None))]
                if standings is not None and revision == tournament.revision
            }
            new = [tournament for pk, tournament in wanted.items() if pk not in known]
            if new:
                known |= public_standings_of(new)
            for pk, tournament in wanted.items():
                self._kept.pop((language, pk), None)
                self._kept[language, pk] = tournament.revision, known[pk]
            for oldest in list(self._kept)[: max(0, len(self._kept) - self._most)]:
                del self._kept[oldest]
        return known

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


kept_standings = KeptStandings()
