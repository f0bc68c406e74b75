"""Who may correct a tournament that is over, and how its pages do it."""

from collections.abc import Callable, Collection
from typing import TypeVar

from django.http import HttpRequest
from django.utils import timezone

from scoring.services.after_end import correct_after_end, counts_always
from tournaments.models import Table, Tournament
from tournaments.permissions import Action, MemberRequest
from tournaments.subjects import Subject

Made = TypeVar("Made")


def corrects_after_end(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether the tournament is over and whoever asks may correct it all the same: its organiser."""
    return tournament.is_finished and Action.MANAGE_TOURNAMENT in getattr(request, "actions", ())


def corrected(
    request: MemberRequest,
    tournament: Tournament,
    act: Callable[[], Made],
    *,
    subject: Subject | str,
    reason: str,
    tables: Collection[Table] = (),
    counts: Callable[[Made], bool] = counts_always,
) -> Made:
    """
    Do what a page asks for: as a public correction where the tournament is over and this person may.

    `counts` is as in `correct_after_end`.
    """
    if not corrects_after_end(request, tournament):
        return act()
    return correct_after_end(
        tournament=tournament,
        subject=subject,
        reason=reason,
        act=act,
        by=request.user,
        at=timezone.now(),
        tables=tables,
        counts=counts,
    )
