"""
The language of the current answer, among those of the catalogues, and its word for a round.

A round that ends by the clock is called a sequence, not a position. Sentences about such a tournament come from a
second catalogue, which differs in that word alone.
"""

from django.utils.translation import get_language

from tournaments.kit.translation import SEQUENCES, is_english


def current_language() -> str:
    """Return "fr" or "en"; French when no language was chosen."""
    return "en" if is_english(get_language() or "fr") else "fr"


def current_words() -> str:
    """Return the catalogue's code for sentences of packages without Django: the language and its word for a round."""
    return current_language() + (SEQUENCES if (get_language() or "").endswith(SEQUENCES) else "")
