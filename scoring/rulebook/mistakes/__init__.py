"""What the documents say that is wrong, row by row."""

from .misread import CONTRARY, READ_AGAIN
from .order import ORDER
from .wrong_sums import WRONG_SUMS

CHAPTERS = (WRONG_SUMS, ORDER, CONTRARY, READ_AGAIN)

__all__ = ["CHAPTERS"]
