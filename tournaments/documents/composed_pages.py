"""
What every paper of a rotation shares: pages composed here, not by the layout, and names that fit their room.

Cards and posters have a fixed number of places on a page, so the pages are made up in Python and rendered a few at a
time. The foot of each says what it is, its state number and when it was printed: after a new draw people can tell old
papers from new ones.
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

from tournaments.documents.pdf import Part
from tournaments.models import Club, ClubLogo, Tournament

PAGES_AT_ONCE = 8  # more would take more memory; each part costs time, and brings its fonts
MM = 25.4 / 72  # one point
# How wide letters are in Source Sans, in parts of their size: enough to choose a size, not to set a line.
NARROW, WIDE = frozenset("iIljfrt.,'’:;()-‐‑ \N{NO-BREAK SPACE}"), frozenset("mwMWŒœæÆ@%…")
BOLD = 1.04
LEADING = 1.05
BREAK = re.compile("[ -]")  # where a name may be broken over two lines
WORD = re.compile("[^ -]*[ -]?")
SURE = 1.04  # how much more of a line holds what `_em` counts: it is a few parts in a hundred too wide
FULL = 0.85  # how much of a line is filled when words break over lines

Page = dict[str, Any]
Item = TypeVar("Item")


@dataclass(frozen=True)
class Fitted:
    """A text and the size in points at which it fits in its room."""

    text: str
    size: float


def fitted(text: str, room: float, sizes: Sequence[float], *, height: float = 0, bold: bool = False) -> Fitted:
    """
    Return a text at the largest of `sizes` (the largest first) at which it fits in `room` millimetres.

    It may take two lines of whole words where two fit in `height` millimetres. What fits at no size ends in « … »
    at the smallest.
    """
    weight = BOLD if bold else 1
    ems, longest = _ems(text) * weight, max(map(_ems, BREAK.split(text))) * weight
    for size in sizes:
        if ems * size * MM <= _length(room, height, size) and longest * size * MM <= room:
            return Fitted(text, size)
    smallest = sizes[-1]
    letters = int(len(text) * _length(room, height, smallest) / (ems * smallest * MM)) - 1
    return Fitted(text[: max(1, letters)].rstrip() + "…", smallest)


def lines_of(text: str, room: float, size: float) -> int:
    """Return about how many lines a text takes in `room` millimetres, broken between words, at a size in points."""
    return max(1, ceil(_ems(text) * size * MM / (room * FULL)))


def lines_broken(text: str, room: float, size: float) -> int:
    """Return how many lines a text takes that is broken after spaces and hyphens, as a browser does it."""
    lines, filled, ems = 1, 0.0, room * SURE / (size * MM)
    for word in WORD.findall(text):
        if filled and filled + _ems(word.rstrip()) > ems:
            lines, filled = lines + 1, 0.0
        filled += _ems(word)
    return lines


def sliced(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Return the items in slices of a size; the last one may be shorter."""
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
    """Return a moment as it is printed, never broken over two lines: « 21 novembre 2026 à 23 h 05 »."""
    return date_format(timezone.localtime(at), _("j F Y à G \\h i")).replace(" ", "\N{NO-BREAK SPACE}")


def logo_url(club: Club) -> str:
    """Return the logo of a club as a data URL; empty where it has none."""
    logo = ClubLogo.objects.filter(club=club).first()
    return f"data:image/png;base64,{b64encode(bytes(logo.content)).decode()}" if logo else ""


def composed(pages: Iterable[Page], *, layout: str) -> list[Part]:
    """Return composed pages as the parts of a document. Sets `sheet` of each page to its number."""
    all_pages = list(pages)
    for number, page in enumerate(all_pages, start=1):
        page["sheet"] = _("page %(number)d/%(count)d") % {"number": number, "count": len(all_pages)}
    return [
        Part({"layout": layout, "pages": some_pages}, pages=len(some_pages))
        for some_pages in sliced(all_pages, PAGES_AT_ONCE)
    ]


def _length(room: float, height: float, size: float) -> float:
    """Return the length of text that fits, in millimetres: one line, or two broken between words."""
    return 2 * room * FULL if 2 * size * MM * LEADING <= height else room


def _ems(text: str) -> float:
    return sum(map(_em, text))


def _em(letter: str) -> float:
    if letter in NARROW:
        return 0.32
    if letter in WIDE:
        return 0.87
    return 0.61 if letter.isupper() else 0.53
