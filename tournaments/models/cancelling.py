"""Base models of rows that are cancelled, never deleted, and how a tournament that is called off is told."""

from django.conf import settings
from django.db import models

from tournaments.labels import CALLED_OFF, TournamentState


class Cancellable(models.Model):
    """A decision or an act that may be cancelled; each model has its own constraint that requires the reason."""

    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_at = models.DateTimeField(null=True)
    cancel_reason = models.TextField(blank=True)

    class Meta:
        abstract = True


class HandedOver(Cancellable):
    """A payment or a prize, handed over at a time; stores the names of who gave it and who took it back."""

    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150)
    cancelled_by_name = models.CharField(max_length=150, blank=True)

    class Meta:
        abstract = True


def state_words(tournament: models.Model) -> str:
    """Return the state of a tournament in words; that it is called off comes before any other."""
    assert hasattr(tournament, "called_off")
    assert hasattr(tournament, "state")
    return str(CALLED_OFF if tournament.called_off else TournamentState(tournament.state).label)
