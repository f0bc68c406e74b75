"""
The language of the answer being made, among those that the catalogues have, and its words for a round.

A round that the clock ends is called a sequence, not a position. Sentences about such a tournament are looked up in
a catalogue that differs in that word alone, all others in that of the language.
"""

from django.utils.translation import get_language

from tournaments.kit.translation import SEQUENCES, is_english


def current_language() -> str:
    """Return "fr" or "en": French wherever no language was chosen."""
    return "en" if is_english(get_language() or "fr") else "fr"


def current_words() -> str:
    """Return the language with its words for a round, for the sentences of the packages without Django."""
    return current_language() + (SEQUENCES if (get_language() or "").endswith(SEQUENCES) else "")
