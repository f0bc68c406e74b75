"""From a part of a marque, or a number in a text, to the article that explains it."""

from .articles import PARTS
from .mistakes import CHAPTERS

# By the code of `Reason`: what each term of a marque rests on.
_ARTICLES = {
    "contract": "R7",
    "petit_au_bout": "R10",
    "poignee": "R13",
    "chelem": "R15",
    "petit_chelem": "R30",
    "misere": "R31",
}

ANCHORS: dict[str, str] = {
    **{article.number: article.anchor for part in PARTS for article in part.articles if article.number},
    **{mistake.code: mistake.code.lower() for chapter in CHAPTERS for mistake in chapter.mistakes},
}
"""Where each number lies on the page: R13 → r13, C7 → c7."""


def article_for(reason: str) -> str:
    """Return the anchor of the article a term of the marque rests on; `reason` is a `Reason` or its code."""
    return ANCHORS[_ARTICLES[reason]]
