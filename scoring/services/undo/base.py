"""What undoing an act is: who does it, what it changes, and which table its line of the journal is about."""

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
    """Who does it now, when and why; `key` is that of the form."""

    reason: str
    key: uuid.UUID
    by: Account
    at: datetime


@dataclass(frozen=True)
class Undoing:
    """
    What undoing an act would do: `table` is where, `old` and `new` the lines that stand there before and after.

    `change` is what would be otherwise in the standings; `sheets` are those it writes on, which have to be open. `same`
    is a decision in force that says what this one would say a second time; `ruling` is what an arbiter's call says
    again of its chelem.
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
    """Return the table that a line of the journal is about, of a position in force."""
    words = entry.words
    tables = Table.objects.select_related("round__tournament")
    table = tables.filter(
        round__tournament=tournament, round__number=words.get("round"), number=words.get("table")
    ).first()
    if table is None or table.round.published_at is None or table.round.published_at > entry.at:
        raise not_from_here()  # the position was cancelled or drawn again since
    return table
