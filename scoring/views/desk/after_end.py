"""Who may correct a tournament that is over, and how pages do it."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.services.decisions.after_end import correct_after_end
from tournaments import permissions
from tournaments.models import Tournament
from tournaments.permissions import MemberRequest

Returned = TypeVar("Returned")


def corrects_after_end(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether the tournament is over and this person may still correct it, as its settings say."""
    return permissions.corrects_after_end(getattr(request, "actions", frozenset()), tournament)


def too_late(request: HttpRequest, tournament: Tournament) -> str:
    """Return what a person may do who cannot correct a tournament that is over, as a sentence; empty otherwise."""
    if not tournament.is_finished or corrects_after_end(request, tournament):
        return ""
    return _(
        "Ce tournoi est terminé : rien n’y change plus les points. L’organisateur peut encore le corriger, avec un "
        "motif que tout le monde lit : dites-lui ce qu’il faut changer."
    )


def corrected(
    request: MemberRequest, tournament: Tournament, act: Callable[[], Returned], **correction: Any
) -> Returned:
    """Call `act`; in a tournament that is over, as a public correction if this person may make one."""
    if not corrects_after_end(request, tournament):
        return act()
    return correct_after_end(tournament=tournament, act=act, by=request.user, at=timezone.now(), **correction)
