"""
The tables of a position for the wall, to be read from the middle of the hall.

Letters of 56 points have capitals of 14 mm, which good eyes read at ten metres; a long name takes what it needs less.
An A4 page holds two tables, an A3 page three with twice the room for names. People are named as on the public pages.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.documents.paper import Page, about, composed, fitted, sliced
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind, Paper
from tournaments.queries.seating import Seated, Seating, seating
from tournaments.services.documents import positions_to_print

TABLES_ON = {Paper.A4: 2, Paper.A3: 3}
ROOM_ON = {Paper.A4: 184, Paper.A3: 306}  # millimetres for a name
SIZES = (56, 50, 44, 38, 33, 28, 24)
SIZES_OF_FIVE = (43, 39, 35, 30, 26, 22)
LINES = 4  # names in the band of a table, before letters shrink
HEIGHT, HEIGHT_OF_FIVE = 20.5, 16.5  # millimetres for a name
EVENT = 150  # millimetres for the name of the evening
NUMBER, LONG_NUMBER = 126, 84  # points


@document(JobKind.POSTER, template="documents/poster.html")
def poster(order: Order) -> Content:
    """Compose the posters of a position, or of all of them one after the other."""
    tournament, wanted = order.tournament, order.job.wanted["position"]
    paper = Paper(order.job.wanted["paper"])
    event = fitted(tournament.name, EVENT, (12,)).text
    pages: list[Page] = []
    for position in positions_to_print(tournament, wanted):
        what = _("Affiche de la position %(position)d") % {"position": position}
        foot = {"position": position, "event": event, "about": about(tournament, what, order.at)}
        pages += [foot | page for page in _pages(seating(tournament, position), paper)]
    if wanted is None:
        title, stem = _("Affiche de toutes les positions · %(tournament)s"), "affiche"
    else:
        title, stem = _("Affiche de la position %(position)d · %(tournament)s"), f"affiche-p{wanted}"
    return Content(
        title % {"position": wanted, "tournament": tournament.name},
        stem if paper == Paper.A4 else f"{stem}-a3",
        composed(pages, layout=f"composed poster {'a3' if paper == Paper.A3 else 'a4'}"),
    )


def _pages(seated: Seating, paper: Paper) -> Iterator[Page]:
    bands = [_band(table.number, table.seats, paper) for table in seated.tables]
    bands += [_band(None, some, paper) for some in sliced(seated.exempts, LINES)]
    for some in sliced(bands, TABLES_ON[paper]):
        numbers = [band["number"] for band in some if band["number"]]
        yield {
            "bands": some,
            "from_table": min(numbers, default=None),
            "to_table": max(numbers, default=None),
            "are_two": len(numbers) == 2,
        }


def _band(number: int | None, seats: Sequence[Seated], paper: Paper) -> dict[str, Any]:
    """Return a table, or the exempts under no number."""
    sizes, height = (SIZES, HEIGHT) if len(seats) <= LINES else (SIZES_OF_FIVE, HEIGHT_OF_FIVE)
    return {
        "number": number,
        "size": NUMBER if number is None or number < 100 else LONG_NUMBER,
        "crowded": len(seats) > LINES,
        "seats": [{"seat": seat, "name": fitted(seat.name, ROOM_ON[paper], sizes, height=height)} for seat in seats],
    }
