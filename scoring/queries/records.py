"""The record attached to a donne: which one stands, how it is kept, what is wrong with it."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from scoring.cards.problems import Problem
from scoring.cards.reading import as_mapping, read
from scoring.cards.record import Record
from scoring.cards.steps import Replay
from scoring.models import DonneRecord, SheetLine
from scoring.queries.replays import renamed
from tournaments.labels import SEAT_NAMES
from tournaments.models import Table

# What people did wrong at the table may be true; what the cards cannot be is a slip of the pen.
DONE_AT_THE_TABLE = {
    "renonce",
    "called_suit",
    "called_not_allowed",
    "out_of_turn",
    "leader_conflict",
    "petit_sec",
    "ecart_king",
    "ecart_bout",
    "ecart_trump",
    "poignee_twice",
    "poignee_excuse",
}


def record_of(table: Table, number: int) -> DonneRecord | None:
    """Return the record that stands at a donne."""
    return table.records.filter(current=True, number=number).select_related("line").first()


def past_records(table: Table, number: int) -> QuerySet[DonneRecord]:
    """Return the records that stood at a donne before, the last one first: replaced, or withdrawn."""
    gone = table.records.filter(current=False, number=number)
    return gone.select_related("superseded_by", "cancelled_by").order_by("-pk")


def line_at(table: Table, number: int) -> SheetLine | None:
    """Return the current line of a donne."""
    lines = table.lines.filter(current=True, number=number)
    return lines.select_related("taker", "partner", "sits_out").first()


def kept_record(kept: DonneRecord, names: Sequence[str]) -> Record:
    """Return a record that was attached, with these names by chair."""
    return renamed(chairs_of(kept), {str(chair): name for chair, name in enumerate(_different(names))})


def chairs_of(kept: DonneRecord) -> Record:
    """Return a record that was attached, its players the chairs: "0" for Sud, "1" …"""
    return read(kept.record | {"tricks": [dict(trick) for trick in kept.record["tricks"]]})


def stored(record: Record) -> dict[str, Any]:
    """Return what a column keeps of a record: its tricks as lists of [chair, card], for keys of JSON have no order."""
    return as_mapping(record) | {"tricks": [[[who, card.code] for who, card in trick] for trick in record.tricks]}


def sort_problems(replayed: Replay) -> tuple[list[Problem], list[Problem]]:
    """Return what cannot be, and what may have been done at the table."""
    impossible = [problem for problem in replayed.problems if problem.code not in DONE_AT_THE_TABLE]
    done = [problem for problem in replayed.problems if problem.code in DONE_AT_THE_TABLE]
    return impossible, done


def _different(names: Sequence[str]) -> list[str]:
    """Return names that are all different: two players called alike are told apart by their chairs."""
    return [
        f"{name} ({SEAT_NAMES[chair]})" if list(names).count(name) > 1 else name for chair, name in enumerate(names)
    ]
