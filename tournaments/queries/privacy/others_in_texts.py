"""Hides everybody else who is named in a text: what a person reads about himself names nobody but him."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.kit.text import fold
from tournaments.queries.privacy.named_texts import SHORTEST_ALONE, WORDS_OF_THE_GAME, Name

WORD = re.compile(r"\w+(?:['’]\w+)?")
MOST_WORDS = 6  # of a family name with its first name


@dataclass(frozen=True)
class Others:
    """
    The `others` whose names are hidden, (family name, first name), except the words of his `own` names.

    A whole name is hidden in either order; a family name or a first name alone when it has a capital and is no word of
    the game. Hiding a word too many does no harm: the stored text does not change.
    """

    others: Collection[Name]
    own: Collection[Name] = ()

    def hidden(self, text: str) -> str:
        """Return a text in which nobody else is named."""
        words = [(match.start(), match.end(), fold(match[0])) for match in WORD.finditer(text)]
        parts, end, index = [], 0, 0
        while index < len(words):
            count = self._words_of_a_name(text, words, index)
            if count:
                parts += [text[end : words[index][0]], _("un autre joueur")]
                end = words[index + count - 1][1]
            index += count or 1
        return "".join([*parts, text[end:]])

    def _words_of_a_name(self, text: str, words: list[tuple[int, int, str]], index: int) -> int:
        """Return how many words from `index` on are somebody else's name; 0 for none."""
        for count in range(min(MOST_WORDS, len(words) - index), 1, -1):
            if " ".join(word for _start, _end, word in words[index : index + count]) in self._whole:
                return count
        start, _end, word = words[index]
        is_alone = len(word) >= SHORTEST_ALONE and f" {word} " not in WORDS_OF_THE_GAME and text[start].isupper()
        return int(is_alone and word in self._parts)

    @cached_property
    def _whole(self) -> frozenset[str]:
        return _both_orders(self.others) - _both_orders(self.own)

    @cached_property
    def _parts(self) -> frozenset[str]:
        own = {word for name in self.own for part in name for word in fold(part).split()}
        return frozenset(word for name in self.others for part in name for word in fold(part).split()) - own


def _both_orders(names: Collection[Name]) -> frozenset[str]:
    """Return whole names, folded, each in both orders of family name and first name."""
    folded = {(fold(last), fold(first)) for last, first in names if first}
    return frozenset(text for last, first in folded for text in (f"{last} {first}", f"{first} {last}"))
