"""A donne card by card attached to the first donne of a table, for tests."""

import uuid

from scoring.cards.record import Record
from scoring.marque import Contract, Facts
from scoring.models import DonneRecord
from scoring.queries.table.cards import example
from scoring.services.sheets.records import attach_record
from tests.factories import NOW
from tournaments.models import Table

# What the sheet should say of the donne commentée: Nord takes, in the chair of Nord.
COMMENTED_LINE = Facts(taker=2, contract=Contract.PRISE, bouts=2, half_points=74)


def attach(table: Table, by, what: Record | None = None, **said: object) -> DonneRecord:
    """Attach a record as its form would: a new key, in place of what is there, with a reason if it replaces."""
    current = table.records.filter(number=1, current=True).first()
    asked = {
        "number": 1,
        "record": what or example(),
        "first": None,
        "key": uuid.uuid4(),
        "replaces": current.pk if current else None,
        "reason": "mauvaise donne" if current else "",
        "by": by,
        "at": NOW,
    } | said
    return attach_record(table=table, **asked)
