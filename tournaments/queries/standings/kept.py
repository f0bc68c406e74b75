"""A cache of what is read of tournaments: each is read again when its revision has changed."""

from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import Generic, TypeVar

from tournaments.models import Tournament

Read = TypeVar("Read")


class KeptByRevision(Generic[Read]):
    """
    Called with tournaments, it returns what `read` returns of them by their ids, reading only those that changed.

    It keeps the `most` answers asked for last; `vary` returns what else they depend on (the language of the names). As
    for cached pages, the revision is read before the answer: a cached answer may be newer than its revision, never
    older.
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
