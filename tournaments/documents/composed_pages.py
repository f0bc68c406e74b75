"""
Shared parts of the papers of a rotation: pages filled in Python, and names that fit their boxes.

Cards and posters have a fixed number of boxes on a page, so the pages are filled in Python and rendered a few at a
time. The foot of each page says what it is, its state number and when it was printed: after a new draw people can tell
old papers from new ones.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.documents.pdf import PdfPart
from tournaments.models import Club, ClubLogo, Tournament

SMALLEST = 7.5  # points: nothing on paper is smaller
PAGES_AT_ONCE = 8  # more would take more memory; each part costs time, and brings its fonts
MM = 25.4 / 72  # one point
# How wide letters are in Source Sans, in parts of their size: enough to choose a size, not to set a line.
NARROW, WIDE = frozenset("iIljfrt.,'’:;()-‐‑ \N{NO-BREAK SPACE}"), frozenset("mwMWŒœæÆ@%…")
BOLD = 1.04
LEADING = 1.05
WORD = re.compile("[^ -]*[ -]?")  # a name is broken after each
SURE = 1.04  # how much more of a line holds what `_em` counts: it is a few parts in a hundred too wide
FULL = 0.85  # how much of a line is filled when words break over lines

Page = dict[str, Any]
Item = TypeVar("Item")


@dataclass(frozen=True)
class Fitted:
    """A text, and the font size in points at which it fits its box."""

    text: str
    size: float

    @property
    def points(self) -> str:
        """Return the size for a style, the same in every language: « 7.5pt »."""
        return f"{self.size:g}pt"


def fitted(
    text: str, room: float, sizes: Sequence[float], *, height: float = 0, lines: int = 2, bold: bool = False
) -> Fitted:
    """
    Return a text at the largest of `sizes` (in points, the largest first) at which it fits `room` millimetres.

    It may take several `lines` if they fit `height` millimetres; words are broken at the smallest size only. A text
    that fits at no size is cut with « … » at the smallest.
    """
    weight, smallest = BOLD if bold else 1, sizes[-1]

    def fits(words: str, size: float, *, breaks_words: bool = False) -> bool:
        most = max(1, min(lines, int(height / (size * MM * LEADING))))
        longest = _ems(words) if most == 1 else max(_ems(word.rstrip()) for word in WORD.findall(words))
        is_whole = (breaks_words and most > 1) or longest * size * weight * MM <= room
        return is_whole and lines_broken(words, room, size * weight) <= most

    for size in sizes:
        if fits(text, size):
            return Fitted(text, size)
    cut = (text, *(text[:letters].rstrip() + "…" for letters in range(len(text) - 1, 1, -1)))
    return Fitted(next((words for words in cut if fits(words, smallest, breaks_words=True)), text[:1] + "…"), smallest)


def with_initial(name: str) -> str:
    """Return the family name and an initial, « DE LA ROCHE H. »; « Joueur n° 8 » does not change."""
    family, _space, first = name.rpartition(" ")
    return f"{family} {first[0]}." if family and first[0].isalpha() and not first[-1].isdigit() else name


def lines_of(text: str, room: float, size: float) -> int:
    """Return about how many lines a text takes in `room` millimetres at a font size in points, broken between words."""
    return max(1, ceil(_ems(text) * size * MM / (room * FULL)))


def lines_broken(text: str, room: float, size: float) -> int:
    """Return how many lines a text takes when it is broken after spaces and hyphens, as browsers do."""
    lines, filled, ems = 1, 0.0, room * SURE / (size * MM)
    for word in WORD.findall(text):
        width = _ems(word.rstrip())
        if filled and filled + width > ems:
            lines, filled = lines + 1, 0.0
        broken = int(width / ems)  # a word that is longer than a line
        lines, filled = lines + broken, filled + _ems(word) - broken * ems
    return lines


def sliced(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Return the items in lists of `size`; the last list may be shorter."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def about(tournament: Tournament, name: str, at: datetime) -> str:
    """Return the foot of a page: « Affiche, position 2 · Soirée du club · version 12, imprimé le … »."""
    return _("%(what)s · %(tournament)s · version %(revision)d, imprimé le %(moment)s") % {
        "what": name,
        "tournament": tournament.name,
        "revision": tournament.revision,
        "moment": moment(at),
    }


def moment(at: datetime) -> str:
    """Return a moment for paper, with no line break inside: « 21 novembre 2026 à 23 h 05 »."""
    return date_format(timezone.localtime(at), _("j F Y à G \\h i")).replace(" ", "\N{NO-BREAK SPACE}")


def logo_url(club: Club) -> str:
    """Return a club's logo as a data URL; "" for a club without one."""
    logo = ClubLogo.objects.filter(club=club).first()
    return f"data:image/png;base64,{b64encode(bytes(logo.content)).decode()}" if logo else ""


def composed(pages: Iterable[Page], *, layout: str) -> list[PdfPart]:
    """Return the pages as parts of a document; each page gets its number as `sheet`."""
    all_pages = list(pages)
    for number, page in enumerate(all_pages, start=1):
        page["sheet"] = _("page %(number)d/%(count)d") % {"number": number, "count": len(all_pages)}
    return [
        PdfPart({"layout": layout, "pages": some_pages}, pages=len(some_pages))
        for some_pages in sliced(all_pages, PAGES_AT_ONCE)
    ]


def _ems(text: str) -> float:
    return sum(map(_em, text))


def _em(letter: str) -> float:
    if letter in NARROW:
        return 0.32
    if letter in WIDE:
        return 0.87
    return 0.61 if letter.isupper() else 0.53
