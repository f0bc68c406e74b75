"""How scripts of the table's page and programs read a line of a sheet, and which codes of refusals they tell apart."""

from typing import Any

from scoring.labels import Outcome
from scoring.models import SheetLine
from scoring.queries.table.sheets import marks_of

STALE = {"stale_line", "stale_sheet"}
CLOSED = {"sheet_closed", "tournament_finished", "table_redrawn", "gone"}


def line_as_json(line: SheetLine) -> dict[str, Any]:
    """Return a line as a program reads it: facts and marks by chair, counted in half-points, marks whole."""
    played = line.outcome == Outcome.PLAYED
    marks = line.marque.get("scores", {})
    return {
        "id": line.pk,
        "number": line.number,
        "key": str(line.key) if line.pk else None,
        "outcome": line.outcome,
        **(line.fact_values() if played else {}),
        "marks": marks_of(line, len(marks)),
        "by": line.written_by_name,
        "at": line.written_at.isoformat() if line.written_at else None,
    }
