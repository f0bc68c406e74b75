"""The sheets of a position on paper: one table's, or all of them, each on a page of its own."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.queries.told_sheets import ToldDonne, ToldSheet, tables_of, told_sheet
from tournaments.documents.paper import sliced
from tournaments.documents.pdf import Miscounted, Part, render, render_parts
from tournaments.documents.ranking import moment
from tournaments.models import Job
from tournaments.refusals import Refusal
from tournaments.services.documents import keep_document

# A sheet is explained in sentences while it keeps to one page with them; beyond, by figures alone. In lines of small
# print, as measured: what a page holds below its head, what a donne takes without its sentences, and a correction.
PAGE, DONNE, CORRECTION = 60, 4, 2
ROOMY = 32  # and so few lines that they are set larger
CHARACTERS = 78
AT_ONCE = 10  # sheets laid out together


def make_sheets_document(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    """Return `{"document": id}`: the sheets as they are now, in the language asked for, as a PDF that is kept."""
    with override(job.wanted["language"]):
        return _make(job, progress)


def _make(job: Job, progress: Callable[[int], None]) -> dict[str, Any]:
    tournament, at = job.of_tournament, timezone.now()
    position, table_number = job.wanted["position"], job.wanted["table"]
    progress(5)
    cancelled = job.wanted.get("cancelled")
    tables = tables_of(tournament, position, table_number, cancelled)
    if not tables:
        raise Refusal(
            _("La position %(position)d a changé depuis : rouvrez la feuille, puis relancez.") % {"position": position},
            code="position_without_tables",
        )
    sheets = []
    for done, table in enumerate(tables, start=1):
        sheets.append(_laid_out(told_sheet(table, in_short=True)))
        progress(5 + 30 * done // len(tables))
    if cancelled is not None:
        title = _("Feuille de la table %(table)d, position %(position)d annulée · %(tournament)s")
        filename = f"feuille-p{position}-t{table_number}-annulee"
    elif table_number is None:
        title = _("Feuilles de la position %(position)d · %(tournament)s")
        filename = f"feuilles-p{position}"
    else:
        title = _("Feuille de la table %(table)d, position %(position)d · %(tournament)s")
        filename = f"feuille-p{position}-t{table_number}"
    title %= {"position": position, "table": table_number, "tournament": tournament.name}
    context = {
        "title": title,
        "tournament": tournament,
        "club": tournament.club,
        "bareme": tournament.bareme_label,
        "position": position,
        "sheets": sheets,
        "cancelled": tables[0].round if cancelled is not None else None,
        "printed": moment(at),
    }
    content = _printed(context, sheets, progress)
    progress(95)
    filename = f"{filename}-{slugify(tournament.name)[:60] or 'tournoi'}-{tournament.date:%Y-%m-%d}.pdf"
    document = keep_document(job=job, title=title, filename=filename, content=content, at=at)
    return {"document": document.pk}


def _printed(context: dict[str, Any], sheets: list[dict[str, Any]], progress: Callable[[int], None]) -> bytes:
    """Return the PDF, a few sheets at a time when each keeps to its page and so knows its number."""
    if len(sheets) > 1 and all(sheet["in_sentences"] for sheet in sheets):
        for number, sheet in enumerate(sheets, start=1):
            sheet["page"] = _("page %(number)d/%(count)d") % {"number": number, "count": len(sheets)}
        parts = [Part(context | {"sheets": some, "counted": True}, pages=len(some)) for some in sliced(sheets, AT_ONCE)]
        try:
            return render_parts("documents/sheets.html", parts, lambda done: progress(35 + 55 * done // len(parts)))
        except Miscounted:
            pass  # a sheet ran on to a second page
    return render("documents/sheets.html", context)


def _laid_out(sheet: ToldSheet) -> dict[str, Any]:
    lines = sum(map(_lines, sheet.donnes))
    return {"paper": sheet, "in_sentences": lines <= PAGE, "is_roomy": lines <= ROOMY}


def _lines(donne: ToldDonne) -> int:
    """Return about how many lines a donne takes with its sentences."""
    sentences = sum(map(len, donne.marque.get("why", ())[:-1]))
    return DONNE + -(-sentences // CHARACTERS) + CORRECTION * (len(donne.changes) + len(donne.confirmed))
