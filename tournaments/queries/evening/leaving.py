"""Who withdrew by himself from a tournament: the organiser has to give his places to somebody."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.labels import Status
from tournaments.models import JournalEntry, Registration, Tournament

LEFT = "retrait par le joueur"  # as `services.registrations.leave` writes it in the journal


@dataclass(frozen=True)
class Withdrawal:
    """A player who withdrew by himself, and when."""

    registration: Registration
    at: datetime


def left_by_themselves(tournament: Tournament) -> list[Withdrawal]:
    """Return who withdrew by himself and is still withdrawn, the last first: one query, two when somebody did."""
    withdrawals = JournalEntry.objects.filter(tournament=tournament, action=LEFT).order_by("pk")
    withdrawn_at = {int(details["registration"]): at for details, at in withdrawals.values_list("details", "at")}
    if not withdrawn_at:
        return []
    entries = tournament.registrations.filter(pk__in=withdrawn_at, status=Status.WITHDRAWN).select_related("player")
    return sorted(
        (Withdrawal(entry, withdrawn_at[entry.pk]) for entry in entries),
        key=lambda withdrawal: withdrawal.at,
        reverse=True,
    )
