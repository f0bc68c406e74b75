"""
An attacker on those who are not named: he reads leagues before and after each evening, and subtracts.

A join is a start number of an evening that can be of one line of a league alone: whoever saw that number sit down then
has the whole season of its player.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

Totals = Mapping[int, int]  # how many lines that are not named have each total


def joins(before: Iterable[int], after: Iterable[int], scores: Sequence[int]) -> list[tuple[int, int | None]]:
    """
    Return (score, total before) of each score of an evening that only one line can have brought home.

    `before` and `after` are the totals of the lines that nobody is named in; a total before of None is a new line.
    """
    sources: list[set[int | None]] = [set() for _score in scores]
    for found in _matchings(Counter(before), Counter(after), list(scores)):
        for source, known in zip(found, sources, strict=True):
            known.add(source)
    return [(score, next(iter(known))) for score, known in zip(scores, sources, strict=True) if len(known) == 1]


def _matchings(
    before: Counter[int], after: Counter[int], scores: list[int], taken: tuple[int | None, ...] = ()
) -> Iterable[tuple[int | None, ...]]:
    """Yield which line each score went to, in every way that explains the totals after it."""
    if not scores:
        if +before == +after:
            yield taken
        return
    score, *others = scores
    for source in [*sorted(+before), None]:
        target = score + (source or 0)
        if after[target] > 0:
            less, left = before.copy(), after.copy()
            left[target] -= 1
            if source is not None:
                less[source] -= 1
            yield from _matchings(less, left, others, (*taken, source))
