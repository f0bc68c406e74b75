"""Corrections of a tournament that is over: it stays over, and everybody reads that it was corrected."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Writer
from scoring.services.sheets.sheets import as_if_open
from tournaments.labels import Publication, TournamentState
from tournaments.models import Table, Tournament
from tournaments.refusals import Refusal, missing_reason
from tournaments.services.clubs.webhooks import announce
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.subjects import Subject

Returned = TypeVar("Returned")


def counts_always(_returned: object) -> bool:
    """Return True: whatever the act returns, the public reads that there was a correction."""
    return True


@transaction.atomic
def correct_after_end(
    *,
    tournament: Tournament,
    subject: Subject | str,
    reason: str,
    act: Callable[[], Returned],
    by: Writer,
    at: datetime,
    tables: Collection[Table] = (),
    counts: Callable[[Returned], bool] = counts_always,
) -> Returned:
    """
    Correct a tournament that is over through one service (`act`), and return what the service returns.

    The tournament and the sheets of `tables` are open for the act, and as before when the transaction ends: nobody else
    sees them open, and all other rules of the service hold. The journal has the act, and a line that the public page of
    the standings shows, unless `counts` of the returned value is false: then no figure changes. A tournament reopened
    meanwhile is corrected like any other. Refuses an empty `reason`, except when the act was sent before and writes
    nothing, and what the service refuses.
    """
    tournament = lock_tournament(tournament.pk)
    if not tournament.is_finished:
        return act()
    reason = reason.strip()
    unsaid = missing_reason(
        _("Le tournoi est terminé : dites pourquoi vous le corrigez. Tout le monde lira ce motif sous le classement."),
        code="correction_without_reason",
    )
    state = {"state": tournament.state, "archived_from": tournament.archived_from}
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING, archived_from="")
    before = tournament.journal.count()
    try:
        with as_if_open(tables):
            returned = act()
    except Refusal as refusal:
        raise refusal if reason else unsaid from None
    if not reason and tournament.journal.count() > before:
        raise unsaid
    Tournament.objects.filter(pk=tournament.pk).update(**state)
    # Nothing new in the journal: the button was pressed twice, or somebody had already made this correction.
    if counts(returned) and tournament.journal.count() > before:
        act_done = gettext_noop("corrigé après la fin")
        log(action=act_done, subject=subject, by=by, at=at, tournament=tournament, reason=reason)
        raise_revision(tournament)
        announce(Publication.CORRECTED, tournament=tournament, at=at)
    return returned
