"""What an arbiter decided and may take back: cancelled with a reason, never deleted."""

from django.conf import settings
from django.db import models


class Cancellable(models.Model):
    """A decision of an arbiter, until it is taken back."""

    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_at = models.DateTimeField(null=True)
    cancel_reason = models.TextField(blank=True)

    class Meta:
        abstract = True
