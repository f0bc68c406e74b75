"""
Every sentence and word this package shows people: (French, English).

Written and typeset as in the marque's own catalogue: French with ordinary spaces and apostrophes here, `words` does the
rest. Values are named in braces; `words` knows how to show each kind.
"""

from scoring.marque.catalogue import Texts

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
    "Texts",
]
