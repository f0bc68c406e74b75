"""
Suspensions that a comité decides: noted, corrected, lifted.

A comité has no journal: the club that keeps the file and those of the comité that know him read in theirs from when
until when, and by whom. The reason stays with the comité, and with him.
"""

import uuid
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.days import plain
from tournaments.models import Account, Club, Committee, CommitteeSuspension, Player
from tournaments.refusals import Refusal, sent_before
from tournaments.services.journal import differences, log
from tournaments.services.locks import lock_clubs_of
from tournaments.services.people.players import refuse_erased, refuse_suspension
from tournaments.services.undo.undoing import as_it_is

DAYS = ("suspended_from", "suspended_until")


@dataclass(frozen=True)
class SuspensionFacts:
    """From when through when (None: nobody said until when) somebody is suspended, and why."""

    suspended_from: date
    suspended_until: date | None
    suspension_reason: str


@transaction.atomic
def suspend(
    *, committee: Committee, player: Player, facts: SuspensionFacts, key: uuid.UUID, by: Account | None, at: datetime
) -> CommitteeSuspension:
    """
    Suspend somebody from the tournaments of the clubs of a comité, and return it; of no other clubs.

    The same form sent twice (`key`) is one. Refuses a form that said something else before, days turned round, no
    reason, and somebody who was erased.
    """
    lock_clubs_of(player)
    if earlier := sent_before(
        CommitteeSuspension,
        key,
        code="stale_suspension",
        committee_id=committee.pk,
        player_id=player.pk,
        **vars(facts),
    ):
        return earlier
    player = as_it_is(Player.objects.all(), player.pk)
    refuse_erased(player)
    refuse_suspension(**vars(facts))
    barred = CommitteeSuspension.objects.create(committee=committee, player=player, key=key, **vars(facts))
    _log(gettext_noop("suspendu par un comité"), barred, by, at)
    return barred


@transaction.atomic
def change_suspension(
    *, suspension: CommitteeSuspension, facts: SuspensionFacts, by: Account | None, at: datetime
) -> CommitteeSuspension:
    """Correct a suspension. Nothing is written when nothing changes. Refuses as `suspend`, and one that was lifted."""
    suspension = _locked(suspension)
    refuse_suspension(**vars(facts))
    before = plain({name: getattr(suspension, name) for name in vars(facts)})
    changes = differences(before, plain(vars(facts)))
    if changes:
        for name, value in vars(facts).items():
            setattr(suspension, name, value)
        suspension.save(update_fields=list(vars(facts)))
        changes.pop("suspension_reason", None)
        _log(gettext_noop("suspension par un comité corrigée"), suspension, by, at, changes=changes)
    return suspension


@transaction.atomic
def lift_suspension(*, suspension: CommitteeSuspension, by: Account | None, at: datetime) -> None:
    """Take a suspension back: he plays again, and it is kept no longer. Refuses one that was lifted."""
    suspension = _locked(suspension)
    CommitteeSuspension.objects.filter(pk=suspension.pk).delete()
    _log(gettext_noop("suspension par un comité levée"), suspension, by, at)


def _locked(suspension: CommitteeSuspension) -> CommitteeSuspension:
    lock_clubs_of(suspension.player_id)
    found = CommitteeSuspension.objects.select_related("player", "committee").filter(pk=suspension.pk).first()
    if found is None:
        raise Refusal(_("Cette suspension n’existe plus : quelqu’un l’a levée. Rechargez la page."), code="gone")
    return found


def _log(
    action: str,
    barred: CommitteeSuspension,
    by: Account | None,
    at: datetime,
    changes: dict[str, list[Any]] | None = None,
) -> None:
    knows = Q(committee=barred.committee, memberships__player=barred.player, memberships__until=None)
    clubs = Club.objects.filter(Q(pk=barred.player.club_id) | knows).distinct().order_by("pk")
    days = plain({name: getattr(barred, name) for name in DAYS}) | (changes or {})
    subject = f"{barred.player} : {barred.committee}"
    details = {"id": barred.player_id, "committee": barred.committee_id, **days}
    for club in clubs:
        log(action=action, subject=subject, by=by, at=at, club=club, details=details)
