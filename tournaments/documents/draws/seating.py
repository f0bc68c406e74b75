"""
Seats of a round on paper: the plan for the notice board, and the poster for the wall.

Anybody may read both, so players are named as on the public pages; a player whose name is not shown looks for the start
number on the card. The plan lists all players by name, then every table with its players.

The poster is read from the middle of the hall. Letters of 61 points have capitals of 14 mm, which good eyes read at ten
metres; a long name is set smaller. An A4 page holds two tables, an A3 page three with twice the room for names.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from tournaments.documents.composed_pages import SMALLEST, Fitted, Page, about, composed, fitted, sliced
from tournaments.documents.pdf import PdfPart
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.models import Tournament
from tournaments.paper_labels import Paper
from tournaments.queries.draws.certificate import published_worth
from tournaments.queries.draws.drafts import published_draw
from tournaments.queries.draws.movements import published_rule
from tournaments.queries.draws.seating import Seated, Seating, seating
from tournaments.queries.evening.round_names import all_rounds, is_timed, round_name, round_title
from tournaments.services.work.documents import rounds_to_print

# Millimetres of an A4 page under its heading: for names with a line below them, for tables with the exempts.
ROOM, ROOM_FOR_TABLES = 228, 240
FEW_NAMES, FEW_TABLES, FEW_TABLES_OF_FOUR = 24, 8, 10  # as many as a page holds in large letters
EVENT_ON_PLAN = 115  # millimetres for the name of the evening
GAP = 12  # between the two lists when they share a page

# The poster.
TABLES_ON = {Paper.A4: 2, Paper.A3: 3}
ROOM_ON = {Paper.A4: 184, Paper.A3: 306}  # millimetres for a name
SIZES = (61, 55, 49, 43, 37, 31, 27)
SIZES_OF_FIVE = (48, 43, 39, 34, 29, 25)
LINES = 4  # names in the band of a table, before letters shrink
HEIGHT, HEIGHT_OF_FIVE = 20.5, 16.5  # millimetres for a name
EVENT_ON_POSTER = 120  # millimetres for the name of the evening
NUMBER, LONG_NUMBER = 140, 104  # points


@document(JobKind.SEATING_PLAN, template="documents/seating_plan.html")
def seating_plan(order: Order) -> Content:
    """Return the plan of one round, or of all rounds one after another."""
    tournament, round_number = order.tournament, order.job.wanted["position"]
    event = fitted(tournament.name, EVENT_ON_PLAN, (12,), bold=True).text
    pages = _round_pages(order, event, _("Plan de la %(round)s"), _plan_pages)
    if round_number is None:
        title, stem = _("Plan de %(rounds)s · %(tournament)s") % _values_of_all(tournament), "plan"
    else:
        title, stem = (
            _("Plan de la %(round)s · %(tournament)s") % _values_of_one(tournament, round_number),
            f"plan-p{round_number}",
        )
    return Content(title, stem, composed(pages, layout="composed plan"))


def _values_of_all(tournament: Tournament) -> dict[str, str]:
    return {"rounds": all_rounds(tournament), "tournament": tournament.name}


def _values_of_one(tournament: Tournament, round_number: int) -> dict[str, str]:
    return {"round": round_name(tournament, round_number), "tournament": tournament.name}


def _round_pages(order: Order, event: str, page_name: str, pages: Callable[[Seating], Iterator[Page]]) -> list[Page]:
    """Return the pages of the round asked for, or of all rounds in order; `page_name` has a gap for a round's name."""
    tournament, composed_pages = order.tournament, []
    for round_number in rounds_to_print(tournament, order.job.wanted["position"]):
        name = page_name % {"round": round_name(tournament, round_number)}
        title = round_title(tournament, round_number)
        foot: Page = {"title": title, "event": event, "about": about(tournament, name, order.at)}
        composed_pages += [foot | page for page in pages(seating(tournament, round_number))]
    return composed_pages


def _plan_pages(seated: Seating) -> Iterator[Page]:
    """Yield the pages of a round; both lists are on one page when they fit."""
    names, tables = list(_name_pages(seated)), list(_table_pages(seated))
    if len(names) == len(tables) == 1 and names[0]["height"] + GAP + tables[0]["height"] <= ROOM:
        yield names[0] | tables[0]
        return
    yield from names
    yield from tables


def _name_pages(seated: Seating) -> Iterator[Page]:
    people = seated.by_name
    few = len(people) <= FEW_NAMES
    row, columns = (8.6, 1) if few else (6.5, 2)
    room, sizes = (104, (18, 16, 14, 12, 11)) if few else (43.5, (12, 11, 10, 9, 8, SMALLEST))
    rows = int(ROOM / row)
    lines: list[dict[str, Any]] = [
        {"seat": seat, "name": fitted(seat.told, room, sizes, height=row, bold=True)} for seat in people
    ]
    pages = sliced(lines, rows * columns)
    for lines_of_page in pages:
        yield {
            "is_part": len(pages) > 1,
            "names": sliced(lines_of_page, max(1, -(-len(lines_of_page) // columns))),
            "few_names": few,
            "height": row * -(-len(lines_of_page) // columns),
            "first": _short(lines_of_page[0]["seat"].name),
            "last": _short(lines_of_page[-1]["seat"].name),
            "unnamed": any(not line["seat"].is_named for line in lines_of_page),
        }


def _table_pages(seated: Seating) -> Iterator[Page]:
    chairs = max((len(table.seats) for table in seated.tables), default=4)
    few = len(seated.tables) <= (FEW_TABLES if chairs > 4 else FEW_TABLES_OF_FOUR)
    room, sizes, columns = (66, (14, 13, 11, 10, 9), 2) if few else (47, (11, 10, 9, 8, SMALLEST), 3)
    line, head, gap = (7.4, 10, 6) if few else (5.3, 7.6, 4.0)
    block = head + chairs * line + gap
    rows = int((ROOM_FOR_TABLES - 8) / block)  # a line is kept for the exempts
    blocks = [
        {
            "number": table.number,
            "seats": [{"seat": seat, "name": fitted(seat.told, room, sizes, height=line)} for seat in table.seats],
        }
        for table in seated.tables
    ]
    pages = sliced(blocks, rows * columns) or [[]]
    exempts: list[Fitted] = [fitted(seat.told, 80, (13, 11, 10)) for seat in seated.exempts]
    for index, blocks_of_page in enumerate(pages):
        is_last = index == len(pages) - 1
        yield {
            "tables": sliced(blocks_of_page, columns),
            "few_tables": few,
            "block": f"{block:.1f}mm",
            "height": block * -(-len(blocks_of_page) // columns) + 8 * (is_last and bool(exempts)) + 8,
            "from_table": blocks_of_page[0]["number"] if blocks_of_page else None,
            "to_table": blocks_of_page[-1]["number"] if blocks_of_page else None,
            "exempts": exempts if is_last else [],
        }


def _short(name: str) -> str:
    return fitted(name, 42, (13.5,)).text


@document(JobKind.POSTER, template="documents/poster.html")
def poster(order: Order) -> Content:
    """Return the posters of one round, or of all rounds one after another."""
    tournament, round_number = order.tournament, order.job.wanted["position"]
    paper = Paper(order.job.wanted["paper"])
    event = fitted(tournament.name, EVENT_ON_POSTER, (13.5,)).text
    pages = _round_pages(order, event, _("Affiche de la %(round)s"), partial(_poster_pages, paper=paper))
    if round_number is None:
        title, stem = _("Affiche de %(rounds)s · %(tournament)s") % _values_of_all(tournament), "affiche"
    else:
        title, stem = (
            _("Affiche de la %(round)s · %(tournament)s") % _values_of_one(tournament, round_number),
            f"affiche-p{round_number}",
        )
    return Content(
        title,
        stem if paper == Paper.A4 else f"{stem}-a3",
        composed(pages, layout=f"composed poster {'a3' if paper == Paper.A3 else 'a4'}"),
    )


def _poster_pages(seated: Seating, paper: Paper) -> Iterator[Page]:
    bands = [_band(table.number, table.seats, paper) for table in seated.tables]
    bands += [_band(None, part, paper) for part in sliced(seated.exempts, LINES)]
    for part in sliced(bands, TABLES_ON[paper]):
        numbers = [band["number"] for band in part if band["number"]]
        yield {
            "bands": part,
            "from_table": min(numbers, default=None),
            "to_table": max(numbers, default=None),
            "are_two": len(numbers) == 2,
        }


def _band(number: int | None, seats: Sequence[Seated], paper: Paper) -> dict[str, Any]:
    """Return the strip of a poster for one table, or for the exempts (`number` None)."""
    sizes, height = (SIZES, HEIGHT) if len(seats) <= LINES else (SIZES_OF_FIVE, HEIGHT_OF_FIVE)
    return {
        "number": number,
        "size": NUMBER if number is None or number < 100 else LONG_NUMBER,
        "crowded": len(seats) > LINES,
        "seats": [{"seat": seat, "name": fitted(seat.told, ROOM_ON[paper], sizes, height=height)} for seat in seats],
    }


SHOWN = 120  # repeated pairs that are named; the others are counted


@document(JobKind.CERTIFICATE, template="documents/certificate.html")
def certificate(order: Order) -> Content:
    tournament = order.tournament
    rounds_to_print(tournament, None)
    worth = published_worth(tournament)
    rule = published_rule(tournament, published_draw(tournament))
    context = {
        "worth": worth,
        "is_timed": is_timed(tournament),
        "rule": rule,
        "holds_until": round_name(tournament, rule.holds_until) if rule and not rule.is_whole else "",
        "repeats": worth.repeats[:SHOWN],
        "more": max(0, len(worth.repeats) - SHOWN),
        "about": about(tournament, _("Certificat du tirage"), order.at),
    }
    title = _("Certificat du tirage · %(tournament)s") % {"tournament": tournament.name}
    return Content(title, "certificat", [PdfPart(context)])
