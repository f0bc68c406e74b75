"""
Papers for a table: its number on a folded card, the list of its players in each round; and a card for a set of boards.

The numbers serve every evening, the others only one. Anybody may read a list, so players are
named as on the public pages.
"""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.documents.composed_pages import SMALLEST, about, composed, fitted, sliced
from tournaments.documents.draws.player_cards import TO_EIGHT, WITH_NAMES, rows_of_card
from tournaments.documents.public_page import page_of
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import SEAT_NAMES, JobKind
from tournaments.models.rounds import set_of
from tournaments.queries.draws.rotation import Rotation, RotationSeat, Stay, rotation
from tournaments.queries.evening.boards import boards_words
from tournaments.queries.evening.round_names import round_heading
from tournaments.queries.pages.table_codes import card_token_of
from tournaments.services.work.documents import rounds_to_print

NUMBER, LONG_NUMBER = 400, 280  # points
HALF_A_PAGE = 12  # positions; with more, a list takes a page
ACROSS, BOARDS = 168, 26  # millimetres for the chairs, of which the étuis take some where they travel
TALLEST, THEN = 20.0, 5.0  # millimetres of a row, and of what it keeps for where the player goes next
FEW = 6  # positions
# Points for a name and for where that player goes next: with few positions, and with more, whose rows are lower.
SIZES_OF_FEW, SIZES = ((13, 12, 11, 10, 9, 8), (11, 10, 9, 8)), ((10, 9, 8, SMALLEST), (9, 8))
NOTHING = "\N{EN DASH}"
EVENT = 70  # millimetres for the name of the evening, before the state number


@document(JobKind.TENT_CARDS, template="documents/tent_cards.html")
def tent_cards(order: Order) -> Content:
    """Return the cards with the table numbers, on both faces of a folded page."""
    tournament = order.tournament
    rounds_to_print(tournament, None)
    foot = about(tournament, _("Chevalets"), order.at)
    pages = [
        {"about": foot, "number": number, "size": NUMBER if number < 100 else LONG_NUMBER}
        for number in rotation(tournament).table_numbers
    ]
    title = _("Chevalets · %(tournament)s") % {"tournament": tournament.name}
    return Content(title, "chevalets", composed(pages, layout="composed tents"))


@document(JobKind.TABLE_LISTS, template="documents/table_lists.html")
def table_lists(order: Order) -> Content:
    """Return a list for each table: its players in each round, and where each goes next."""
    tournament = order.tournament
    round_numbers = rounds_to_print(tournament, None)
    whole = rotation(tournament)
    half = len(round_numbers) <= HALF_A_PAGE
    foot = {
        "about": about(tournament, _("Listes des tables"), order.at),
        "event": fitted(tournament.name, EVENT, (9,)).text,
        "round_heading": round_heading(tournament),
        "boards": _("Étuis") if tournament.boards_travel else "",
        "chairs": [str(name) for name in SEAT_NAMES[: whole.widest]],
        "height": f"{_row_height(len(round_numbers)):.2f}mm",
    }
    lists = [_list(whole, number) | _way_in(order, number) for number in whole.table_numbers]
    pages = [foot | {"lists": lists_of_page} for lists_of_page in sliced(lists, 2 if half else 1)]
    title = _("Listes des tables · %(tournament)s") % {"tournament": tournament.name}
    layout = f"composed lists {'half' if half else 'whole'}"
    return Content(title, "listes-des-tables", composed(pages, layout=layout))


def _way_in(order: Order, number: int) -> dict[str, Any]:
    """Return the QR codes of a table's list: the page where the table enters its donnes; {} where no table does."""
    tournament = order.tournament
    if not tournament.tables_enter:
        return {}
    own = reverse("table_page", args=[card_token_of(tournament, number)])
    return {"page": page_of(order.job, own), "find": page_of(order.job, reverse("find_table"))}


def _row_height(rounds: int) -> float:
    return min(TALLEST, (104 if rounds <= HALF_A_PAGE else 232) / rounds)


def _list(whole: Rotation, number: int) -> dict[str, Any]:
    return {
        "number": number,
        "rows": [
            {
                "position": round_number,
                "boards": _boards(whole, number, round_number),
                "seats": _chairs(whole, round_number, whole.tables[round_number].get(number, ())),
            }
            for round_number in whole.round_numbers
        ],
    }


def _boards(whole: Rotation, number: int, round_number: int) -> dict[str, str] | None:
    """Return the étuis of a table in a round, whence they come and where they go; None where they do not travel."""
    held = whole.boards.get(round_number, {}).get(number)
    if held is None or held not in whole.ways:
        return None
    way = whole.ways[held]
    before = max((at for at in way if at < round_number), default=None)
    after = min((at for at in way if at > round_number), default=None)
    if before and after:
        moves = _("table %(before)d → %(after)d") % {"before": way[before], "after": way[after]}
    elif after:
        moves = _("→ table %(number)d") % {"number": way[after]}
    else:
        moves = _("de la table %(number)d") % {"number": way[before]} if before else ""
    return {"told": boards_words(held), "moves": moves}


@document(JobKind.SET_CARDS, template="documents/set_cards.html")
def set_cards(order: Order) -> Content:
    """Return a card for each set of boards that travels, to lie with it: at which table it is in each round."""
    tournament = order.tournament
    round_numbers = rounds_to_print(tournament, None)
    whole = rotation(tournament)
    to_a_page = 8 if len(round_numbers) <= TO_EIGHT else 4
    foot = {
        "about": about(tournament, _("Fiches des étuis"), order.at),
        "event": fitted(tournament.name, EVENT, (SMALLEST,)).text,
        "rows": rows_of_card(len(round_numbers), to_a_page),
        "heads": "\t".join((round_heading(tournament), _("Table"), "")),
    }
    cards = [
        {
            "number": set_of(boards),
            "boards": boards_words(boards),
            "stays": [
                f"{number}\t{', '.join(map(str, whole.holding(number, boards))) or NOTHING}\t"
                for number in round_numbers
            ],
        }
        for boards in whole.ways
    ]
    pages = [foot | {"cards": cards_of_page} for cards_of_page in sliced(cards, to_a_page)]
    title = _("Fiches des étuis · %(tournament)s") % {"tournament": tournament.name}
    is_large = len(round_numbers) <= WITH_NAMES
    layout = f"composed cards jeux {'eight' if to_a_page == 8 else 'four'}{' named' if is_large else ''}"
    return Content(title, "fiches-des-etuis", composed(pages, layout=layout))


def _chairs(whole: Rotation, round_number: int, seats: tuple[RotationSeat, ...]) -> list[dict[str, Any] | None]:
    """Return a cell for each chair of the largest table; None for an empty chair."""
    few = len(whole.round_numbers) <= FEW
    room = (ACROSS - BOARDS * whole.tournament.boards_travel) / max(whole.widest, 1) - 3
    sizes, small = SIZES_OF_FEW if few else SIZES
    height = _row_height(len(whole.round_numbers)) - THEN
    cells: list[dict[str, Any] | None] = [
        {
            "name": fitted(seat.told, room, sizes, height=height, bold=True),
            "then": fitted(_then(seat, whole.after(seat.registration_id, round_number)), room, small),
        }
        for seat in seats
    ]
    return cells + [None] * (whole.widest - len(cells))


def _then(seat: RotationSeat, next_stay: Stay | None) -> str:
    """Return a player's number and next place: « n° 12 → table 4 E »."""
    text = _("n° %(number)d") % {"number": seat.start_number}
    if next_stay is not None and next_stay.table is not None:
        text += " " + _("→ table %(number)d %(letter)s") % {"number": next_stay.table, "letter": next_stay.letter}
    elif next_stay is not None and next_stay.exempt:
        text += " " + _("→ exempt")
    return text
