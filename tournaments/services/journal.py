"""Writing the journal: every service notes what it did, in its own transaction."""

from datetime import datetime
from typing import Any

from tournaments.models import Account, Club, JournalEntry, Tournament


def note(
    *,
    action: str,
    subject: str,
    by: Account | None,
    at: datetime,
    tournament: Tournament | None = None,
    club: Club | None = None,
    reason: str = "",
    details: dict[str, Any] | None = None,
) -> JournalEntry:
    """
    Write one entry. `action` is a short French phrase in code (« donne corrigée »), `subject` says where.

    Give a tournament or a club; a tournament's club is known. `by=None` is the program itself.
    """
    owner = tournament.club if tournament is not None else club
    if owner is None:
        raise ValueError("a journal entry belongs to a tournament or to a club")
    return JournalEntry.objects.create(
        club=owner,
        tournament=tournament,
        at=at,
        by=by,
        by_name=str(by) if by is not None else "",
        action=action,
        subject=subject[:200],
        reason=reason,
        details=details or {},
    )
