"""The articles, in the order of the game, then faults and words; the house rules come last, marked as such."""

from .announcing import ANNOUNCING
from .bidding import BIDDING
from .counting import COUNTING
from .dealing import DEALING
from .faults import FAULTS
from .house import HOUSE
from .playing import PLAYING
from .sharing import SHARING
from .terms import TERMS

PARTS = (DEALING, BIDDING, ANNOUNCING, PLAYING, COUNTING, SHARING, FAULTS, TERMS, HOUSE)

__all__ = ["PARTS"]
