"""The certificate of the published rotation: what was counted on its seats, its draws' promises, the rule to follow."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.documents.paper import about, keep
from tournaments.documents.pdf import render
from tournaments.models import Job
from tournaments.queries.movements import published_draw, published_rule
from tournaments.queries.published_worth import published_worth
from tournaments.services.prints import positions_to_print

SHOWN = 120  # repeated pairs that are named; the others are counted


def make_certificate(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    """Return `{"document": id}`: the certificate, as a PDF that is kept."""
    with override(job.wanted["language"]):
        return _make(job, progress)


def _make(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    tournament, at = job.of_tournament, timezone.now()
    positions_to_print(tournament, None)
    progress(5)
    worth = published_worth(tournament)
    progress(20)
    title = _("Certificat du tirage · %(tournament)s") % {"tournament": tournament.name}
    context = {
        "title": title,
        "tournament": tournament,
        "club": tournament.club,
        "worth": worth,
        "rule": published_rule(tournament, published_draw(tournament)),
        "repeats": worth.repeats[:SHOWN],
        "more": max(0, len(worth.repeats) - SHOWN),
        "about": about(tournament, _("Certificat du tirage"), at),
    }
    content = render("documents/certificate.html", context)
    progress(95)
    return keep(job, title=title, stem="certificat", content=content, at=at)
