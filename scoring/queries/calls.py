"""What a chelem call does to a donne that is entered already, and what is left when it is taken back."""

from dataclasses import replace

from scoring.labels import CallOutcome, CampChoice, Outcome
from scoring.models import ChelemCall, SheetLine
from scoring.queries.sheets import Entry, entry_of

MADE_BY = {CallOutcome.MADE: CampChoice.ATTACK, CallOutcome.INFLICTED: CampChoice.DEFENCE}


def with_call(line: SheetLine | None, *, counts: bool, outcome: str) -> Entry | None:
    """Return what a line becomes by a call with this outcome, None when the call changes nothing on it."""
    if line is None or not counts or line.outcome != Outcome.PLAYED or line.chelem_announced:
        return None
    made = line.chelem_made if outcome == CallOutcome.PENDING else MADE_BY.get(CallOutcome(outcome), "")
    return replace(entry_of(line), chelem_announced=True, chelem_made=made)


def without_call(line: SheetLine | None, call: ChelemCall) -> Entry | None:
    """
    Return what the current line of a donne becomes when its call is taken back, None when the call did nothing to it.

    The very line that the call made gives way to the one it met. Of a line that somebody has written since, only the
    chelem is taken back. An announcement that stood there before the call stays.
    """
    if line is None or not call.counts or not line.chelem_announced:
        return None
    met = call.line_met
    if met is None:  # the donne was entered with the chelem that its call announced
        return replace(entry_of(line), chelem_announced=False)
    if met.chelem_announced:
        return None
    if line.key == call.line_key:
        return entry_of(met)
    correction = SheetLine.objects.filter(key=call.line_key).first()
    is_the_calls = correction is not None and correction.chelem_made == line.chelem_made != met.chelem_made
    made = met.chelem_made if is_the_calls else line.chelem_made
    return replace(entry_of(line), chelem_announced=False, chelem_made=made)


def line_of_call(call: ChelemCall) -> SheetLine | None:
    """Return the line that stands at the donne of a call, None while it is not entered."""
    lines = call.table.lines.filter(number=call.number, current=True)
    return lines.select_related("taker", "partner", "sits_out").first()
