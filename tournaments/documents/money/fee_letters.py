"""Letters to members who still owe their fee: one page for each, with the full name."""

from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.documents.composed_pages import composed, moment
from tournaments.documents.registry import Content, Order, document
from tournaments.kit.days import french_day
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros
from tournaments.labels import JobKind
from tournaments.queries.money.fees import fees_to_ask
from tournaments.queries.money.takings import fee_payments


@document(JobKind.FEE_LETTERS, template="documents/fee_letters.html")
def fee_letters(order: Order) -> Content:
    """Compose a letter to each of those asked for who still owes something when it is printed."""
    season, language = order.job.of_season, current_language()
    people = list(fees_to_ask(season).filter(pk__in=order.job.wanted.get("players", [])))
    payments = fee_payments(season, [player.pk for player in people])
    foot = _("%(what)s · saison %(season)s, imprimé le %(moment)s")
    foot %= {"what": _("Cotisations"), "season": season.name, "moment": moment(order.at)}
    pages = [
        {
            "about": foot,
            "name": player.full_name,
            "rate": player.rate_label,
            "due": euros(player.due, language),
            "paid": euros(player.paid, language) if player.paid else "",
            "rest": euros(player.rest, language),
            "payments": [
                _("%(amount)s, %(method)s, le %(moment)s")
                % {
                    "amount": euros(payment.amount, language),
                    "method": payment.get_method_display(),
                    "moment": french_day(payment.paid_on),
                }
                for payment in payments[player.pk]
            ],
        }
        for player in people
    ]
    title = _("Lettres · cotisations %(season)s") % {"season": season.name}
    parts = composed(pages or [{"about": foot, "name": ""}], layout="composed letters")
    said = {"message": order.job.wanted.get("message", "").splitlines(), "day": timezone.localdate(order.at)}
    return Content(title, "lettres", [replace(part, context=dict(part.context) | said) for part in parts])
