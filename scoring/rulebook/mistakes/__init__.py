"""What the documents say that is wrong, row by row."""

from .misread import CONTRARY, READ_AGAIN
from .wrong_sums import ORDER, WRONG_SUMS

CHAPTERS = (WRONG_SUMS, ORDER, CONTRARY, READ_AGAIN)

__all__ = ["CHAPTERS"]
