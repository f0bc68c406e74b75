"""What is read of tournaments, kept while their revisions stand: each is read again when it has changed."""

from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import Generic, TypeVar

from tournaments.models import Tournament

Read = TypeVar("Read")


class KeptByRevision(Generic[Read]):
    """
    Called with tournaments, it returns what `read` returns of them by their ids, reading only those that changed.

    No more than `most` are kept, those asked for last; `apart` says what else the answer depends on (the language it
    names people in). As of the pages that are kept, a revision is read before what it stands for: what is kept under
    it may be newer, and is never older.
    """

    def __init__(
        self,
        read: Callable[[list[Tournament]], dict[int, Read]],
        most: int,
        apart: Callable[[], Hashable] = lambda: None,
    ) -> None:
        self._read, self._most, self._apart = read, most, apart
        self._kept: dict[tuple[Hashable, int], tuple[int, Read]] = {}  # its revision, what it was; the latest last
        self._lock = Lock()  # one reads, the others wait for what he found

    def __call__(self, tournaments: Iterable[Tournament]) -> dict[int, Read]:
        wanted, apart = {tournament.pk: tournament for tournament in tournaments}, self._apart()
        with self._lock:
            known: dict[int, Read] = {}
            for pk, tournament in wanted.items():
                kept = self._kept.get((apart, pk))
                if kept is not None and kept[0] == tournament.revision:
                    known[pk] = kept[1]
            if new := [tournament for pk, tournament in wanted.items() if pk not in known]:
                known |= self._read(new)
            for pk, tournament in wanted.items():
                self._kept.pop((apart, pk), None)
                self._kept[apart, pk] = tournament.revision, known[pk]
            for oldest in list(self._kept)[: max(0, len(self._kept) - self._most)]:
                del self._kept[oldest]
        return known

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
