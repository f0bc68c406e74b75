"""Seasons: the league of a club."""

from django.db import models
from django.db.models import F, Q


class Season(models.Model):
    """A league: the tournaments of a club between two dates, added up (`best_of`: only the best N count)."""

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=60)
    starts_on = models.DateField()
    ends_on = models.DateField()
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.UniqueConstraint(name="season_name_is_unique_in_its_club", fields=["club", "name"]),
            models.CheckConstraint(name="season_ends_after_it_starts", condition=Q(ends_on__gte=F("starts_on"))),
            models.CheckConstraint(
                name="season_counts_at_least_one_result", condition=Q(best_of__isnull=True) | Q(best_of__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return self.name
