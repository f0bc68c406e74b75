"""The history of a sheet: what was corrected, taken off and moved, donne by donne."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from django.db.models import Q

from scoring.models import SheetLine
from tournaments.models import Table


class Happened(Enum):
    """What happened to a donne of a sheet after it was first written."""

    CORRECTED = "corrected"
    EMPTIED = "emptied"
    MOVED_AWAY = "moved_away"
    ARRIVED = "arrived"


@dataclass(frozen=True)
class Change:
    """
    What stood there before and what stands there since, None where nothing did.

    `elsewhere` is the line that a donne which moved has, or had, at its other place.
    """

    kind: Happened
    old: SheetLine | None
    new: SheetLine | None
    by: str
    at: datetime
    reason: str
    elsewhere: SheetLine | None = None


def changes_of(table: Table) -> dict[int, list[Change]]:
    """Return what happened on a table's sheet after the first writing, by donne, oldest first. One query."""
    chairs = ("taker", "partner", "sits_out")
    lines = (
        table.lines.filter(Q(supersedes__isnull=False) | Q(cancelled_at__isnull=False))
        .select_related(
            *chairs,
            *(f"supersedes__{chair}" for chair in chairs),
            "supersedes__table__round",
            "superseded_by__table__round",
            "cancelled_by",
        )
        .order_by("pk")
    )
    happened = [(line.number, change) for line in lines for change in _changes_by(line)]
    changes: dict[int, list[Change]] = defaultdict(list)
    for number, change in sorted(happened, key=lambda pair: pair[1].at):
        changes[number].append(change)
    return dict(changes)


def _changes_by(line: SheetLine) -> Iterator[Change]:
    """Yield how a line came to its place in place of another, and how it was taken off."""
    old = line.supersedes
    place = (line.table_id, line.number)
    if old is not None:
        moved = (old.table_id, old.number) != place
        written = (line.written_by_name, line.written_at, line.reason)
        if moved:
            yield Change(Happened.ARRIVED, None, line, *written, elsewhere=old)
        else:
            yield Change(Happened.CORRECTED, old, line, *written)
    if line.cancelled_at is not None:
        elsewhere = getattr(line, "superseded_by", None)
        kind = Happened.MOVED_AWAY if elsewhere else Happened.EMPTIED
        by = str(line.cancelled_by or "?")
        yield Change(kind, line, None, by, line.cancelled_at, line.cancel_reason, elsewhere=elsewhere)
