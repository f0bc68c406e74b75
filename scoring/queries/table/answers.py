"""A line of a sheet as scripts and programs read it, and the codes of refusals that they tell apart."""

from typing import Any

from scoring.labels import Outcome
from scoring.models import SheetLine
from scoring.queries.table.sheets import marks_of

STALE = {"stale_line", "stale_sheet"}
CLOSED = {"sheet_closed", "tournament_finished", "table_redrawn", "gone"}


def line_as_json(line: SheetLine) -> dict[str, Any]:
    """Return a line as JSON values: facts and marks by chair, the count in half-points, marks in whole points."""
    played = line.outcome == Outcome.PLAYED
    marks = line.marque.get("scores", {})
    return {
        "id": line.pk,
        "number": line.number,
        "key": str(line.key) if line.pk else None,
        **({"turn": line.turn} if line.turn else {}),
        "outcome": line.outcome,
        **(line.fact_values() if played else {}),
        "marks": marks_of(line, len(marks)),
        "by": line.written_by_name,
        "at": line.written_at.isoformat() if line.written_at else None,
    }
