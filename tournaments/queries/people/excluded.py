"""Who was excluded from a tournament: what `scoring` knows of its arbiter's decisions."""

from collections.abc import Callable, Collection

Excluded = Callable[[Collection[int]], set[int]]

_registered: list[Excluded] = []


def tells_excluded(query: Excluded) -> Excluded:
    """Register the function that `excluded_of` calls. There is one at a time."""
    _registered[:] = [query]
    return query


def excluded_of(registrations: Collection[int]) -> set[int]:
    """Return those of these registrations (ids) whom an exclusion in force keeps out; none without such a function."""
    return _registered[0](registrations) if registrations and _registered else set()
