"""
What every paper of a rotation shares: pages composed here rather than by the layout, letters that fit their room.

A card or a poster has so many places to a page and everything in its place; the pages are made up in Python, a few
rendered at a time. The foot of each says what it is, its state number and when it was printed: after a new draw people
tell the old ones apart.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.documents.pdf import Miscounted, Part, render_parts
from tournaments.documents.ranking import moment
from tournaments.models import Job, Tournament
from tournaments.services.documents import keep_document

PAGES_AT_ONCE = 6
MM = 25.4 / 72  # one point
# How wide letters are in DejaVu Sans, in parts of their size: enough to choose a size, not to set a line.
NARROW, WIDE = frozenset("iIljfrt.,'’:;()-‐‑ \N{NO-BREAK SPACE}"), frozenset("mwMWŒœæÆ@%…")
BOLD = 1.13
LEADING = 1.05

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

    It may take two lines where two hold in `height` millimetres. What holds at no size ends in « … » at the smallest.
    """
    ems = _ems(text) * (BOLD if bold else 1)
    for size in sizes:
        if ems * size * MM <= _length(room, height, size):
            return Fitted(text, size)
    smallest = sizes[-1]
    kept = int(len(text) * _length(room, height, smallest) / (ems * smallest * MM)) - 1
    return Fitted(text[: max(1, kept)].rstrip() + "…", smallest)


def sliced(things: Sequence[Thing], size: int) -> list[Sequence[Thing]]:
    """Return things in slices of a size, the last one perhaps shorter."""
    return [things[start : start + size] for start in range(0, len(things), size)]


def about(tournament: Tournament, what: str, at: datetime) -> str:
    """Return the foot of a page: « Affiche, position 2 · Soirée du club · état n° 12, imprimé le … »."""
    return _("%(what)s · %(tournament)s · état n° %(revision)d, imprimé le %(moment)s") % {
        "what": what,
        "tournament": tournament.name,
        "revision": tournament.revision,
        "moment": moment(at),
    }


def keep_pages(
    job: Job,
    progress: Callable[[int], None],
    *,
    template: str,
    layout: str,
    pages: Iterable[Page],
    title: str,
    stem: str,
    at: datetime,
) -> dict[str, Any]:
    """Return `{"document": id}`: composed pages as a PDF that is kept. Each page learns its number in `sheet`."""
    tournament = job.of_tournament
    composed = list(pages)
    for number, page in enumerate(composed, start=1):
        page["sheet"] = _("page %(number)d/%(count)d") % {"number": number, "count": len(composed)}
    common = {"title": title, "tournament": tournament, "club": tournament.club, "layout": layout}
    parts = [Part(common | {"pages": some}, pages=len(some)) for some in sliced(composed, PAGES_AT_ONCE)]
    content = printed_parts(template, parts, lambda done: progress(10 + 80 * done // len(parts)))
    progress(95)
    return keep(job, title=title, stem=stem, content=content, at=at)


def keep(job: Job, *, title: str, stem: str, content: bytes, at: datetime) -> dict[str, Any]:
    """Keep a document under a name that says what it is and of which evening."""
    tournament = job.of_tournament
    filename = f"{stem}-{slugify(tournament.name)[:60] or 'tournoi'}-{tournament.date:%Y-%m-%d}.pdf"
    return {"document": keep_document(job=job, title=title, filename=filename, content=content, at=at).pk}


def printed_parts(template: str, parts: Sequence[Part], progress: Callable[[int], None]) -> bytes:
    """Return the PDF; a page whose letters were wider than they are known to be may run on, and then costs memory."""
    try:
        return render_parts(template, parts, progress)
    except Miscounted:
        return render_parts(template, [Part(part.context) for part in parts], progress)


def _length(room: float, height: float, size: float) -> float:
    """Return the length that holds: one line, or two that break at words."""
    return 2 * room * 0.85 if 2 * size * MM * LEADING <= height else room


def _ems(text: str) -> float:
    return sum(
        0.36 if letter in NARROW else 0.98 if letter in WIDE else 0.7 if letter.isupper() else 0.61 for letter in text
    )
