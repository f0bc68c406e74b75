"""
Similar names: two names that may be one person's. The module asks the reader, and never decides.

No Django here. Two names are similar when they are equal (accents, case and hyphens aside), when last and first name
are exchanged, when one leaves out or abbreviates words of the other (« Dupont J. », « Martin » and « Martin-Durand »),
or when they differ by a slip: a letter too many, missing, wrong, or two exchanged; one slip in the last name, in the
first name or in each, two in a part of eight letters or more.

`difflib` of the standard library counts the equal letters. It is slow, and few names reach it: a slip leaves one half
of a last name unchanged, so only names with an equal half are compared. (Two slips, one in each half, are missed.)
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from difflib import SequenceMatcher
from enum import IntEnum
from functools import lru_cache
from typing import Generic, TypeVar

from tournaments.kit.text import fold

SHORT, LONG = 3, 8  # letters: below, every slip makes another name; from there on two slips may happen
MOST_SLIPS = 2

Key = TypeVar("Key", bound=Hashable)
Name = tuple[str, str]  # last and first, as somebody wrote them


class Likeness(IntEnum):
    """How two names are alike; the most alike first."""

    SAME = 1
    SWAPPED = 2
    SHORTENED = 3
    SPELLED = 4


def likeness(name: Name, other: Name) -> Likeness | None:
    """Return how two names are similar; None when they are not."""
    (last, first), (other_last, other_first) = map(_folded, (name, other))
    if not last or not other_last:
        return None
    if (last, first) == (other_last, other_first):
        return Likeness.SAME
    if (last, first) == (other_first, other_last):
        return Likeness.SWAPPED
    is_shortened = last == other_last and _shortens(first, other_first)
    if is_shortened or (first and first == other_first and _is_part(last, other_last)):
        return Likeness.SHORTENED
    is_near = _slips(last, other_last, first, other_first) or _slips(last, other_first, first, other_last)
    return Likeness.SPELLED if is_near else None


def is_surely(written: Name, known: Name) -> bool:
    """
    Return True when a name written beside a known licence is its holder's: the same, or a short or missing first name.

    Any other name may be another person's, beside a number with a wrong figure.
    """
    (last, first), (known_last, known_first) = map(_folded, (written, known))
    if last != known_last:
        return (last, first) == (known_first, known_last)
    return (
        first == known_first
        or not (first and known_first)
        or (first.replace(" ", "") == "".join(word[0] for word in known_first.split()))
        or first == known_first[0]
    )


class Lookalikes(Generic[Key]):
    """An index of people by name, to find similar names; built once for a whole file."""

    def __init__(self, people: Iterable[tuple[Key, str, str]]) -> None:
        self._names: dict[Key, Name] = {}
        self._order: dict[Key, int] = {}
        self._by_half: dict[str, list[Key]] = defaultdict(list)
        for key, last, first in people:
            self.add(key, last, first)

    def add(self, key: Key, last: str, first: str) -> None:
        """Add a person, for instance from an earlier line of the same file."""
        self._names[key] = (last, first)
        self._order.setdefault(key, len(self._order))
        for half in {*_indexed_halves(last), *_indexed_halves(first)}:
            self._by_half[half].append(key)

    def find(self, last: str, first: str) -> list[tuple[Key, Likeness]]:
        """Return the people with a similar name, the most similar first, else in the order they were added."""
        near = dict.fromkeys(key for half in _searched_halves(last) for key in self._by_half.get(half, ()))
        alike = [(how, key) for key in near if (how := likeness((last, first), self._names[key])) is not None]
        return [(key, how) for how, key in sorted(alike, key=lambda pair: (pair[0], self._order[pair[1]]))]


def halves(part: str) -> tuple[str, str]:
    """Return the first and the second half of a folded part of a name: a slip changes only one of them."""
    letters = part.replace(" ", "")
    half = max(1, (len(letters) - 1) // 2)
    return letters[:half], letters[half + 1 :] or letters[-1:]


@lru_cache(maxsize=65536)
def _fold(text: str) -> str:
    return fold(text)


def _folded(name: Name) -> Name:
    return _fold(name[0]), _fold(name[1])


def _searched_halves(part: str) -> list[str]:
    """Return the keys to look up: the halves of a part, and each of its words."""
    folded = _fold(part)
    if not folded:
        return []
    beginning, end = halves(folded)
    return [f"{beginning}…", f"…{end}", *(f"={word}" for word in folded.split())]


@lru_cache(maxsize=65536)
def _indexed_halves(part: str) -> tuple[str, ...]:
    """Return every half under which a part is stored: also for names up to `MOST_SLIPS` letters longer or shorter."""
    folded = _fold(part)
    letters = folded.replace(" ", "")
    halves_and_words = {f"={word}" for word in folded.split()}
    for length in range(max(1, len(letters) - MOST_SLIPS), len(letters) + MOST_SLIPS + 1):
        half = max(1, (length - 1) // 2)
        halves_and_words |= {f"{letters[:half]}…", f"…{letters[-max(1, length - half - 1) :]}"}
    return tuple(halves_and_words)


def _shortens(first: str, other_first: str) -> bool:
    """Return True when one first name omits or abbreviates words of the other: "", « J », « Jean » for Jean-Pierre."""
    short, long = sorted((first.split(), other_first.split()), key=lambda words: (len(words), len("".join(words))))
    return all(word == whole or word == whole[0] for word, whole in zip(short, long, strict=False))


def _is_part(last: str, other_last: str) -> bool:
    """Return True when the words of one last name are among those of the other: Martin Durand and Martin."""
    words, other_words = set(last.split()), set(other_last.split())
    return words < other_words or other_words < words


def _slips(last: str, other_last: str, first: str, other_first: str) -> bool:
    """Return True when each part has at most one slip (two when the part is long), and both together at most two."""
    slips = 0
    for part, other in ((last, other_last), (first, other_first)):
        count = _apart(part.replace(" ", ""), other.replace(" ", ""))
        if count is None:
            return False
        slips += count
    return slips <= MOST_SLIPS


def _apart(part: str, other: str) -> int | None:
    """Return how many letters differ between two parts; None when there are more than slips explain."""
    if part == other:
        return 0
    shorter, longer = sorted((len(part), len(other)))
    most = 0 if shorter < SHORT else 1 if shorter < LONG else MOST_SLIPS
    if longer - shorter > most or len(set(part) ^ set(other)) > 2 * most:  # a slip changes two letters at the most
        return None
    blocks = SequenceMatcher(None, part, other, autojunk=False).get_matching_blocks()
    slips = longer - sum(block.size for block in blocks)
    return slips if slips <= most else None
