"""
Suspensions that a comité decides: noted, corrected, lifted.

A comité has no journal: the player's keeper, and the clubs of the comité that know him, log the dates and who wrote
them. Only the comité and the player read the reason.
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
    """The first day, the last day (None: no end is set) and the reason of a suspension."""

    suspended_from: date
    suspended_until: date | None
    suspension_reason: str


@transaction.atomic
def suspend(
    *, committee: Committee, player: Player, facts: SuspensionFacts, key: uuid.UUID, by: Account | None, at: datetime
) -> CommitteeSuspension:
    """
    Suspend a player from the tournaments of a comité's clubs, not of other clubs, and return the suspension.

    The same form sent twice (`key`) is one suspension. Refuses a `key` that came with other facts, a last day before
    the first, an empty reason, and an erased player.
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
    """Correct a suspension. Nothing is written when nothing changes. Refuses as `suspend`, and a lifted suspension."""
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
    """Lift a suspension and delete it: the player may play again. Refuses a suspension that was lifted already."""
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
