"""Corrections of a tournament after its end, and changes of its ranking rule. No player is named."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from tournaments.kit.languages import current_language
from tournaments.models import JournalEntry, League, Tournament
from tournaments.queries.privacy.public_texts import unnamed_hidden
from tournaments.queries.standings.league_events import events_of
from tournaments.queries.standings.league_words import changed_league_words
from tournaments.queries.standings.words import changed_rule_words
from tournaments.standings import rule_of

AFTER_END = "corrigé après la fin"  # its action in the journal
LEAGUE_RULE_CHANGED = "règle du championnat changée"  # the same of a league, whose id is `league`
RULE_CHANGED = "règle du classement changée"  # after the first result; `rule` of its details has both
MOST_TOLD = 20  # below a league
PLACES = {"table", "donne", "etui", "camp", "camp.etui", "board"}  # subjects that name nobody


@dataclass(frozen=True)
class Correction:
    """
    When something was corrected, what and why; `subject` is "" where it would name a player.

    `round_number` is None if it is about no single round, or would name a player. `before` and `after` are sentences of
    the ranking rule, if that was changed. `event` is the tournament, in the corrections of a league.
    """

    at: datetime
    subject: str
    reason: str
    round_number: int | None = None
    before: str = ""
    after: str = ""
    event: Tournament | None = None

    @property
    def is_rule(self) -> bool:
        return bool(self.after)


def corrections_of(tournament: Tournament) -> list[Correction]:
    """
    Return the corrections of a finished tournament, the latest first, then the changes of its ranking rule after the
    first result. Reasons hide names that are not public. One query, two if there are any.
    """
    told = (AFTER_END, RULE_CHANGED) if tournament.is_finished else (RULE_CHANGED,)
    entries = tournament.journal.filter(action__in=told).order_by("-pk")
    corrections = _naming_nobody([_correction(tournament, entry) for entry in entries], [tournament.club_id])
    return sorted(corrections, key=lambda correction: correction.is_rule)


def _naming_nobody(corrections: list[Correction], clubs: Collection[int]) -> list[Correction]:
    """Return the corrections with reasons that hide the names of the clubs' players who do not show them."""
    if not corrections:
        return []
    hidden = unnamed_hidden(clubs)
    return [replace(correction, reason=hidden(correction.reason)) for correction in corrections]


def public_corrections(tournament: Tournament) -> list[Correction]:
    """
    Return the corrections that everybody may read: while rounds are hidden, only those of the other rounds.

    A reason is free text and might tell a hidden result: while rounds are hidden, a change of rule has none.
    """
    last_shown = tournament.last_shown_round
    return [
        replace(correction, reason="") if correction.is_rule and last_shown is not None else correction
        for correction in corrections_of(tournament)
        if correction.is_rule or _is_shown(correction, tournament)
    ]


def _is_shown(correction: Correction, tournament: Tournament | None) -> bool:
    """Return whether everybody may read a correction: while rounds are hidden, only if it is of another round."""
    last_shown = tournament.last_shown_round if tournament else None
    return last_shown is None or (correction.round_number is not None and correction.round_number <= last_shown)


def league_corrections(league: League, events: Collection[Tournament]) -> list[Correction]:
    """
    Return the corrections of a league's `events`, at most `MOST_TOLD`, the latest first, then the changes of its rule,
    as everybody may read them (`public_corrections`, `league_rule_changes`).
    """
    over = {event.pk: event for event in events if event.is_finished}
    entries = JournalEntry.objects.filter(tournament__in=over, action=AFTER_END).order_by("-pk")[:MOST_TOLD]
    told = [(over[entry.tournament_id or 0], entry) for entry in entries]
    corrections = [replace(_correction(event, entry), event=event) for event, entry in told]
    shown = [correction for correction in corrections if _is_shown(correction, correction.event)]
    return [*_naming_nobody(shown, {event.club_id for event, _entry in told}), *league_rule_changes(league)]


def league_rule_changes(league: League) -> list[Correction]:
    """
    Return the changes of a league's rule after its first result, the latest first, as everybody may read them.

    While an event hides rounds, they have no reason, because a reason is free text.
    """
    # A comité's league may have been put into the season of another club since.
    written = Q(club=league.club) if league.committee_id is None else Q()
    told = JournalEntry.objects.filter(written, action=LEAGUE_RULE_CHANGED, details__league=league.pk)
    entries = told.order_by("-pk")
    changes = [
        Correction(entry.at, "", entry.reason, before=before, after=after)
        for entry in entries
        for before, after in [changed_league_words(*map(rule_of, entry.details["rule"]))]
    ]
    if not changes:
        return []
    events = list(events_of(league))
    if any(event.last_shown_round is not None for event in events):
        return [replace(change, reason="") for change in changes]
    return _naming_nobody(changes, {league.club.pk, *(event.club_id for event in events)})


def _change(tournament: Tournament, entry: JournalEntry) -> Correction:
    before, after = changed_rule_words(tournament, entry.details["rule"], current_language())
    return Correction(entry.at, "", entry.reason, before=before, after=after)


def _correction(tournament: Tournament, entry: JournalEntry) -> Correction:
    if entry.action == RULE_CHANGED:
        return _change(tournament, entry)
    if entry.words.get("code") not in PLACES:
        return Correction(entry.at, "", entry.reason)
    return Correction(entry.at, entry.sentence, entry.reason, entry.words["round"])
