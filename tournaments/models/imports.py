"""Spreadsheets that were imported, and the meaning of a club's headings."""

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.labels import ImportKind


class Import(models.Model):
    """
    A spreadsheet that was imported: the players and registrations that it made point here.

    `changes` are those of players whom the club had already: {player id: {field: [old, new]}}. An import is never
    deleted; `undone_at` is set when it was undone.
    """

    club = models.ForeignKey("Club", on_delete=models.CASCADE, related_name="imports")
    kind = models.CharField(max_length=10, choices=ImportKind.offered)
    at = models.DateTimeField()
    by = models.ForeignKey("Account", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    file_name = models.CharField(max_length=120, blank=True)
    changes = models.JSONField(default=dict, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.source}"

    @property
    def source(self) -> str:
        """The name of its file, or the day on which its cells were pasted."""
        day = date_format(timezone.localdate(self.at), "j F Y")
        return self.file_name or _("copier-coller du %(day)s") % {"day": day}


class ColumnMapping(models.Model):
    """
    The meaning of a heading in a club's spreadsheets, if the program does not know the heading.

    `heading` is folded (`tournaments.kit.text.fold`); `column` is the name of a column of that kind of file, empty if
    the column is ignored.
    """

    club = models.ForeignKey("Club", on_delete=models.CASCADE, related_name="column_mappings")
    kind = models.CharField(max_length=10, choices=ImportKind.offered)
    heading = models.CharField(max_length=300)
    column = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["heading"]
        constraints = [
            models.UniqueConstraint(name="a_heading_means_one_column", fields=["club", "kind", "heading"]),
        ]

    def __str__(self) -> str:
        return f"{self.heading} → {self.column}"
