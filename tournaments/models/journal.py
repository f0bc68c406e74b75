"""The journal: who did what, when, and what changed."""

from django.conf import settings
from django.db import models

from tournaments.subjects import TEMPLATES, Subject, tell


class JournalEntry(models.Model):
    """
    One act, written in the transaction that did it, and never changed; `details` has old and new values.

    When a tournament is deleted, its entries stay with the club. `device` is what the act was done with: a phone at a
    table, or the browser of an account. `subject` is text in French, or as typed; `words` is the same as a code with
    values (see `tournaments/subjects.py`), empty if it is a name, or in an old entry.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="journal")
    tournament = models.ForeignKey("Tournament", null=True, on_delete=models.PROTECT, related_name="journal")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150)
    device = models.CharField(max_length=60, blank=True)
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=200)
    words = models.JSONField(default=dict, blank=True)
    reason = models.TextField(blank=True)
    details = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(name="journal_of_a_tournament", fields=["tournament", "-id"])]

    def __str__(self) -> str:
        return f"{self.action} · {self.subject}"

    @property
    def sentence(self) -> str:
        """The subject in the language of the reader."""
        return tell(self.words) if self.words.get("code") in TEMPLATES else self.subject

    @property
    def written_subject(self) -> Subject | str:
        """The subject as it is stored, for another entry with the same subject: code and values, or a text."""
        words: Subject = self.words
        return words if words.get("code") else self.subject
