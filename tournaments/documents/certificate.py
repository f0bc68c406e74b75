"""The certificate of the published rotation: counts of its seats, guarantees of its draws, the rule to follow."""

from django.utils.translation import gettext as _

from tournaments.documents.composed_pages import about
from tournaments.documents.pdf import Part
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.queries.draws.certificate import published_worth
from tournaments.queries.draws.drafts import published_draw
from tournaments.queries.draws.movements import published_rule
from tournaments.queries.evening.round_names import is_timed, round_name
from tournaments.services.work.documents import rounds_to_print

SHOWN = 120  # repeated pairs that are named; the others are counted


@document(JobKind.CERTIFICATE, template="documents/certificate.html")
def certificate(order: Order) -> Content:
    tournament = order.tournament
    rounds_to_print(tournament, None)
    worth = published_worth(tournament)
    rule = published_rule(tournament, published_draw(tournament))
    context = {
        "worth": worth,
        "is_timed": is_timed(tournament),
        "rule": rule,
        "holds_until": round_name(tournament, rule.holds_until) if rule and not rule.is_whole else "",
        "repeats": worth.repeats[:SHOWN],
        "more": max(0, len(worth.repeats) - SHOWN),
        "about": about(tournament, _("Certificat du tirage"), order.at),
    }
    title = _("Certificat du tirage · %(tournament)s") % {"tournament": tournament.name}
    return Content(title, "certificat", [Part(context)])
