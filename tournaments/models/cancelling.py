"""What is taken back is cancelled, never deleted."""

from django.conf import settings
from django.db import models


class Cancellable(models.Model):
    """What somebody decided or did, until it is taken back; each model has a constraint that asks for the reason."""

    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_at = models.DateTimeField(null=True)
    cancel_reason = models.TextField(blank=True)

    class Meta:
        abstract = True


class HandedOver(Cancellable):
    """What changed hands at a time: a payment, a prize. Who gave it and who took it back stay known by their names."""

    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150)
    cancelled_by_name = models.CharField(max_length=150, blank=True)

    class Meta:
        abstract = True
