"""An evening that is called off, held after all, or moved to another day, hour or place: everybody expected is told."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.mail_labels import MailKind, MailState
from tournaments.models import Account, Tournament
from tournaments.queries.people.reach import people_of
from tournaments.refusals import Refusal, refuse_if_finished, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.services.people.messages import Reader, announced, ask, drop

LATER = timedelta(minutes=5)  # in which an organiser corrects what he has just typed
TOLD = {"date", "starts_at", "place"}  # settings whose change concerns whoever comes


@transaction.atomic
def call_off(*, tournament: Tournament, reason: str, by: Account | None, at: datetime) -> Tournament:
    """
    Call off a tournament that has not begun, and tell everybody who is expected. Idempotent.

    It stays where it is, with its people, and everybody reads that it is called off and why. Nobody enters it and it is
    not drawn. Refuses an empty reason, a draft, which nobody has read of, and a tournament that has begun.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.called_off:
        return tournament
    refuse_if_finished(tournament)
    if not tournament.is_coming:
        raise Refusal(
            _("« %(name)s » a commencé : terminez-le, les positions jouées comptent.") % {"name": tournament.name},
            code="already_played",
        )
    if not tournament.is_public:
        raise Refusal(
            _("Personne n’a lu que « %(name)s » a lieu : supprimez-le, ou laissez-le.") % {"name": tournament.name},
            code="not_public",
        )
    sentence = _("Dites pourquoi : tous ceux qui devaient venir le lisent.")
    reason = refuse_without_reason(reason, sentence, code="reason_missing")
    tournament = _write(tournament, reason, action=gettext_noop("soirée annulée"), by=by, at=at)
    drop(tournament.mails.exclude(kind=MailKind.CALLED_OFF))
    _tell(tournament, MailKind.CALLED_OFF, at)
    return tournament


@transaction.atomic
def hold_after_all(*, tournament: Tournament, by: Account | None, at: datetime) -> Tournament:
    """Hold a tournament that was called off, and tell everybody who is expected. Idempotent."""
    tournament = lock_tournament(tournament.pk)
    if not tournament.called_off:
        return tournament
    refuse_if_finished(tournament)
    tournament = _write(tournament, "", action=gettext_noop("soirée maintenue"), by=by, at=at)
    untold = tournament.mails.filter(kind=MailKind.CALLED_OFF, state=MailState.WAITING)
    drop(untold)
    _tell(tournament, MailKind.CHANGED, at)
    return tournament


def tell_change(tournament: Tournament, before: Tournament, at: datetime) -> None:
    """
    Tell everybody who is expected that day, hour or place of a tournament changed; nobody of one that is past or begun.

    Called under the tournament's lock. Leaves after `LATER`: what is corrected meanwhile is told at once.
    """
    if not (tournament.is_coming and tournament.is_public) or tournament.called_off:
        return
    if max(tournament.date, before.date) < tournament.club.day(at):
        return
    _tell(tournament, MailKind.CHANGED, at, details=announced(before), later=LATER)


def _tell(
    tournament: Tournament,
    kind: MailKind,
    at: datetime,
    *,
    details: dict[str, Any] | None = None,
    later: timedelta = timedelta(),
) -> None:
    people = [one for one in people_of(tournament) if one.is_written]
    by_entry = {one.email: one.entry for one in people if one.entry and one.entry.email == one.email}
    readers = [Reader(one.email, by_entry.get(one.email), one.player, details) for one in people]
    event = f"{tournament.pk}:{tournament.revision}"
    ask(kind=kind, club=tournament.club, readers=readers, event=event, at=at, tournament=tournament, later=later)


def _write(tournament: Tournament, reason: str, *, action: str, by: Account | None, at: datetime) -> Tournament:
    """Write why a tournament is called off, or "", its line of the journal and the revision. Called under its lock."""
    Tournament.objects.filter(pk=tournament.pk).update(called_off=reason)
    log(action=action, subject=tournament.name, by=by, at=at, tournament=tournament, reason=reason)
    raise_revision(tournament)
    return Tournament.objects.select_related("club").get(pk=tournament.pk)
