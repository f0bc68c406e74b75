"""
Printed sheets to write on at the table, before anything is entered: one for each table of a position.

Where the donnes fit on half a page, a page holds two sheets, to be cut: cut all pages together, put one pile on the
other, and the tables are in order. Facts with few answers are printed small, to be circled; a row is at least 9 mm
high. A code on the sheet opens the table's page on any phone, or the arbiter's page where tables do not enter. Anyone
may read a sheet, so people are named as on the public pages.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.marque import Variant
from scoring.queries.rules.baremes import variant_of
from scoring.queries.table.boards import dealer_named, half_time_told
from scoring.queries.table.sheets import expected_donnes
from tournaments.documents.composed_pages import SMALLEST, Fitted, Page, about, composed, fitted, sliced, with_initial
from tournaments.documents.public_page import page_of
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import SEAT_NAMES, JobKind, Keeps
from tournaments.models import Table, Tournament
from tournaments.queries.draws.seating import Seated, seating
from tournaments.queries.evening.round_names import all_rounds, is_timed, round_name, round_title
from tournaments.queries.pages.table_codes import token_of
from tournaments.queries.people.names import numbered_name
from tournaments.services.work.documents import rounds_to_print

LOWEST, TALLEST = 9.0, 14.0  # millimetres of a row
HALF, WHOLE = 76.5, 216.0  # millimetres for the rows on half a page and on a whole one
HEAD, TOTALS, SIGNATURES = 12.5, 9.0, 12.0  # millimetres of the other rows
TIMED = 20  # rows where nobody knows how many donnes there will be
EVENT = 92  # millimetres for the name of the evening
ACROSS = 188.0  # millimetres of the grid
# Millimetres of each column of what is written of a donne; the players share what is left.
NUMBER, CHAIR, CONTRACT, BOUTS, POINTS, PETIT, POIGNEE, CHELEM = range(8)
WIDTHS = (8.0, 12.5, 20.0, 16.0, 11.5, 9.5, 13.0, 12.0)
WIDTHS_OF_FIVE = (6.5, 10.8, 15.5, 11.0, 9.0, 7.5, 10.2, 9.2)  # a fifth player has a column, too, and names are read

NAME_SIZES = (10, 9, 8, SMALLEST)
NAME, BESIDE = 8.5, 0.8  # millimetres for a name, below its chair; what it leaves free of its column


@dataclass(frozen=True)
class SheetColumn:
    """A column of a donne: its heading, its index in `WIDTHS`, and the answers to circle in it."""

    head: str
    width: int
    answers: tuple[str, ...] = ()
    is_of_dealers: bool = False  # who deals is printed in it


@document(JobKind.BLANK_SHEETS, template="documents/blank_sheets.html")
def blank_sheets(order: Order) -> Content:
    """Compose the empty sheets of one position or, without a position, of all of them in order."""
    tournament, position = order.tournament, order.job.wanted["position"]
    pages: list[Page] = []
    for round_number in rounds_to_print(tournament, position):
        pages += _pages(order, round_number)
    if position is None:
        title = _("Feuilles à remplir de %(rounds)s · %(tournament)s")
        stem, values = "feuilles-a-remplir", {"rounds": all_rounds(tournament)}
    else:
        title = _("Feuilles à remplir de la %(round)s · %(tournament)s")
        stem, values = f"feuilles-a-remplir-p{position}", {"round": round_name(tournament, position)}
    return Content(title % (values | {"tournament": tournament.name}), stem, composed(pages, layout="composed blanks"))


def _pages(order: Order, round_number: int) -> list[Page]:
    tournament = order.tournament
    name = round_name(tournament, round_number)
    page: Page = {
        "about": about(tournament, _("Feuilles à remplir, %(round)s") % {"round": name}, order.at),
        "title": round_title(tournament, round_number),
        "event": fitted(tournament.name, EVENT, (9.5,)).text,
        "bareme": tournament.bareme_label,
        "keeps_totals": tournament.keeps == Keeps.TOTALS,
        "is_timed": is_timed(tournament),
    }
    boards: Sequence[int | None] = ()
    halves: list[dict[str, Any]] = []
    wholes: list[dict[str, Any]] = []
    drawn = Table.objects.filter(round__tournament=tournament, round__number=round_number)
    by_number = {table.number: table for table in drawn}
    for table in seating(tournament, round_number).tables:
        drawn_table = by_number[table.number]
        sheet = _sheet(tournament, table.number, table.seats, drawn_table.board_order) | _way_in(
            order, drawn_table, round_number
        )
        sheet["half_time"] = half_time_told(drawn_table) if drawn_table.match_id is not None else ""
        (halves if sheet["is_half"] else wholes).append(sheet)
        # A sheet in reserve is for any table, of which only where boards travel nobody knows its boards.
        boards = [None] * len(drawn_table.boards) if tournament.boards_travel else drawn_table.boards
    if len(halves) % 2:  # the other half of the last page is a sheet in reserve
        halves.append(_sheet(tournament, None, (None,) * tournament.table_size, boards))
    count = len(halves) // 2
    pages = [page | {"sheets": halves[index::count]} for index in range(count)]
    return pages + [page | {"sheets": [sheet | {"parts": [part]}]} for sheet in wholes for part in sheet["parts"]]


def _way_in(order: Order, table: Table, round_number: int) -> dict[str, Any]:
    """Return the page that a sheet's code opens: the table's own, or the arbiter's where tables do not enter."""
    tournament = order.tournament
    if not tournament.tables_enter:
        return {"page": page_of(order.job, reverse("sheet", args=[tournament.pk, round_number, table.number]))}
    own = reverse("table_page", args=[token_of(table, tournament)])
    return {"page": page_of(order.job, own), "find": page_of(order.job, reverse("find_table"))}


def _sheet(
    tournament: Tournament, number: int | None, seats: Sequence[Seated | None], boards: Sequence[int | None] = ()
) -> dict[str, Any]:
    """
    Return a sheet; `parts` are its grids, one a page. A sheet without a number is a spare one.

    `boards` are those of its rows in duplicate, where who deals is known.
    """
    columns = _columns(variant_of(tournament, len(seats)), of_boards=bool(boards))
    numbers = list(boards) or _numbers(tournament, len(seats))
    is_half = len(numbers) * LOWEST <= HALF
    room = HALF if is_half else WHOLE
    rows = sliced(numbers, int(room / LOWEST))
    height = min(TALLEST, room / len(rows[0]))
    return {
        "number": number,
        "is_half": is_half,
        "parts": [_grid(columns, seats, chunk, height, is_last=chunk is rows[-1]) for chunk in rows],
    }


def _grid(
    columns: Sequence[SheetColumn],
    seats: Sequence[Seated | None],
    numbers: Sequence[int | None],
    height: float,
    *,
    is_last: bool,
) -> dict[str, Any]:
    """
    Return a grid: all its lines as one image, and the words of its rows as one block for each column.

    A table of WeasyPrint takes a millisecond for each of its cells, which are empty here.
    """
    is_narrow = len(seats) > 4
    widths = [(WIDTHS_OF_FIVE if is_narrow else WIDTHS)[column.width] for column in columns]
    lefts = list(accumulate(widths, initial=0.0))
    chair_width = (ACROSS - lefts[-1]) / len(seats)
    marks = [lefts[-1] + chair_width * chair for chair in range(len(seats))]
    rows = HEAD + height * len(numbers)
    whole = rows + (TOTALS + SIGNATURES if is_last else 0)
    heights = [HEAD + height * row for row in range(1, len(numbers))]
    heavy = [HEAD, rows, *([rows + TOTALS] if is_last else [])]
    answers = [[("\N{NO-BREAK SPACE}" * 2).join(column.answers)] * len(numbers) for column in columns]
    for column, lines in zip(columns, answers, strict=True):
        if column.is_of_dealers:
            lines[:] = ["" if number is None else str(dealer_named(number)) for number in numbers]
    return {
        "is_narrow": is_narrow,
        "whole": _mm(whole),
        "viewbox": f"0 0 {ACROSS:.0f} {whole:.2f}",
        "light": _strokes(heights, lefts[1:-1], rows),
        "heavy": _strokes(heavy, marks, whole),
        "frame": f"M.2 .2H{ACROSS - 0.2:.1f}V{whole - 0.2:.2f}H.2z",
        "heads": [
            {"text": column.head, "left": _mm(left), "width": _mm(width)}
            for column, left, width in zip(columns, lefts, widths, strict=False)
        ],
        "chairs": _chairs(seats, marks, chair_width),
        "height": _mm(height),
        "numbers": [number or "" for number in numbers],
        "columns": [
            {"lines": lines, "left": _mm(left), "width": _mm(width)}
            for lines, left, width in zip(answers, lefts, widths, strict=False)
            if any(lines)
        ],
        "totals": {"top": _mm(rows), "width": _mm(marks[0] - 2)} if is_last else None,
        "signatures": {"top": _mm(rows + TOTALS), "width": _mm(marks[0] - 2)} if is_last else None,
    }


def _strokes(across: Sequence[float], down: Sequence[float], height: float) -> str:
    """Return an SVG path: horizontal lines at the heights `across`, vertical lines at `down` (millimetres)."""
    return " ".join([f"M0 {top:.2f}H{ACROSS:.0f}" for top in across] + [f"M{left:.2f} 0V{height:.2f}" for left in down])


def _chairs(seats: Sequence[Seated | None], lefts: Sequence[float], width: float) -> list[dict[str, Any]]:
    """Return the heading of each chair's column: the name of the chair, and the name of the player there."""
    return [
        {"left": _mm(left), "width": _mm(width), "chair": str(SEAT_NAMES[chair]), "name": _name(seat, width)}
        for chair, (seat, left) in enumerate(zip(seats, lefts, strict=True))
    ]


def _mm(length: float) -> str:
    return f"{length:.2f}mm"


def _numbers(tournament: Tournament, chairs: int) -> list[int | None]:
    """Return the numbers of the rows. A last None is a spare row, for a void donne that has to be played again."""
    expected = expected_donnes(tournament, chairs)
    if expected is None:
        return list(range(1, TIMED + 1))
    return [*range(1, expected + 1), *([] if tournament.void_donnes_count else [None])]


def _columns(variant: Variant | None, *, of_boards: bool = False) -> list[SheetColumn]:
    contracts = (
        pgettext("prise", "P"),
        pgettext("garde", "G"),
        pgettext("garde sans le chien", "GS"),
        pgettext("garde contre le chien", "GC"),
    )
    sizes = (pgettext("poignée simple", "S"), pgettext("poignée double", "D"), pgettext("poignée triple", "T"))
    camps = (pgettext("l’attaque", "A"), pgettext("la défense", "D"))
    columns = [
        SheetColumn(_("Étui") if of_boards else _("N°"), NUMBER),
        SheetColumn(_("Donneur"), CHAIR, is_of_dealers=of_boards),
        SheetColumn(_("Preneur"), CHAIR),
        SheetColumn(_("Contrat"), CONTRACT, contracts),
        SheetColumn(_("Bouts"), BOUTS, ("0", "1", "2", "3")),
        SheetColumn(_("Points"), POINTS),
        SheetColumn(_("Petit"), PETIT, camps),
        SheetColumn(_("Poignée"), POIGNEE, sizes),
        SheetColumn(_("Chelem"), CHELEM),
    ]
    if variant is Variant.FIVE:
        columns.insert(3, SheetColumn(_("Appelé"), CHAIR))
    elif variant is Variant.FIVE_MORT:
        columns.insert(2, SheetColumn(pgettext("qui ne joue pas", "Mort"), CHAIR))
    return columns


def _name(seat: Seated | None, room: float) -> Fitted | None:
    if seat is None:
        return None
    # The number first: a name that is too long is cut at its end.
    whole, short = (
        numbered_name(seat.start_number, name) if seat.is_namesake else name
        for name in (seat.name, with_initial(seat.name))
    )
    found, initial = (
        fitted(name, room - BESIDE, NAME_SIZES, height=NAME, lines=3, bold=True) for name in (whole, short)
    )
    return found if found.text == whole else initial
