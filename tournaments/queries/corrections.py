"""What was corrected of a tournament after its end: it names nobody."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import JournalEntry, Tournament

AFTER_END = "corrigé après la fin"  # the action under which the journal keeps it
PLACES = {"table", "donne", "camp"}  # subjects that name nobody


@dataclass(frozen=True)
class Correction:
    """
    When it was, of what and why; `what` is empty where it would name somebody.

    `round_number` is None where it is of no round alone, or names somebody.
    """

    at: datetime
    what: str
    reason: str
    round_number: int | None = None


def corrections_after_end(tournament: Tournament) -> list[Correction]:
    """Return the corrections of a tournament that is over, the latest first; no query for any other."""
    if not tournament.is_finished:
        return []
    return [_told(entry) for entry in tournament.journal.filter(action=AFTER_END).order_by("-pk")]


def public_corrections(tournament: Tournament) -> list[Correction]:
    """
    Return those that everybody may read: while rounds are hidden, of the others alone.

    A reason is written freely: of a correction that names no round nobody knows what it would tell.
    """
    last = tournament.last_shown_round
    return [
        correction
        for correction in corrections_after_end(tournament)
        if last is None or (correction.round_number is not None and correction.round_number <= last)
    ]


def _told(entry: JournalEntry) -> Correction:
    if entry.words.get("code") not in PLACES:
        return Correction(entry.at, "", entry.reason)
    return Correction(entry.at, entry.sentence, entry.reason, entry.words["round"])
