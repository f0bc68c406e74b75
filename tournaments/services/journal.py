"""Writing the journal: every service logs what it did, in its own transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import override

from tournaments.models import Account, Club, JournalEntry, Tournament
from tournaments.subjects import Subject, tell


class Writer(Protocol):
    """Who does something: an account, or a phone at a table without one. `str()` of it is his name."""

    @property
    def device(self) -> str: ...


@dataclass(frozen=True)
class OtherClub:
    """Another club that did something: who there, its own journal says."""

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
    Write one entry. `action` is a short French phrase in code (« donne corrigée »), `subject` says on what: a name,
    or a code and its values. It is stored in French, to be searched; `words` shows it in each reader's language.

    Give a tournament or a club; a tournament's club is known. `by=None` is the program itself.
    Of somebody who writes without an account, at a table, only the name is stored.
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
    """Return what a row keeps of the key under which a program asks for it; nothing of anybody else."""
    return {"act": by.act} if isinstance(by, Account) and by.act else {}


def differences(old: dict[str, Any], new: dict[str, Any]) -> dict[str, list[Any]]:
    """Return what differs between the same columns before and after, for the details of an entry: [before, after]."""
    return {name: [old[name], new[name]] for name in new if old[name] != new[name]}
