"""Base models of rows that are cancelled, never deleted."""

from django.conf import settings
from django.db import models


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
