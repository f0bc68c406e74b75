"""
What stands on a table: its number on a card folded in two, and the list of who comes there position by position.

They are two documents: the numbers serve every evening, the lists one. A list lies where anyone may read it, so people
are named as on the public pages.
"""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.documents.paper import about, fitted, keep_pages, sliced
from tournaments.labels import SEAT_NAMES
from tournaments.models import Job
from tournaments.queries.rotation import Rotation, Seated, Stay, rotation
from tournaments.services.prints import positions_to_print

NUMBER, LONG_NUMBER = 330, 230  # points
HALF_A_PAGE = 12  # positions; with more, a list takes a page
ACROSS = 168  # millimetres for the chairs
TALLEST = 20.0
FEW = 6  # positions
# Points for names and for where each goes next, with few positions and with more, whose rows are lower.
SIZES_OF_FEW, SIZES = ((12, 11, 10, 9, 8, 7), (10, 9, 8, 7)), ((9, 8, 7, 6), (8, 7))
EVENT = 70  # millimetres for the name of the evening, before the state number


def make_tent_cards(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    """Return `{"document": id}`: the number of each table, on both faces of a folded page."""
    with override(job.wanted["language"]):
        tournament, at = job.of_tournament, timezone.now()
        positions_to_print(tournament, None)
        progress(5)
        foot = about(tournament, _("Chevalets"), at)
        return keep_pages(
            job,
            progress,
            template="documents/tent_cards.html",
            layout="composed tents",
            pages=[
                {"about": foot, "number": number, "size": NUMBER if number < 100 else LONG_NUMBER}
                for number in rotation(tournament).table_numbers
            ],
            title=_("Chevalets · %(tournament)s") % {"tournament": tournament.name},
            stem="chevalets",
            at=at,
        )


def make_table_lists(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    """Return `{"document": id}`: for each table, who sits there at each position and where he goes next."""
    with override(job.wanted["language"]):
        return _make_lists(job, progress)


def _make_lists(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    tournament, at = job.of_tournament, timezone.now()
    positions = positions_to_print(tournament, None)
    progress(5)
    whole = rotation(tournament)
    half = len(positions) <= HALF_A_PAGE
    foot = {
        "about": about(tournament, _("Listes des tables"), at),
        "event": fitted(tournament.name, EVENT, (8,)).text,
        "chairs": [str(name) for name in SEAT_NAMES[: whole.widest]],
        "height": f"{min(TALLEST, (104 if half else 232) / len(positions)):.2f}mm",
    }
    lists = [_list(whole, number) for number in whole.table_numbers]
    return keep_pages(
        job,
        progress,
        template="documents/table_lists.html",
        layout=f"composed lists {'half' if half else 'whole'}",
        pages=[foot | {"lists": some} for some in sliced(lists, 2 if half else 1)],
        title=_("Listes des tables · %(tournament)s") % {"tournament": tournament.name},
        stem="listes-des-tables",
        at=at,
    )


def _list(whole: Rotation, number: int) -> dict[str, Any]:
    return {
        "number": number,
        "rows": [
            {"position": position, "seats": _chairs(whole, position, whole.tables[position].get(number, ()))}
            for position in whole.positions
        ],
    }


def _chairs(whole: Rotation, position: int, seats: tuple[Seated, ...]) -> list[dict[str, Any] | None]:
    """Return a cell for each chair of the widest table, None for a chair that stays empty."""
    few = len(whole.positions) <= FEW
    room = ACROSS / max(whole.widest, 1) - 3
    sizes, small = SIZES_OF_FEW if few else SIZES
    height = 10 if few else 0
    cells: list[dict[str, Any] | None] = [
        {
            "name": fitted(seat.name, room, sizes, height=height, bold=True),
            "then": fitted(_then(seat, whole.after(seat.registration_id, position)), room, small),
        }
        for seat in seats
    ]
    return cells + [None] * (whole.widest - len(cells))


def _then(seat: Seated, following: Stay | None) -> str:
    """Return a player's number and where he goes next: « n° 12 → table 4 E »."""
    words = _("n° %(number)d") % {"number": seat.start_number}
    if following is not None and following.table is not None:
        words += " " + _("→ table %(number)d %(letter)s") % {"number": following.table, "letter": following.letter}
    elif following is not None and following.exempt:
        words += " " + _("→ exempt")
    return words
