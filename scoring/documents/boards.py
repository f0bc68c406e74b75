"""
Papers about the étuis of a duplicate: curtain cards for their pockets, the list to make them up, hands once played.

The first two tell hands that are still to be played: whoever makes up the étuis prints them, and does not play. A card
is counted before it is looked at, so each says how many cards its pocket holds. Nobody is named on any of them.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.cards.boards import DealtBoard
from scoring.cards.deck import EXCUSE, SUITS, Card
from scoring.queries.desk.boards import board_numbers, boards_dealt, boards_of_round
from scoring.services.boards import refuse_unless_free, refuse_without_etuis
from tournaments.documents.composed_pages import Fitted, Page, about, composed, fitted, sliced
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import SEAT_NAMES, JobKind
from tournaments.models import Tournament
from tournaments.queries.evening.round_names import round_name, round_title
from tournaments.refusals import Refusal

ON_A_PAGE_OF_CARDS = 2  # boards: their five pockets side by side
ON_A_LIST, ON_A_RECORD = 5, 4  # boards of a page
EVENT = 50  # millimetres for the name of the evening
# Millimetres for the cards of a colour or of a packet, without what the style puts between them; points.
CARD, CARD_SIZES = 62.0, (13.0, 12.0, 11.0, 10.0, 9.0)
ROW, ROW_SIZES = 128.0, (11.5, 10.5, 9.5, 8.5)
HAND, HAND_SIZES = 42.0, (10.5, 9.5, 8.5, 7.5)
NOTHING = "\N{EN DASH}"


@document(JobKind.HAND_CARDS, template="documents/hand_cards.html")
def hand_cards(order: Order) -> Content:
    """Compose a card for each pocket of each étui: two étuis a page, cut all pages together."""
    tournament = _with_its_etuis(order)
    event = fitted(tournament.name, EVENT, (8.5,)).text
    foot = {"about": about(tournament, _("Fiches de main"), order.at), "event": event}
    pages: list[Page] = []
    for boards in sliced(boards_dealt(tournament, board_numbers(tournament)), ON_A_PAGE_OF_CARDS):
        pockets = [_pockets(board, CARD, CARD_SIZES) for board in boards]
        rows = zip(*pockets, strict=True)
        pages.append(foot | {"cards": [card for row in rows for card in _in_pairs(row)]})
    title = _("Fiches de main · %(tournament)s") % {"tournament": tournament.name}
    return Content(title, "fiches-de-main", composed(pages, layout="composed cards pockets"))


@document(JobKind.BOARD_LIST, template="documents/board_list.html")
def board_list(order: Order) -> Content:
    """Compose the list of what each étui holds, a packet a line, with boxes for two people to tick."""
    tournament = _with_its_etuis(order)
    foot = {"about": about(tournament, _("Préparation des étuis"), order.at)}
    boards = [
        {"number": board.number, "dealer": SEAT_NAMES[board.dealer], "rows": _lines(board)}
        for board in boards_dealt(tournament, board_numbers(tournament))
    ]
    pages = [foot | {"boards": some} for some in sliced(boards, ON_A_LIST)]
    title = _("Préparation des étuis · %(tournament)s") % {"tournament": tournament.name}
    return Content(title, "preparation-des-etuis", composed(pages, layout="composed etuis"))


@document(JobKind.HAND_RECORDS, template="documents/hand_records.html")
def hand_records(order: Order) -> Content:
    """Compose the hands of a round, once everybody may read them."""
    tournament, number = _with_its_etuis(order), order.job.wanted["position"]
    refuse_unless_free(tournament, number)
    name = round_name(tournament, number)
    foot = {
        "about": about(tournament, _("Donnes de la %(round)s") % {"round": name}, order.at),
        "title": round_title(tournament, number),
    }
    boards = [_record(board) for board in boards_dealt(tournament, boards_of_round(tournament, number))]
    pages = [foot | {"boards": some} for some in sliced(boards, ON_A_RECORD)]
    title = _("Donnes de la %(round)s · %(tournament)s") % {"round": name, "tournament": tournament.name}
    return Content(title, f"donnes-p{number}", composed(pages, layout="composed records"))


def _with_its_etuis(order: Order) -> Tournament:
    """Return the tournament of an order. Refuses one whose étuis were withdrawn since, or dealt anew."""
    tournament = order.tournament
    refuse_without_etuis(tournament)
    if order.job.wanted["etuis"] != tournament.board_deal_id:
        raise Refusal(_("Les étuis de ce tournoi ont changé depuis : demandez ce papier à nouveau."), code="etuis_gone")
    return tournament


def _pockets(board: DealtBoard, room: float, sizes: Sequence[float]) -> list[dict[str, Any]]:
    """Return the five packets of an étui, Sud first and the dog last; `room` millimetres for the cards of a colour."""
    names = [*SEAT_NAMES[: len(board.hands)], _("Chien")]
    return [
        {
            "board": board.number,
            "name": name,
            "deals": chair == board.dealer,
            "dealer": SEAT_NAMES[board.dealer],
            "count": len(cards),
            "rows": [(symbol, fitted(words, room, sizes)) for symbol, words in by_colour(cards)],
        }
        for chair, (name, cards) in enumerate(zip(names, (*board.hands, board.dog), strict=True))
    ]


def _record(board: DealtBoard) -> dict[str, Any]:
    *hands, dog = _pockets(board, HAND, HAND_SIZES)
    return {"number": board.number, "dealer": SEAT_NAMES[board.dealer], "hands": hands, "dog": _line(dog).text}


def _lines(board: DealtBoard) -> list[dict[str, Any]]:
    """Return the five packets of an étui, each on one line."""
    return [{"name": pocket["name"], "cards": _line(pocket)} for pocket in _pockets(board, ROW, ROW_SIZES)]


def _line(pocket: dict[str, Any]) -> Fitted:
    held = ((symbol, cards.text) for symbol, cards in pocket["rows"] if cards.text != NOTHING)
    return fitted("   ".join(f"{symbol} {cards}".strip() for symbol, cards in held), ROW, ROW_SIZES)


def by_colour(cards: Iterable[Card]) -> list[tuple[str, str]]:
    """Return (symbol, cards) of the trumps, which have no symbol, and of ♠ ♥ ♦ ♣: the highest card first."""
    held = sorted(cards)
    trumps = [card.symbol for card in held if card.is_trump or card is EXCUSE]
    colours = [(suit.symbol, [card.symbol[:-1] for card in held if card.suit is suit]) for suit in SUITS]
    return [(symbol, " ".join(words) or NOTHING) for symbol, words in [("", trumps), *colours]]


def _in_pairs(row: Sequence[dict[str, Any]]) -> list[dict[str, Any] | None]:
    """Return the cards of a row of the page; an étui alone on it leaves the other half empty."""
    return [*row, *([None] * (ON_A_PAGE_OF_CARDS - len(row)))]
