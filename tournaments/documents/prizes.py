"""
The prizes on paper: what is hung on the wall, with the names that people agreed to, and what each winner signs.

The wall has the first three places in large letters, then the prizes, or where there are none the places that follow.
What a winner signs names him in full: it stays with the club.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.documents.composed_pages import (
    LEADING,
    MM,
    Fitted,
    about,
    composed,
    fitted,
    lines_of,
    logo_url,
    moment,
)
from tournaments.documents.pdf import Part
from tournaments.documents.receipts import ACROSS, NAME_SIZES, receipt_pages
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.languages import current_language
from tournaments.models import PrizeGiven, Registration
from tournaments.money_labels import PrizeGroup
from tournaments.queries.prizes import PrizeLine, Winner, handed_over, prize_list
from tournaments.queries.standing_lines import Line
from tournaments.queries.standings import standings
from tournaments.templatetags.marks import ordinal
from tournaments.text import euros

# Points for the name of the event, and for a name of the podium; millimetres for both.
TITLE, NAMES, ACROSS_PAGE, ACROSS_NAME = (40, 36, 32, 28, 24, 20), (46, 40, 35, 31, 27, 24, 21, 18, 15), 158, 104
# Millimetres: what the framed page has below an ordinary head, and what a logo, a warning and the rest take of it.
ROOM, LOGO, WARNING, HEADINGS, OF_A_PRIZE, OF_A_PLACE = 174, 24, 14, 15.0, 8.6, 7.4
OF_A_NAME, OF_A_GROUP, OF_A_LINE, PRIZE_SIZE = 55, 34, 4.9, 11.5  # of the table: widths, a line more; points
ON_ONE_LINE = 27  # points
LEAST, MOST, OF_THE_FIRST = 20, 40, 1.35  # millimetres for a row of the podium; how much more the first has
FOLLOWING = 20  # places after the podium, in two columns


@document(JobKind.PRIZES, template="documents/prizes.html")
def prizes(order: Order) -> Content:
    tournament = order.tournament
    current, ranking = prize_list(tournament), standings(tournament)
    podium = ranking.podium if ranking.rounds_begun else ()
    lines = [_line(line) for line in current.lines] if current else []
    following = () if lines or not podium else ranking.ranked[len(podium) :][:FOLLOWING]
    half = (len(following) + 1) // 2
    event, logo = fitted(tournament.name, ACROSS_PAGE, TITLE, height=32, bold=True), logo_url(tournament.club)
    below = _height_of_prizes(lines) if lines else half * OF_A_PLACE
    below += (LOGO if logo else 0) + (WARNING if ranking.hidden else 0)
    below += (lines_of(event.text, ACROSS_PAGE, event.size) - 1) * event.size * MM * LEADING
    context = {
        "lines": lines,
        "event": event,
        "logo": logo,
        "steps": _steps(podium, ROOM - below),
        "halves": [following[:half], following[half:]],
        "is_whole": below + sum(LEAST * _share(line) for line in podium) <= ROOM,
        "hidden": ranking.hidden,
        "about": about(tournament, _("Palmarès"), order.at),
    }
    return Content(_("Palmarès · %(tournament)s") % {"tournament": tournament.name}, "palmares", [Part(context)])


def _height_of_prizes(lines: Sequence[dict[str, Any]]) -> float:
    """Return about how many millimetres the table of prizes takes."""
    height = HEADINGS
    for line in lines:
        names = sum(lines_of(winner["name"], OF_A_NAME, PRIZE_SIZE) for winner in line["winners"])
        height += OF_A_PRIZE + (max(names, lines_of(line["group"], OF_A_GROUP, PRIZE_SIZE), 1) - 1) * OF_A_LINE
    return height


def _share(line: Line) -> float:
    return OF_THE_FIRST if line.place == 1 else 1


def _steps(podium: Sequence[Line], room: float) -> list[dict[str, Any]]:
    """Return the rows of the podium, each with its height in millimetres: they share the room, the first has more."""
    each = min(MOST, max(LEAST, room / sum(map(_share, podium)))) if podium else 0
    steps = []
    largest: float = NAMES[0]
    for line in podium:
        height = int(each * _share(line))
        name = _name(line.name, largest, height)
        steps.append({"line": line, "height": height, "name": name})
        largest = max(name.size, ON_ONE_LINE)  # nobody is written much larger than who is before him
    return steps


def _name(name: str, largest: float, height: float) -> Fitted:
    """Return a name on one line, on two where it would be small on one."""
    sizes = [size for size in NAMES if size <= largest]
    on_one = fitted(name, ACROSS_NAME, [size for size in sizes if size >= ON_ONE_LINE], bold=True)
    return on_one if on_one.text == name else fitted(name, ACROSS_NAME, sizes, height=height * 0.85, bold=True)


def _line(line: PrizeLine) -> dict[str, Any]:
    language = current_language()
    money = euros(line.worth, language) if line.worth else ""
    if money and line.is_shared and not line.is_lot_for_one:
        money = _("%(amount)s chacun") % {"amount": euros(line.amount, language)}
    return {
        "place": ordinal(line.prize.place),
        "group": line.prize.get_group_display(),
        "worth": [text for text in (line.prize.lot, money) if text],
        "winners": [_winner(line, winner) for winner in line.winners],
        "to_be_settled": line.is_lot_for_one and not line.is_given,
    }


def _winner(line: PrizeLine, winner: Winner) -> dict[str, Any]:
    """Return a winner for the wall; one whose name is withheld is not said to be a lady, young or a visitor either."""
    if winner.registration.player.consent or line.prize.group in (PrizeGroup.EVERYBODY, PrizeGroup.LAST):
        return {"name": winner.name, "total": winner.total}
    return {"name": _("nom non montré"), "total": None}


@document(JobKind.PRIZE_RECEIPTS, template="documents/prize_receipts.html")
def prize_receipts(order: Order) -> Content:
    tournament = order.tournament
    entries = handed_over(tournament)
    foot = {"about": about(tournament, _("Reçus des prix"), order.at), "printed": moment(order.at)}
    pages = receipt_pages(foot, [_receipt(entry, prizes_given) for entry, prizes_given in entries])
    title = _("Reçus des prix · %(tournament)s") % {"tournament": tournament.name}
    return Content(title, "recus-des-prix", composed(pages, layout="composed receipts"))


def _receipt(entry: Registration, prizes_given: list[PrizeGiven]) -> dict[str, Any]:
    language = current_language()
    money = sum(given.amount for given in prizes_given)
    return {
        "number": f"{entry.tournament_id}-{entry.start_number}",
        "name": fitted(entry.player.full_name, ACROSS, NAME_SIZES, bold=True),
        "sum": euros(money, language) if money else "",
        "prizes": [
            ", ".join(
                [
                    f"{ordinal(given.prize.place)}, {given.prize.get_group_display()}",
                    *([given.lot] if given.lot else []),
                    *([f"{euros(given.amount, language)} {given.get_method_display()}"] if given.amount else []),
                ]
            )
            for given in prizes_given
        ],
    }
