"""
Every sentence and word this package shows people, in French; their English is in the catalogue of the site.

Values are named in braces; `words` knows how to show each kind.
"""

from .play import ARTICLES, CAMPS, CARDS, DUTIES, KINDS, MOVES, PAIRS, RANKS, SUITS
from .problems import COUNTED, EXPECTED, PLACES, PROBLEMS, WHO

__all__ = [
    "ARTICLES",
    "CAMPS",
    "CARDS",
    "COUNTED",
    "DUTIES",
    "EXPECTED",
    "KINDS",
    "MOVES",
    "PAIRS",
    "PLACES",
    "PROBLEMS",
    "RANKS",
    "SUITS",
    "WHO",
]
