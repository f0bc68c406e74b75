"""Writing the journal: every service logs what it did, in its own transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import override

from tournaments.models import Account, Club, JournalEntry, Tournament
from tournaments.subjects import Subject, tell


class Writer(Protocol):
    """The person or the program that acts: an account, or a phone at a table without one. `str()` of it is the name."""

    @property
    def device(self) -> str: ...


@dataclass(frozen=True)
class OtherClub:
    """Another club that acted; only its own journal says which of its people it was."""

    name: str
    device: str = ""

    def __str__(self) -> str:
        return self.name


def log(
    *,
    action: str,
    subject: Subject | str,
    by: Writer | None,
    at: datetime,
    tournament: Tournament | None = None,
    club: Club | None = None,
    reason: str = "",
    details: dict[str, Any] | None = None,
) -> JournalEntry:
    """
    Write one entry of the journal and return it.

    `action` is a short French phrase of the code (« donne corrigée »). `subject` says what it is about, a name or a
    code with its values: it is stored in French for searches, and in `words` for each reader's language. Give a
    tournament or a club; a tournament gives its club. `by=None` is the program itself; of a writer without an account
    only the name is stored.
    """
    owner = tournament.club if tournament is not None else club
    if owner is None:
        raise ValueError("a journal entry belongs to a tournament or to a club")
    with override("fr"):
        text = tell(subject)
    return JournalEntry.objects.create(
        club=owner,
        tournament=tournament,
        at=at,
        by=by if isinstance(by, Account) else None,
        by_name=str(by)[:150] if by is not None else "",
        device=by.device[:60] if by is not None else "",
        action=action,
        subject=text[:200],
        words=subject if isinstance(subject, dict) else {},
        reason=reason,
        details=(details or {}) | act_of(by),
    )


def act_of(by: Writer | None) -> dict[str, Any]:
    """Return the key with which a program asked for this row, as {"act": …}; {} for any other writer."""
    return {"act": by.act} if isinstance(by, Account) and by.act else {}


def differences(old: dict[str, Any], new: dict[str, Any]) -> dict[str, list[Any]]:
    """Return the columns whose value changed, for the details of an entry: {column: [before, after]}."""
    return {name: [old[name], new[name]] for name in new if old[name] != new[name]}
