"""The règlement as it is applied here, article by article. Plain Python; the README explains it."""

from .book import Rulebook, rulebook
from .finding import found
from .links import ANCHORS, article_for

__all__ = ["ANCHORS", "Rulebook", "article_for", "found", "rulebook"]
