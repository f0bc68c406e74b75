"""Series of a club, and its tournaments that are templates."""

from django.db import models
from django.db.models import F, Q

from tournaments.labels import Every


class Template(models.Model):
    """
    A tournament of a club that new ones are copied from, with a name.

    It stores nothing else: settings, barème, wishes, rates and prizes are those of `source` at that moment.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="templates")
    source = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="templates")
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(name="template_name_is_unique_in_its_club", fields=["club", "name"]),
            models.CheckConstraint(name="template_has_a_name", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


class Series(models.Model):
    """
    A recurring evening: « le vendredi ». `queries/clubs/series.py` computes its dates.

    `skipped` are dates (ISO) on which it is not held. Its first tournament is copied from `template`, else from the
    club's last one; every other from the one before.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="series")
    name = models.CharField(max_length=60)
    starts_on = models.DateField()
    every = models.CharField(max_length=10, choices=Every.offered, default=Every.WEEK)
    starts_at = models.TimeField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    skipped = models.JSONField(default=list, blank=True)
    is_announced = models.BooleanField(default=True)
    template = models.ForeignKey(Template, null=True, blank=True, on_delete=models.SET_NULL, related_name="series")

    class Meta:
        ordering = ["starts_on", "name"]
        verbose_name_plural = "series"
        constraints = [
            models.UniqueConstraint(name="series_name_is_unique_in_its_club", fields=["club", "name"]),
            models.CheckConstraint(name="series_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(name="series_rhythm_is_known", condition=Q(every__in=Every.values)),
            models.CheckConstraint(
                name="series_ends_after_it_starts", condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on"))
            ),
        ]

    def __str__(self) -> str:
        return self.name
