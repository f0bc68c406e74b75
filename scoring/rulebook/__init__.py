"""The règlement as this program applies it, article by article. Plain Python; the README explains it."""

from .book import Rulebook, article_for, matching, rulebook
from .reading import ImpossibleProse, faults

__all__ = ["ImpossibleProse", "Rulebook", "article_for", "faults", "matching", "rulebook"]
