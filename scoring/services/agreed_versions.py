"""A donne in two versions that the sheet says in one by now: what another device had sent needs no arbiter any more."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.labels import Kept, Outcome
from scoring.marque import Facts
from scoring.models import Conflict, SheetLine, Writer
from scoring.queries.sheets import subject_of_sheet
from scoring.services.lines import says_the_same
from tournaments.models import Account, Seat, Tournament
from tournaments.services.journal import log


def settle_agreed(
    *,
    line: SheetLine,
    entry: Facts | Outcome,
    seats: Sequence[Seat],
    tournament: Tournament,
    by: Writer,
    at: datetime,
) -> None:
    """
    Settle what waits beside a donne and says what was just written there. Called under the lock of the tournament.

    A version that says otherwise goes on waiting, and so does the one that an arbiter is about to settle by this line.
    """
    waiting = Conflict.objects.filter(table=line.table, number=line.number, settled_at=None).exclude(key=line.key)
    for conflict in waiting:
        if not says_the_same(conflict.as_line(seats), entry):
            continue
        conflict.kept, conflict.settled_at = Kept.OTHER, at
        conflict.settle_reason = line.reason or _("la feuille le dit aussi")
        conflict.settled_by = by if isinstance(by, Account) else None
        conflict.settled_by_name = str(by)[:150]
        conflict.save()
        log(
            action=gettext_noop("versions d’une donne départagées"),
            subject=subject_of_sheet(line.table, line.number),
            by=by,
            at=at,
            tournament=tournament,
            reason=conflict.settle_reason,
            details={"key": str(conflict.key), "kept": str(Kept.OTHER)},
        )
