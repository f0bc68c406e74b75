"""Who may correct a tournament that is over, and how its pages do it."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest
from django.utils import timezone

from scoring.services.after_end import correct_after_end
from tournaments import permissions
from tournaments.models import Tournament
from tournaments.permissions import MemberRequest

Made = TypeVar("Made")


def corrects_after_end(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether the tournament is over and whoever asks may correct it all the same: its organiser."""
    return permissions.corrects_after_end(getattr(request, "actions", frozenset()), tournament)


def corrected(request: MemberRequest, tournament: Tournament, act: Callable[[], Made], **how: Any) -> Made:
    """
    Do what a page asks for: as a public correction where the tournament is over and this person may.

    `how` is the subject, reason, tables and counts of `correct_after_end`.
    """
    if not corrects_after_end(request, tournament):
        return act()
    return correct_after_end(tournament=tournament, act=act, by=request.user, at=timezone.now(), **how)
