"""The articles, in the order of the game; the house rules come last, marked as such."""

from .announcing import ANNOUNCING
from .bidding import BIDDING
from .counting import COUNTING
from .dealing import DEALING
from .house import HOUSE
from .playing import PLAYING
from .sharing import SHARING

PARTS = (DEALING, BIDDING, ANNOUNCING, PLAYING, COUNTING, SHARING, HOUSE)

__all__ = ["PARTS"]
