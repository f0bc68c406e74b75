"""A paper sheet typed twice: the first typing, and the differences of the second."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.labels import Outcome
from scoring.marque import Facts
from scoring.marque.facts import NAMES, facts_of
from scoring.models import SheetLine, TypedSheet
from tournaments.models import Table

Entries = Mapping[int, Facts | Outcome]


@dataclass(frozen=True)
class Differing:
    """A donne that two people typed differently; an entry is None when that person did not type the donne."""

    number: int
    first: Facts | Outcome | None
    second: Facts | Outcome | None


def waiting_typing(table: Table) -> TypedSheet | None:
    """Return the first typing of a table that waits for a second one, None without one."""
    return TypedSheet.objects.filter(table=table, settled_at=None).first()


def key_of_row(key: uuid.UUID, number: int) -> uuid.UUID:
    """Return the key of the line that the grid with this key writes at a donne."""
    return uuid.uuid5(key, str(number))


def is_recorded(table: Table, key: uuid.UUID | None) -> bool:
    """Return whether the grid with this key already wrote its donnes: the page no longer shows its rows."""
    if key is None:
        return False
    return any(key_of_row(key, number) == own for number, own in table.lines.values_list("number", "key"))


def typed_row(line: SheetLine) -> dict[str, Any]:
    """Return a scored line as a typed sheet stores it."""
    return {"outcome": line.outcome, "facts": list(line.fact_values().values())}


def entries_in(typed_sheet: TypedSheet) -> dict[int, Facts | Outcome]:
    """Return number of donne → entry of a typed sheet."""
    return {
        # A fact that is new since the sheet was typed was not said.
        int(number): facts_of(dict(zip(NAMES, row["facts"], strict=False)))
        if row["outcome"] == Outcome.PLAYED
        else Outcome(row["outcome"])
        for number, row in typed_sheet.rows.items()
    }


def differing(first: Entries, second: Entries) -> list[Differing]:
    """Return the donnes on which two typed sheets differ, in order."""
    return [
        Differing(number, first.get(number), second.get(number))
        for number in sorted(first.keys() | second.keys())
        if _plain(first.get(number)) != _plain(second.get(number))
    ]


def _plain(entry: Facts | Outcome | None) -> Facts | Outcome | None:
    """Return an entry without the variant: the table gives it."""
    return entry.at(None) if isinstance(entry, Facts) else entry
