"""What was corrected of a tournament after its end, as everybody may read it."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Tournament

AFTER_END = "corrigé après la fin"  # the action under which the journal keeps it
PLACES = {"table", "donne", "camp"}  # subjects that name nobody


@dataclass(frozen=True)
class Correction:
    """When it was, of what and why; `what` is empty where it would name somebody."""

    at: datetime
    what: str
    reason: str


def corrections_after_end(tournament: Tournament) -> list[Correction]:
    """Return the corrections of a tournament that is over, the latest first; no query for any other."""
    if not tournament.is_finished:
        return []
    return [
        Correction(entry.at, entry.sentence if entry.words.get("code") in PLACES else "", entry.reason)
        for entry in tournament.journal.filter(action=AFTER_END).order_by("-pk")
    ]
