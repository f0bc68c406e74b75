"""
The prizes on paper: the list for the wall, with the names that people agreed to, and what each winner signs.

What a winner signs names him in full: it stays with the club.
"""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.documents.composed_pages import about, composed, fitted, moment
from tournaments.documents.pdf import Part
from tournaments.documents.receipts import ACROSS, NAME_SIZES, receipt_pages
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.languages import current_language
from tournaments.models import PrizeGiven, Registration
from tournaments.money_labels import PrizeGroup
from tournaments.queries.prizes import PrizeLine, Winner, handed_over, prize_list
from tournaments.queries.standings import standings
from tournaments.templatetags.marks import ordinal
from tournaments.text import euros


@document(JobKind.PRIZES, template="documents/prizes.html")
def prizes(order: Order) -> Content:
    tournament = order.tournament
    current = prize_list(tournament)
    context = {
        "lines": [_line(line) for line in current.lines] if current else [],
        "layout": "",
        "hidden": standings(tournament).hidden,
        "about": about(tournament, _("Palmarès"), order.at),
    }
    return Content(_("Palmarès · %(tournament)s") % {"tournament": tournament.name}, "palmares", [Part(context)])


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
