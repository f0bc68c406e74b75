"""What undoing an act needs and changes, and how the table of a journal entry is found."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.models import ChelemCall, Penalty, SheetLine
from scoring.queries.desk.journal import Ruling
from tournaments.models import Account, JournalEntry, Table, Tournament
from tournaments.queries.standings.standings import StandingsChange
from tournaments.refusals import Refusal


@dataclass(frozen=True)
class Doing:
    """Who undoes an act, when and why; `key` is the key of the form."""

    reason: str
    key: uuid.UUID
    by: Account
    at: datetime


@dataclass(frozen=True)
class Undoing:
    """
    What undoing an act would do at `table`; `old` and `new` are the lines before and after.

    `change` are its effects on the standings. `sheets` are written on, and must be open. `same` is a decision in force
    that already says what this one would say again. `ruling` is an arbiter's ruling about a chelem that counts again.
    """

    act: Callable[[Doing], object]
    change: StandingsChange
    table: Table | None = None
    old: SheetLine | None = None
    new: SheetLine | None = None
    sheets: tuple[Table, ...] = ()
    same: Penalty | None = None
    ruling: tuple[ChelemCall, Ruling] | None = None


def not_from_here() -> Refusal:
    return Refusal(
        _("Cela ne se défait pas d’ici : corrigez-le à la page où il a été fait."), code="not_undone_from_here"
    )


def table_of(tournament: Tournament, entry: JournalEntry) -> Table:
    """Return the table of a journal entry, in a round that is in force."""
    words = entry.words
    tables = Table.objects.select_related("round__tournament")
    table = tables.filter(
        round__tournament=tournament, round__number=words.get("round"), number=words.get("table")
    ).first()
    if table is None or table.round.published_at is None or table.round.published_at > entry.at:
        raise not_from_here()  # the position was cancelled or drawn again since
    return table
