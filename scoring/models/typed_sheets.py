"""A paper sheet typed once, waiting for somebody else to type it too."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class TypedSheet(models.Model):
    """
    What the first of two people typed from the paper sheet of a table. It counts nowhere, and is never deleted.

    `rows` are the donnes by number, each `{"outcome": …, "facts": [the columns of a line, seats by their chairs]}`.
    `settled_at` says that a second typing was compared with it, or that it was withdrawn.
    """

    key = models.UUIDField(unique=True)  # made where its form is shown: the same form sent twice is one typing
    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="typed_sheets")
    rows = models.JSONField()
    typed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    typed_by_name = models.CharField(max_length=150)
    typed_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                name="one_typing_of_a_sheet_waits", fields=["table"], condition=Q(settled_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"saisie de {self.typed_by_name}, {self.table}"
