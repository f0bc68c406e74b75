"""The ranking of a tournament on paper."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.documents.pdf import render
from tournaments.models import Job
from tournaments.queries.standings import standings
from tournaments.services.documents import keep_document

# How many columns of points a page holds: at the usual size, in small print, on its side; beyond, in minute print.
ROOMY, CROWDED, WIDE = 7, 10, 16


def make_ranking_document(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    """Return `{"document": id}`: the standings as they are now, in the language asked for, as a PDF that is kept."""
    with override(job.wanted.get("language", "fr")):  # a job asked before languages were says none
        return _make(job, progress)


def _make(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    tournament, at = job.of_tournament, timezone.now()
    progress(5)
    ranking = standings(tournament)
    progress(20)
    title = _("Classement · %(tournament)s") % {"tournament": tournament.name}
    lines = ranking.lines if ranking.rounds_begun else ()
    context = {
        "title": title,
        "tournament": tournament,
        "club": tournament.club,
        "standings": ranking,
        "lines": lines,
        "has_shared": any(line.shared for line in lines),
        "has_exempts": any(mark.exempt for line in lines for mark in line.marks),
        "layout": layout_of(len(ranking.rounds) + ranking.has_penalties),
        "bareme": tournament.bareme_label,
        "about": _("%(tournament)s · état n° %(revision)d, imprimé le %(moment)s")
        % {"tournament": tournament.name, "revision": tournament.revision, "moment": moment(at)},
    }
    content = render("documents/ranking.html", context)
    progress(95)
    filename = f"classement-{slugify(tournament.name)[:60] or 'tournoi'}-{tournament.date:%Y-%m-%d}.pdf"
    document = keep_document(job=job, title=title, filename=filename, content=content, at=at)
    return {"document": document.pk}


def layout_of(columns: int) -> str:
    """Return the classes of the page for so many columns of points."""
    if columns <= ROOMY:
        return ""
    if columns <= CROWDED:
        return "crowded"
    return "crowded wide" if columns <= WIDE else "packed wide"


def moment(at: datetime) -> str:
    """Return a moment as it is printed: « 21 novembre 2026 à 23 h 05 »."""
    return date_format(timezone.localtime(at), _("j F Y à G \\h i"))
