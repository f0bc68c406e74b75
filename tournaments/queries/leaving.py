"""Who withdrew himself from a tournament, for the organiser who has to give his places to somebody."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_noop

from tournaments.labels import Status
from tournaments.models import JournalEntry, Registration, Tournament

LEFT = gettext_noop("retrait par le joueur")  # as the journal says it


@dataclass(frozen=True)
class Left:
    """Somebody who withdrew himself, and when."""

    registration: Registration
    at: datetime


def left_by_themselves(tournament: Tournament) -> list[Left]:
    """Return who withdrew himself and is withdrawn still, the last first: one query, two when somebody did."""
    withdrawals = JournalEntry.objects.filter(tournament=tournament, action=LEFT).order_by("pk")
    when = {int(details["registration"]): at for details, at in withdrawals.values_list("details", "at")}
    if not when:
        return []
    gone = tournament.registrations.filter(pk__in=when, status=Status.WITHDRAWN).select_related("player")
    return sorted((Left(entry, when[entry.pk]) for entry in gone), key=lambda left: left.at, reverse=True)
