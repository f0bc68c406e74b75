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
    chairs = [line.taker, line.partner, line.sits_out]
    taker, partner, sits_out = (None if seat is None else seat.chair_index for seat in chairs)
    marks = line.marque.get("scores", {})
    facts = {
        "taker": taker,
        "partner": partner,
        "sits_out": sits_out,
        "contract": line.contract,
        "bouts": line.bouts,
        "half_points": line.half_points,
        "petit_au_bout": line.petit_au_bout,
        "poignees": line.poignees,
        "chelem_announced": line.chelem_announced,
        "chelem_made": line.chelem_made,
    }
    return {
        "id": line.pk,
        "number": line.number,
        "key": str(line.key) if line.pk else None,
        "outcome": line.outcome,
        **(facts if played else {}),
        "marks": marks_of(line, len(marks)),
        "by": line.written_by_name,
        "at": line.written_at.isoformat() if line.written_at else None,
    }
