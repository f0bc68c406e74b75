"""Requests of programs with a key: the same request sent again writes nothing, and gets the same answer."""

import hashlib
import json
import uuid
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Account, Club, Job, JournalEntry
from tournaments.refusals import Refusal, form_used
from tournaments.services.locks import lock_clubs_of

Made = TypeVar("Made")
Row = TypeVar("Row", JournalEntry, Job)
COLUMNS = {JournalEntry: "details", Job: "wanted"}


def once(
    *,
    key: uuid.UUID,
    said: Any,
    by: Account,
    club: Club,
    rows: QuerySet[Row],
    write: Callable[[], Made],
    again: Callable[[Row], Made | None],
    people: Collection[int] = (),
) -> Made:
    """
    Return what `write` makes, or, when the key has written before, what `again` finds from the row of that time.

    `rows` are journal lines or jobs: each that `write` makes keeps the key and a digest of the request (`said`).
    `people` are ids of players whose clubs are locked too. A request that wrote no row is done when it is sent again.
    Refuses a key that came with another request before, and a key whose result was deleted since.
    """
    digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:24]
    column = COLUMNS[rows.model]
    with transaction.atomic():
        lock_clubs_of(*people, and_club=club)
        row = rows.filter(**{f"{column}__act__key": str(key)}).order_by("pk").first()
        if row is None:
            by.act = {"key": str(key), "said": digest}
            return write()
        if getattr(row, column)["act"]["said"] != digest:
            raise form_used("stale_act")
        made = again(row)
    if made is None:
        raise Refusal(_("Ce que cette clé a écrit n’est plus là : faites-en une autre."), code="act_gone")
    return made
