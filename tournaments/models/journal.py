"""The journal: who did what, when, and what it changed."""

from django.conf import settings
from django.db import models


class JournalEntry(models.Model):
    """One act, written in the transaction that did it, and never changed. `details` holds old and new values."""

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="journal")
    tournament = models.ForeignKey("Tournament", null=True, on_delete=models.PROTECT, related_name="journal")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150)
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=200)
    reason = models.TextField(blank=True)
    details = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(name="journal_of_a_tournament", fields=["tournament", "-id"])]

    def __str__(self) -> str:
        return f"{self.action} · {self.subject}"
