"""The sheets of a position on paper: one table's, or all of them, each on a page of its own."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.queries.table.sheet_texts import DonneText, SheetText, sheet_text, tables_of
from tournaments.documents.composed_pages import moment, sliced
from tournaments.documents.pdf import PdfPart
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind
from tournaments.queries.evening.round_names import is_timed, round_name
from tournaments.refusals import Refusal

# A sheet is explained in sentences while it keeps to one page with them; beyond, by figures alone. In lines of small
# print, as measured: what a page holds below its head, what a donne takes without its sentences, and a correction.
PAGE, DONNE, CORRECTION = 60, 4, 2
ROOMY = 32  # and so few lines that they are set larger
CHARACTERS = 78
SHEETS_AT_ONCE = 10  # laid out together


@document(JobKind.SHEETS, template="documents/sheets.html")
def sheets_of_round(order: Order) -> Content:
    """Compose the sheet of one table or, without a table, all the sheets of a position."""
    tournament, wanted = order.tournament, order.job.wanted
    round_number, table_number, cancelled = wanted["position"], wanted["table"], wanted.get("cancelled")
    tables = tables_of(tournament, round_number, table_number, cancelled)
    if not tables:
        raise Refusal(
            _("La position %(position)d a changé depuis : rouvrez la feuille, puis relancez.")
            % {"position": round_number},
            code="position_without_tables",
        )
    sheets = []
    for count, table in enumerate(tables, start=1):
        sheets.append(_laid_out(sheet_text(table, in_short=True)))
        order.stage.report(count / len(tables))
    if cancelled is not None:
        title = _("Feuille de la table %(table)d, %(round)s annulée · %(tournament)s")
        stem = f"feuille-p{round_number}-t{table_number}-annulee"
    elif table_number is None:
        title = _("Feuilles de la %(round)s · %(tournament)s")
        stem = f"feuilles-p{round_number}"
    else:
        title = _("Feuille de la table %(table)d, %(round)s · %(tournament)s")
        stem = f"feuille-p{round_number}-t{table_number}"
    name = round_name(tournament, round_number)
    title %= {"round": name, "table": table_number, "tournament": tournament.name}
    context = {
        "bareme": tournament.bareme_label,
        "round": name,
        "is_timed": is_timed(tournament),
        "cancelled": tables[0].round if cancelled is not None else None,
        "printed": moment(order.at),
    }
    parts = [PdfPart(context | {"sheets": batch}, pages=len(batch)) for batch in sliced(sheets, SHEETS_AT_ONCE)]
    return Content(title, stem, parts)


def _laid_out(sheet: SheetText) -> dict[str, Any]:
    lines = sum(map(_lines, sheet.donnes))
    return {"paper": sheet, "in_sentences": lines <= PAGE, "is_roomy": lines <= ROOMY}


def _lines(donne: DonneText) -> int:
    """Return about how many printed lines a donne takes with its sentences."""
    sentences = sum(map(len, donne.marque.get("why", ())[:-1]))
    return DONNE + -(-sentences // CHARACTERS) + CORRECTION * (len(donne.changes) + len(donne.confirmed))
