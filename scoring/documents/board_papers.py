"""
Papers of a duplicate that tell no hand: slips to write on, one a board and table, and the recap of played boards.

A slip travels with nothing but its own table's result, so it shows those of no other. Anyone may read these papers:
people are named as on the public pages.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.queries.boards import PlayedBoard, PublicBoard, free_boards, public_boards
from scoring.queries.table.boards import dealer_named
from scoring.templatetags.donnes import told
from tournaments.documents.composed_pages import SMALLEST, Page, about, composed, fitted, sliced, with_initial
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import SEAT_LETTERS, SEAT_NAMES, JobKind
from tournaments.models import Table, Tournament
from tournaments.queries.draws.seating import Seated, seating
from tournaments.queries.evening.round_names import all_rounds, round_name, round_title
from tournaments.refusals import Refusal
from tournaments.services.work.documents import rounds_to_print

SLIPS = 8  # of a page, to be cut
EVENT, NAME = 60, 20  # millimetres for the name of the evening, and for a player's on a slip
NAME_SIZES = (9, 8, SMALLEST)
ROOM = 238.0  # millimetres of a page of the recap
BLOCK, ROW = 19.0, 9.0  # millimetres of a board beside its rows, and of a row
TOLD, TOLD_SIZES = 64, (8.5, 8, SMALLEST)


@document(JobKind.BOARD_SLIPS, template="documents/board_slips.html")
def board_slips(order: Order) -> Content:
    """Compose a slip for each board at each table of one round or, without a round, of all of them in order."""
    tournament, position = order.tournament, order.job.wanted["position"]
    foot = {
        "about": about(tournament, _("Bulletins des étuis"), order.at),
        "event": fitted(tournament.name, EVENT, (8,)).text,
        "answers": _answers(tournament),
    }
    slips = [slip for number in rounds_to_print(tournament, position) for slip in _slips(tournament, number)]
    pages = [foot | {"slips": some} for some in sliced(slips, SLIPS)]
    rounds = (
        all_rounds(tournament) if position is None else _("la %(round)s") % {"round": round_name(tournament, position)}
    )
    title = _("Bulletins des étuis de %(rounds)s · %(tournament)s") % {"rounds": rounds, "tournament": tournament.name}
    stem = "bulletins" if position is None else f"bulletins-p{position}"
    return Content(title, stem, composed(pages, layout="composed cards slips"))


def _slips(tournament: Tournament, number: int) -> Iterator[dict[str, Any]]:
    drawn = Table.objects.filter(round__tournament=tournament, round__number=number)
    boards = {table.number: table.boards for table in drawn}
    title = round_title(tournament, number)
    for table in seating(tournament, number).tables:
        names = [_name(seat) for seat in table.seats]
        for board in boards[table.number]:
            yield {
                "board": board,
                "table": table.number,
                "round": title,
                "dealer": dealer_named(board),
                "players": list(zip(SEAT_LETTERS, names, strict=False)),
            }


def _name(seat: Seated) -> Any:
    """Return a name that fits, with an initial where the whole does not."""
    whole = fitted(seat.told, NAME, NAME_SIZES, height=7)
    return whole if not whole.text.endswith("…") else fitted(with_initial(seat.told), NAME, NAME_SIZES, height=7)


def _answers(tournament: Tournament) -> list[tuple[str, list[str]]]:
    """Return what is circled on a slip, (what is asked, its answers); where Sud takes, not who, nor that all passed."""
    is_prescribed = tournament.plays_matches or tournament.plays_trios
    contracts = [
        pgettext("prise", "P"),
        pgettext("garde", "G"),
        pgettext("garde sans le chien", "GS"),
        pgettext("garde contre le chien", "GC"),
    ]
    return [
        *([] if is_prescribed else [(_("Preneur"), [str(letter) for letter in SEAT_LETTERS[:4]])]),
        (_("Contrat"), contracts if is_prescribed else [*contracts, _("passé")]),
        (_("Bouts"), ["0", "1", "2", "3"]),
    ]


@document(JobKind.BOARD_RECAP, template="documents/board_recap.html")
def board_recap(order: Order) -> Content:
    """
    Compose what each free board gave at every table: of one round, or of all; of all where boards travel.

    Refuses while somebody has still to play all of them.
    """
    tournament, position = order.tournament, order.job.wanted["position"]
    if tournament.boards_travel:
        position = None
    free = free_boards(tournament)
    numbers = {board for number, boards in free.items() if position in (None, number) for board in boards}
    if not numbers:
        raise Refusal(
            _(
                "Aucun de ces étuis ne se lit encore : leur récapitulatif s’imprime quand plus personne n’a à "
                "les jouer."
            ),
            code="no_free_board",
        )
    foot = {
        "about": about(tournament, _("Récapitulatif des étuis"), order.at),
        "hands": [str(name) for name in SEAT_NAMES[:4]],
        "title": "" if position is None else round_title(tournament, position),
    }
    blocks = [block for board in public_boards(tournament, numbers) for block in _blocks(board)]
    pages: list[Page] = [foot | {"boards": boards} for boards in _filled(blocks)]
    title = _("Récapitulatif des étuis · %(tournament)s") % {"tournament": tournament.name}
    stem = "etuis" if position is None else f"etuis-p{position}"
    return Content(title, f"recapitulatif-{stem}", composed(pages, layout="composed recap"))


def _blocks(board: PublicBoard) -> Iterator[dict[str, Any]]:
    """Yield a board in pieces that each fit a page."""
    for tables in sliced(board.tables, int((ROOM - BLOCK) / ROW)):
        yield {
            "number": board.number,
            "dealer": board.dealer,
            "group": board.group,
            "rows": [_row(at) for at in tables],
        }


def _row(at: PlayedBoard) -> dict[str, Any]:
    words = told(at.line, [with_initial(name) for name in at.names]) if at.line else _("pas joué")
    return {
        "round": at.table.round.number,
        "table": at.table.number,
        "told": fitted(words, TOLD, TOLD_SIZES, height=ROW - 1),
        "hands": at.hands,
    }


def _filled(blocks: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the blocks of each page, as many as there is room for."""
    page: list[dict[str, Any]] = []
    left = ROOM
    for block in blocks:
        height = BLOCK + ROW * len(block["rows"])
        if page and height > left:
            yield page
            page, left = [], ROOM
        page.append(block)
        left -= height
    if page:
        yield page
