"""
Receipts for payments at the check-in and for fees, four to a page, to be cut and handed out.

A receipt is the payer's own paper, and has the full name.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.documents.composed_pages import Page, about, composed, fitted, moment, sliced
from tournaments.documents.registry import Content, Order, document
from tournaments.kit.days import french_day
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros
from tournaments.labels import JobKind
from tournaments.models import Payment, Player
from tournaments.queries.money.fees import member_fees
from tournaments.queries.money.takings import fee_payments
from tournaments.queries.money.takings import receipts as receipts_of

TO_A_PAGE = 4
NAME_SIZES = (16, 14, 12, 10, 8)
ACROSS = 120  # millimetres for a name


@document(JobKind.RECEIPTS, template="documents/receipts.html")
def receipts(order: Order) -> Content:
    tournament = order.tournament
    entries = receipts_of(tournament, order.job.wanted.get("registration"))
    cards = [
        _receipt(
            f"{tournament.pk}-{entry.start_number}",
            entry.player,
            entry.rate.label if entry.rate else "",
            [(payment, moment(payment.at)) for payment in entry.payments.all()],
        )
        for entry in entries
    ]
    people = [entry.player for entry in entries]
    return _content(about(tournament, _("Reçus"), order.at), cards, people, tournament.name)


@document(JobKind.FEE_RECEIPTS, template="documents/receipts.html")
def fee_receipts(order: Order) -> Content:
    season = order.job.of_season
    people = list(member_fees(season).filter(pk__in=order.job.wanted.get("players", []), paid__gt=0))
    payments = fee_payments(season, [player.pk for player in people])
    cards = [
        _receipt(
            f"{season.pk}-C{player.fee_pk}",
            player,
            player.rate_label,
            [(payment, french_day(payment.paid_on)) for payment in payments[player.pk]],
        )
        for player in people
    ]
    foot = _("%(what)s · saison %(season)s, imprimé le %(moment)s")
    foot %= {"what": _("Reçus"), "season": season.name, "moment": moment(order.at)}
    return _content(foot, cards, people, season.name)


def receipt_pages(foot: Page, receipts: Sequence[dict[str, Any]]) -> list[Page]:
    """Return the pages of receipts, `TO_A_PAGE` on each; one empty page without receipts."""
    return [foot | {"receipts": page} for page in sliced(receipts, TO_A_PAGE)] or [foot | {"receipts": []}]


def _content(foot: str, cards: Sequence[dict[str, Any]], people: Sequence[Player], owner: str) -> Content:
    title = _("Reçus · %(tournament)s") % {"tournament": owner}
    if len(people) == 1:
        title = _("Reçu de %(player)s · %(tournament)s") % {"player": people[0].full_name, "tournament": owner}
    return Content(title, "recus", composed(receipt_pages({"about": foot}, cards), layout="composed receipts"))


def _receipt(number: str, player: Player, rate: str, payments: Iterable[tuple[Payment, str]]) -> dict[str, Any]:
    """Return what one receipt says; each payment comes with its day in words."""
    language, lines = current_language(), list(payments)
    paid, back = _("%(amount)s, %(method)s, le %(moment)s"), _("rendu %(amount)s, %(method)s, le %(moment)s")
    return {
        "number": number,
        "name": fitted(player.full_name, ACROSS, NAME_SIZES, bold=True),
        "licence": player.licence,
        "rate": rate,
        "sum": euros(sum(payment.amount for payment, _day in lines), language),
        "payments": [
            (back if payment.refunds_id else paid)
            % {
                "amount": euros(abs(payment.amount), language),
                "method": payment.get_method_display(),
                "moment": day,
            }
            for payment, day in lines
        ],
    }
