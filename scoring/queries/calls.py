"""What a chelem call does to a donne that is entered already, and what is left when it is taken back."""

from dataclasses import replace

from scoring.labels import CallOutcome, Outcome
from scoring.marque import Camp, Chelem, Facts
from scoring.models import ChelemCall, SheetLine

MADE_BY = {CallOutcome.MADE: Camp.ATTAQUE, CallOutcome.INFLICTED: Camp.DEFENSE}


def with_call(line: SheetLine | None, *, counts: bool, outcome: str) -> Facts | None:
    """Return what a line becomes by a call with this outcome, None when the call changes nothing on it."""
    if line is None or not counts or line.outcome != Outcome.PLAYED or line.chelem_announced:
        return None
    facts = line.facts
    made = _made(facts) if outcome == CallOutcome.PENDING else MADE_BY.get(CallOutcome(outcome))
    return replace(facts, chelem=Chelem(announced=True, made=made))


def without_call(line: SheetLine | None, call: ChelemCall) -> Facts | None:
    """
    Return what the current line of a donne becomes when its call is taken back, None when the call did nothing to it.

    The very line that the call made gives way to the one it met. Of a line that somebody has written since, only the
    chelem is taken back. An announcement that stood there before the call stays.
    """
    if line is None or not call.counts or not line.chelem_announced:
        return None
    met = call.line_met
    if met is None:  # the donne was entered with the chelem that its call announced
        return replace(line.facts, chelem=Chelem(made=_made(line.facts)))
    if met.chelem_announced:
        return None
    if line.key == call.line_key:
        return met.facts
    correction = SheetLine.objects.filter(key=call.line_key).first()
    is_the_calls = correction is not None and correction.chelem_made == line.chelem_made != met.chelem_made
    return replace(line.facts, chelem=Chelem(made=_made(met.facts if is_the_calls else line.facts)))


def line_of_call(call: ChelemCall) -> SheetLine | None:
    """Return the line that stands at the donne of a call, None while it is not entered."""
    lines = call.table.lines.filter(number=call.number, current=True)
    return lines.select_related("taker", "partner", "sits_out").first()


def _made(facts: Facts) -> Camp | None:
    """Return which camp won all the tricks."""
    return None if facts.chelem is None else facts.chelem.made
