"""
Receipts for payments at the check-in, four to a page, to be cut and handed out.

A receipt is the payer's own paper, and has the full name.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.documents.composed_pages import Page, about, composed, fitted, moment, sliced
from tournaments.documents.registry import Content, Order, document
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros
from tournaments.labels import JobKind
from tournaments.models import Registration
from tournaments.queries.money.takings import receipts as receipts_of

TO_A_PAGE = 4
NAME_SIZES = (16, 14, 12, 10, 8)
ACROSS = 120  # millimetres for a name


@document(JobKind.RECEIPTS, template="documents/receipts.html")
def receipts(order: Order) -> Content:
    tournament = order.tournament
    entries = receipts_of(tournament, order.job.wanted.get("registration"))
    foot = {"about": about(tournament, _("Reçus"), order.at)}
    pages = receipt_pages(foot, [_receipt(entry) for entry in entries])
    title = _("Reçus · %(tournament)s") % {"tournament": tournament.name}
    if len(entries) == 1:
        title = _("Reçu de %(player)s · %(tournament)s") % {
            "player": entries[0].player.full_name,
            "tournament": tournament.name,
        }
    return Content(title, "recus", composed(pages, layout="composed receipts"))


def receipt_pages(foot: Page, receipts: Sequence[dict[str, Any]]) -> list[Page]:
    """Return the pages of receipts, `TO_A_PAGE` on each; one empty page without receipts."""
    return [foot | {"receipts": page} for page in sliced(receipts, TO_A_PAGE)] or [foot | {"receipts": []}]


def _receipt(entry: Registration) -> dict[str, Any]:
    language = current_language()
    payments = list(entry.payments.all())
    return {
        "number": f"{entry.tournament_id}-{entry.start_number}",
        "name": fitted(entry.player.full_name, ACROSS, NAME_SIZES, bold=True),
        "licence": entry.player.licence,
        "rate": entry.rate.label if entry.rate else "",
        "sum": euros(sum(payment.amount for payment in payments), language),
        "payments": [
            (
                _("rendu %(amount)s, %(method)s, le %(moment)s")
                if payment.refunds_id
                else _("%(amount)s, %(method)s, le %(moment)s")
            )
            % {
                "amount": euros(abs(payment.amount), language),
                "method": payment.get_method_display(),
                "moment": moment(payment.at),
            }
            for payment in payments
        ],
    }
