"""What was corrected of a tournament after its end: it names nobody."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import JournalEntry, Tournament

AFTER_END = "corrigé après la fin"  # its action in the journal
PLACES = {"table", "donne", "camp"}  # subjects that name nobody


@dataclass(frozen=True)
class Correction:
    """
    When something was corrected, what and why; `subject` is empty where it would name somebody.

    `round_number` is None when it is about no single round, or names somebody.
    """

    at: datetime
    subject: str
    reason: str
    round_number: int | None = None


def corrections_after_end(tournament: Tournament) -> list[Correction]:
    """Return the corrections of a tournament that is over, the latest first; no query for any other."""
    if not tournament.is_finished:
        return []
    return [_correction(entry) for entry in tournament.journal.filter(action=AFTER_END).order_by("-pk")]


def public_corrections(tournament: Tournament) -> list[Correction]:
    """
    Return those that everybody may read: while rounds are hidden, only those of the other rounds.

    A reason is free text: one that belongs to no single round might tell a hidden result.
    """
    last_shown = tournament.last_shown_round
    return [
        correction
        for correction in corrections_after_end(tournament)
        if last_shown is None or (correction.round_number is not None and correction.round_number <= last_shown)
    ]


def _correction(entry: JournalEntry) -> Correction:
    if entry.words.get("code") not in PLACES:
        return Correction(entry.at, "", entry.reason)
    return Correction(entry.at, entry.sentence, entry.reason, entry.words["round"])
