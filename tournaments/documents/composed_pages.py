"""
What every paper of a rotation shares: pages composed here rather than by the layout, letters that fit their room.

A card or a poster has so many places to a page and everything in its place; the pages are made up in Python, a few
rendered at a time. The foot of each says what it is, its state number and when it was printed: after a new draw people
tell the old ones apart.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.documents.pdf import Part
from tournaments.models import Tournament

PAGES_AT_ONCE = 8  # more would take more memory; each part costs time, and brings its fonts
MM = 25.4 / 72  # one point
# How wide letters are in Source Sans, in parts of their size: enough to choose a size, not to set a line.
NARROW, WIDE = frozenset("iIljfrt.,'’:;()-‐‑ \N{NO-BREAK SPACE}"), frozenset("mwMWŒœæÆ@%…")
BOLD = 1.04
LEADING = 1.05
BREAK = re.compile("[ -]")  # where a name goes on on the next line
FULL = 0.85  # how much of a line words fill that break

Page = dict[str, Any]
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Fitted:
    """A text and the size in points at which it holds in its room."""

    text: str
    size: float


def fitted(text: str, room: float, sizes: Sequence[float], *, height: float = 0, bold: bool = False) -> Fitted:
    """
    Return a text at the largest of `sizes` (the largest first) at which it holds in `room` millimetres.

    It may take two lines where two hold in `height` millimetres, whole words each. What holds at no size ends in « … »
    at the smallest.
    """
    weight = BOLD if bold else 1
    ems, longest = _ems(text) * weight, max(map(_ems, BREAK.split(text))) * weight
    for size in sizes:
        if ems * size * MM <= _length(room, height, size) and longest * size * MM <= room:
            return Fitted(text, size)
    smallest = sizes[-1]
    kept = int(len(text) * _length(room, height, smallest) / (ems * smallest * MM)) - 1
    return Fitted(text[: max(1, kept)].rstrip() + "…", smallest)


def lines_of(text: str, room: float, size: float) -> int:
    """Return about how many lines a text takes that breaks at its words, in `room` millimetres, at a size in points."""
    return max(1, ceil(_ems(text) * size * MM / (room * FULL)))


def sliced(things: Sequence[Thing], size: int) -> list[Sequence[Thing]]:
    """Return things in slices of a size, the last one perhaps shorter."""
    return [things[start : start + size] for start in range(0, len(things), size)]


def about(tournament: Tournament, name: str, at: datetime) -> str:
    """Return the foot of a page: « Affiche, position 2 · Soirée du club · état n° 12, imprimé le … »."""
    return _("%(what)s · %(tournament)s · état n° %(revision)d, imprimé le %(moment)s") % {
        "what": name,
        "tournament": tournament.name,
        "revision": tournament.revision,
        "moment": moment(at),
    }


def moment(at: datetime) -> str:
    """Return a moment as it is printed, never broken over two lines: « 21 novembre 2026 à 23 h 05 »."""
    return date_format(timezone.localtime(at), _("j F Y à G \\h i")).replace(" ", "\N{NO-BREAK SPACE}")


def composed(pages: Iterable[Page], *, layout: str) -> list[Part]:
    """Return composed pages as the parts of a document. Each page learns its number in `sheet`."""
    whole = list(pages)
    for number, page in enumerate(whole, start=1):
        page["sheet"] = _("page %(number)d/%(count)d") % {"number": number, "count": len(whole)}
    return [Part({"layout": layout, "pages": some}, pages=len(some)) for some in sliced(whole, PAGES_AT_ONCE)]


def _length(room: float, height: float, size: float) -> float:
    """Return the length that holds: one line, or two that break at words."""
    return 2 * room * FULL if 2 * size * MM * LEADING <= height else room


def _ems(text: str) -> float:
    return sum(map(_em, text))


def _em(letter: str) -> float:
    if letter in NARROW:
        return 0.32
    if letter in WIDE:
        return 0.87
    return 0.61 if letter.isupper() else 0.53
