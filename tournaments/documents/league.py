"""The league of a season on paper."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.documents.pdf import render
from tournaments.documents.ranking import layout_of, moment
from tournaments.models import Job
from tournaments.queries.leagues import league
from tournaments.services.documents import keep_document


def make_league_document(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    """Return `{"document": id}`: the league as it is now, in the language asked for, as a PDF that is kept."""
    with override(job.wanted.get("language", "fr")):
        return _make(job, progress)


def _make(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    season, at = job.of_season, timezone.now()
    progress(5)
    table = league(season)
    progress(20)
    title = _("Championnat · %(season)s") % {"season": season.name}
    context = {
        "title": title,
        "season": season,
        "club": season.club,
        "league": table,
        "has_shared": any(line.shared for line in table.lines),
        "has_dropped": any(mark.dropped for line in table.lines for mark in line.marks),
        "layout": layout_of(len(table.events) + 1),
        "about": _("%(club)s · championnat %(season)s, imprimé le %(moment)s")
        % {"club": season.club.name, "season": season.name, "moment": moment(at)},
    }
    content = render("documents/league.html", context)
    progress(95)
    filename = f"championnat-{slugify(f'{season.club.name} {season.name}')[:80] or 'saison'}.pdf"
    document = keep_document(job=job, title=title, filename=filename, content=content, at=at)
    return {"document": document.pk}
