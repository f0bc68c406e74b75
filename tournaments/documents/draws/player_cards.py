"""
Cards of players: each shows one player's rounds, eight cards to a page, to be cut and handed out.

A card has the player's full name; the players to meet are named as on the public pages, because a card is forgotten on
a table. Its QR code opens this evening for the player, without an account: anybody who finds the card can read it too,
and the organiser can withdraw the link.

The cards are sorted by name through the piles: cut the sheets together, stack the piles, and the names are in order.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents.composed_pages import (
    FULL,
    SMALLEST,
    Page,
    about,
    composed,
    fitted,
    lines_broken,
    with_initial,
)
from tournaments.documents.public_page import PublicPage, page_of
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.models import Tournament
from tournaments.queries.draws.rotation import Path, Rotation, Stay, rotation
from tournaments.queries.evening.round_names import round_heading
from tournaments.queries.pages.personal_links import evening_code
from tournaments.services.work.documents import rounds_to_print

# Positions: up to `WITH_NAMES` a card has room for names, up to `TO_EIGHT` for numbers; beyond, it is a quarter of a
# page.
MANY, WITH_NAMES, TO_EIGHT = 5, 6, 12
ROOM = {8: 41.5, 4: 111.0}  # millimetres for the positions, for so many cards to a page
TALLEST = 9.4
# Millimetres for a player's name, and for the evening's name before the state number; less beside a QR code.
NAME, EVENT, NAME_BY_A_CODE, EVENT_BY_A_CODE = 68, 52, 54, 32
NAME_SIZES = (17, 15, 13, 12, 11, 10, 9, 8)
ACROSS = 39  # millimetres for the players met
LINES, LINES_OF_MOST = 3, 2  # three lines fit in a row of five positions, two in that of six
TOP = 19.7  # millimetres above the first position


@document(JobKind.PLAYER_CARDS, template="documents/player_cards.html")
def player_cards(order: Order) -> Content:
    tournament = order.tournament
    round_numbers = rounds_to_print(tournament, None)
    whole = rotation(tournament)
    if wanted := order.job.wanted.get("registrations"):
        whole = replace(whole, paths=tuple(path for path in whole.paths if path.registration_id in wanted))
    to_a_page = 8 if len(round_numbers) <= TO_EIGHT else 4
    coded = page_of(order.job, "/") is not None
    foot = {
        "about": about(tournament, _("Fiches des joueurs"), order.at),
        "event": fitted(tournament.name, EVENT_BY_A_CODE if coded else EVENT, (SMALLEST,)).text,
        "rows": rows_of_card(len(round_numbers), to_a_page),
        "heads": "\t".join(_heads(tournament)),
    }
    links = _links(order, whole) if coded else {}
    pages = [foot | page for page in _pages(whole, to_a_page, NAME_BY_A_CODE if coded else NAME, links)]
    title = _("Fiches des joueurs · %(tournament)s") % {"tournament": tournament.name}
    layout = [*_layout(len(round_numbers), to_a_page), *(["sets"] if tournament.boards_travel else [])]
    return Content(title, "fiches", composed(pages, layout=" ".join(layout)))


def _heads(tournament: Tournament) -> Iterator[str]:
    yield from (round_heading(tournament), _("Table"), pgettext("à la table", "Place"))
    if tournament.boards_travel:
        yield pgettext("d’étuis", "Jeu")
    yield ""


def _layout(rounds: int, to_a_page: int) -> Iterator[str]:
    yield from ("composed", "cards", "eight" if to_a_page == 8 else "four")
    if rounds <= WITH_NAMES:
        yield "named"
    if rounds == MANY:
        yield "tight"
    elif rounds == WITH_NAMES:
        yield "two-lines"


def rows_of_card(rounds: int, to_a_page: int) -> dict[str, Any]:
    """Return the layout of a card: whether names stand beside the rounds (`names`), and the height of each row."""
    height = min(TALLEST, ROOM[to_a_page] / rounds)
    return {
        "names": rounds <= WITH_NAMES,
        "height": f"{height:.2f}mm",
        "whole": f"{height * rounds:.2f}mm",
        "below": f"{TOP + height * rounds:.2f}mm",
    }


def _links(order: Order, whole: Rotation) -> dict[int, PublicPage | None]:
    """Return the page of each player of a rotation, {registration id: page or None}. One query."""
    entries = order.tournament.registrations.filter(pk__in=[path.registration_id for path in whole.paths])
    return {entry.pk: page_of(order.job, reverse("open_link", args=[evening_code(entry)])) for entry in entries}


def _pages(whole: Rotation, to_a_page: int, room: float, links: Mapping[int, PublicPage | None]) -> Iterator[Page]:
    pages = -(-len(whole.paths) // to_a_page)
    for page in range(pages):
        yield {"cards": [_card(path, len(whole.round_numbers), room, links) for path in whole.paths[page::pages]]}


def _card(path: Path, rounds: int, room: float, links: Mapping[int, PublicPage | None]) -> dict[str, Any]:
    named = rounds <= WITH_NAMES
    stays = [{"place": _place_cells(stay), "others": _names_met(stay, rounds) if named else ""} for stay in path.stays]
    if not named:
        for row, stay in zip(stays, path.stays, strict=True):
            row["place"] += _numbers_met(stay)
    return {
        "number": path.start_number,
        "page": links.get(path.registration_id),
        "name": fitted(path.full_name, room, NAME_SIZES, height=9, bold=True),
        "stays": stays,
    }


def _place_cells(stay: Stay) -> str:
    """
    Return « 1 ⇥ 12 ⇥ Sud », or why the player has no table. The chair is one word: « 5e » for « 5e joueur ».

    Where boards travel the chair is a letter, and the set follows: « 1 ⇥ 12 ⇥ S ⇥ 3 ».
    """
    if stay.table is None:
        return f"{stay.round_number}\t{_('exempt') if stay.exempt else '–'}"
    if stay.board_set:
        return f"{stay.round_number}\t{stay.table}\t{stay.letter}\t{stay.board_set}"
    return f"{stay.round_number}\t{stay.table}\t{stay.chair.split()[0]}"


def _numbers_met(stay: Stay) -> str:
    """Return the start numbers of the players met; they always fit on one line."""
    if not stay.others:
        return ""
    return "\t" + _("n° %(numbers)s") % {"numbers": ", ".join(str(other.start_number) for other in stay.others)}


def _names_met(stay: Stay, rounds: int) -> str:
    """Return the names of the players met; where lines are too short, with initials, then cut."""
    lines = LINES_OF_MOST if rounds == WITH_NAMES else LINES
    for names in (
        [other.told for other in stay.others],
        [replace(other, name=with_initial(other.name)).told for other in stay.others],
    ):
        if lines_broken(", ".join(names), ACROSS, SMALLEST) <= lines:
            return ", ".join(names)
    room = lines * ACROSS * FULL / len(names) - 1
    return ", ".join(fitted(name, room, (SMALLEST,)).text for name in names)
