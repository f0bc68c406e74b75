"""
The plan of a position for the notice board: everybody by name, then every table with its players.

It hangs where anyone may read it, so people are named as on the public pages; who withheld his name looks for his
number, which his card gives him.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournaments.documents.paper import Fitted, Page, about, composed, fitted, sliced
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.queries.seating import Seating, seating
from tournaments.services.documents import positions_to_print

# Millimetres of an A4 page under its heading: for names with a line below them, for tables with the exempts.
ROOM, ROOM_FOR_TABLES = 228, 240
FEW_NAMES, FEW_TABLES, FEW_TABLES_OF_FOUR = 24, 8, 10  # as many as a page holds in large letters
EVENT = 115  # millimetres for the name of the evening
GAP = 12  # between the two lists when they share a page


@document(JobKind.SEATING_PLAN, template="documents/seating_plan.html")
def seating_plan(order: Order) -> Content:
    """Compose the plan of a position, or of all of them one after the other."""
    tournament, wanted = order.tournament, order.job.wanted["position"]
    event = fitted(tournament.name, EVENT, (10.5,), bold=True).text
    pages: list[Page] = []
    for position in positions_to_print(tournament, wanted):
        what = _("Plan de la position %(position)d") % {"position": position}
        foot = {"position": position, "event": event, "about": about(tournament, what, order.at)}
        pages += [foot | page for page in _pages(seating(tournament, position))]
    if wanted is None:
        title, stem = _("Plan de toutes les positions · %(tournament)s"), "plan"
    else:
        title, stem = _("Plan de la position %(position)d · %(tournament)s"), f"plan-p{wanted}"
    title %= {"position": wanted, "tournament": tournament.name}
    return Content(title, stem, composed(pages, layout="composed plan"))


def _pages(seated: Seating) -> Iterator[Page]:
    """Yield the pages of a position; both lists are on one when they hold there."""
    names, tables = list(_names(seated)), list(_tables(seated))
    if len(names) == len(tables) == 1 and names[0]["height"] + GAP + tables[0]["height"] <= ROOM:
        yield names[0] | tables[0]
        return
    yield from names
    yield from tables


def _names(seated: Seating) -> Iterator[Page]:
    people = seated.by_name
    few = len(people) <= FEW_NAMES
    row, columns = (8.6, 1) if few else (6.5, 2)
    room, sizes = (104, (16, 14, 12, 11, 10)) if few else (43.5, (11, 10, 9, 8, 7, 6))
    rows = int(ROOM / row)
    lines: list[dict[str, Any]] = [
        {"seat": one, "name": fitted(one.name, room, sizes, height=row, bold=True)} for one in people
    ]
    pages = sliced(lines, rows * columns)
    for some in pages:
        yield {
            "is_part": len(pages) > 1,
            "names": sliced(some, max(1, -(-len(some) // columns))),
            "few_names": few,
            "height": row * -(-len(some) // columns),
            "first": _short(some[0]["seat"].name),
            "last": _short(some[-1]["seat"].name),
            "unnamed": any(not line["seat"].is_named for line in some),
        }


def _tables(seated: Seating) -> Iterator[Page]:
    chairs = max((len(table.seats) for table in seated.tables), default=4)
    few = len(seated.tables) <= (FEW_TABLES if chairs > 4 else FEW_TABLES_OF_FOUR)
    room, sizes, columns = (66, (13, 11, 10, 9, 8), 2) if few else (47, (10, 9, 8, 7, 6), 3)
    line, head, gap = (7.4, 10, 6) if few else (5.3, 7.6, 4.0)
    block = head + chairs * line + gap
    rows = int((ROOM_FOR_TABLES - 8) / block)  # a line is kept for the exempts
    blocks = [
        {
            "number": table.number,
            "seats": [{"seat": seat, "name": fitted(seat.name, room, sizes, height=line)} for seat in table.seats],
        }
        for table in seated.tables
    ]
    pages = sliced(blocks, rows * columns) or [[]]
    exempts: list[Fitted] = [fitted(one.name, 80, (12, 10, 9)) for one in seated.exempts]
    for index, some in enumerate(pages):
        is_last = index == len(pages) - 1
        yield {
            "tables": sliced(some, columns),
            "few_tables": few,
            "block": f"{block:.1f}mm",
            "height": block * -(-len(some) // columns) + 8 * (is_last and bool(exempts)) + 8,
            "from_table": some[0]["number"] if some else None,
            "to_table": some[-1]["number"] if some else None,
            "exempts": exempts if is_last else [],
        }


def _short(name: str) -> str:
    return fitted(name, 42, (12,)).text
