"""
Undoes the last acts, one by one, by their entries of the journal.

Undoing is a new act with a reason of its own: it restores what stood there before, through the service that a person
would use. Nothing is deleted. An act that a later act depends on is refused, with a sentence.
"""

import uuid
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import SheetLine
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import line_at
from scoring.services.sheets.lines import says_the_same
from scoring.services.sheets.sheets import refuse_unless_open
from scoring.services.undo import decisions, donnes, sheets
from scoring.services.undo.base import Doing, Undoing, not_from_here
from tournaments.models import Account, JournalEntry, Table, Tournament
from tournaments.refusals import Refusal, form_used, refuse_if_finished, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament

UNDONE_BY: dict[str, Callable[[Tournament, JournalEntry], Undoing]] = {
    "donne saisie": donnes.entered,
    "donne corrigée": donnes.corrected,
    "donne vidée": donnes.emptied,
    "donne déplacée": donnes.moved,
    "pénalité donnée": decisions.penalty_given,
    "pénalité annulée": decisions.penalty_cancelled,
    "mains changées dans un étui": decisions.board_fouled,
    "mains d’un étui reconnues": decisions.fouled_taken_back,
    "appel de chelem": decisions.called,
    "appel de chelem annulé": decisions.call_cancelled,
    "feuille close": sheets.closed,
    "feuille rouverte": sheets.reopened,
    "table arrêtée": sheets.stopped,
    "table reprise": sheets.resumed,
    "bilans saisis": sheets.balances_written,
    "bilans corrigés": sheets.balances_written,
    "bilans vidés": sheets.balances_emptied,
}
# A sheet of a tournament that is over is corrected as it is.
WHILE_IT_RUNS = {"feuille close", "feuille rouverte", "table arrêtée", "table reprise"}


@transaction.atomic
def undo(*, entry: JournalEntry, key: uuid.UUID, reason: str, by: Account, at: datetime) -> None:
    """
    Undo an act of a tournament by its journal entry. The same form sent twice (`key`) undoes once.

    Refuses an empty `reason`, an act that cannot be undone here, an act already undone or followed by another at the
    same place, and what the service refuses.
    """
    tournament = lock_tournament(entry.tournament_id)
    earlier = tournament.journal.filter(action="action défaite", details__key=str(key)).first()
    if earlier is not None:
        if earlier.details.get("entry", entry.pk) != entry.pk:
            raise form_used("stale_act")
        return
    reason = refuse_without_reason(
        reason, _("Dites pourquoi vous défaites cela : le journal en garde la trace."), code="undoing_without_reason"
    )
    undoing_of(tournament, entry).act(Doing(reason, key, by, at))
    log(
        action=gettext_noop("action défaite"),
        subject=entry.written_subject,
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"key": str(key), "action": entry.action, "entry": entry.pk},
    )


@transaction.atomic
def restore_version(
    *, line: SheetLine, key: uuid.UUID, reason: str, by: Account, at: datetime, seen: int | None = None
) -> None:
    """
    Write an old version of a donne again. The same form sent twice (`key`) writes once.

    `seen` is the id of the current line that was read, 0 for none, None when the page itself shows it. Refuses what
    `record_donne` refuses, another current line than `seen`, and a version that is current already.
    """
    tournament = lock_tournament(line.table.round.tournament_id)
    earlier = SheetLine.objects.filter(key=key).first()
    if earlier is not None:
        if (earlier.table_id, earlier.number) != (line.table_id, line.number) or not says_the_same(
            earlier, line.entry, line.turn
        ):
            raise form_used("stale_line")
        return
    standing = line_at(line.table, line.number)
    if seen is not None and (standing.pk if standing else 0) != seen:
        raise Refusal(
            _("La donne %(number)s de la %(table)s a été changée pendant que vous regardiez. Rien n’est fait.")
            % {"number": number_told(line.table, line.number), "table": line.table},
            code="stale_line",
        )
    reason = refuse_without_reason(
        reason,
        _("Dites pourquoi vous rétablissez cette version : le journal en garde la trace."),
        code="restoring_without_reason",
    )
    restoring_of(tournament, line).act(Doing(reason, key, by, at))


def undoing_of(tournament: Tournament, entry: JournalEntry, *, after_end: bool = False) -> Undoing:
    """
    Return what undoing an entry would do. Refuses as `undo`. Writes nothing.

    With `after_end`, a tournament that is over is corrected in public (`correct_after_end`), on closed sheets too.
    """
    if not after_end:
        refuse_if_finished(tournament)
    undoing_by_action = UNDONE_BY.get(entry.action)
    if undoing_by_action is None or entry.tournament_id != tournament.pk:
        raise not_from_here()
    undoing = undoing_by_action(tournament, entry)
    for table in () if after_end else undoing.sheets:
        refuse_unless_open(tournament, table)
    return undoing


def sheets_written_by(tournament: Tournament, entry: JournalEntry) -> tuple[Table, ...]:
    """Return the sheets that undoing an entry would write on after the end; empty when it is refused."""
    try:
        return undoing_of(tournament, entry, after_end=True).sheets
    except Refusal:
        return ()


def restoring_of(tournament: Tournament, line: SheetLine, *, after_end: bool = False) -> Undoing:
    """
    Return what writing an old version of a donne again would do. Refuses as `restore_version`. Writes nothing.

    `after_end` as in `undoing_of`.
    """
    if not after_end:
        refuse_unless_open(tournament, line.table)
    standing = line_at(line.table, line.number)
    if standing is not None and says_the_same(standing, line.entry, line.turn):
        raise Refusal(
            _("Donne %(number)s, %(table)s : c’est déjà ce qui est écrit. Il n’y a rien à rétablir.")
            % {"number": number_told(line.table, line.number), "table": line.table},
            code="already_so",
        )
    return donnes.write_again(line, standing)
