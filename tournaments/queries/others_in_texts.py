"""Everybody else named in a text, hidden: what is told of one person to him names nobody but him."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.queries.named_texts import SHORTEST_ALONE, WORDS_OF_THE_GAME, Name
from tournaments.text import fold

WORD = re.compile(r"\w+(?:['’]\w+)?")
MOST_WORDS = 6  # of a family name with its first name


@dataclass(frozen=True)
class Others:
    """
    The `others` whose names are hidden, (family name, first name), but for the words of one's `own` names.

    A whole name goes in either order; a family name or a first name alone where it is written as a name, with a
    capital, and is no word of the game. Hiding a word too many costs nothing here: the text itself stays.
    """

    others: Collection[Name]
    own: Collection[Name] = ()

    def hidden(self, text: str) -> str:
        """Return a text in which nobody else is named."""
        found = [(match.start(), match.end(), fold(match[0])) for match in WORD.finditer(text)]
        kept, end, index = [], 0, 0
        while index < len(found):
            count = self._words_of_a_name(text, found, index)
            if count:
                kept += [text[end : found[index][0]], _("un autre joueur")]
                end = found[index + count - 1][1]
            index += count or 1
        return "".join([*kept, text[end:]])

    def _words_of_a_name(self, text: str, found: list[tuple[int, int, str]], index: int) -> int:
        """Return how many words from here are another's name; 0 when they are none."""
        for count in range(min(MOST_WORDS, len(found) - index), 1, -1):
            if " ".join(word for _start, _end, word in found[index : index + count]) in self._whole:
                return count
        start, _end, word = found[index]
        is_alone = len(word) >= SHORTEST_ALONE and f" {word} " not in WORDS_OF_THE_GAME and text[start].isupper()
        return int(is_alone and word in self._parts)

    @cached_property
    def _whole(self) -> frozenset[str]:
        return _both_ways(self.others) - _both_ways(self.own)

    @cached_property
    def _parts(self) -> frozenset[str]:
        own = {word for name in self.own for part in name for word in fold(part).split()}
        return frozenset(word for name in self.others for part in name for word in fold(part).split()) - own


def _both_ways(names: Collection[Name]) -> frozenset[str]:
    """Return whole names, folded, each beginning with the family name and with the first name."""
    folded = {(fold(last), fold(first)) for last, first in names if first}
    return frozenset(text for last, first in folded for text in (f"{last} {first}", f"{first} {last}"))
