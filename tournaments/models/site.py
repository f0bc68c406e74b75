"""What whoever runs the site says of it in the browser, when he last took a backup away, and when a worker was seen."""

from django.db import models
from django.db.models import Q


class Site(models.Model):
    """
    Who answers for this installation, how to write to him, who hosts it; for how many years the file of who plays no
    more is kept, and for how many days a backup. One row, or none; what is empty or 0 is as the environment says it.

    The journal says who took the last backup away: no name is kept here but what somebody said of himself.
    """

    name = models.CharField(max_length=200, blank=True, default="")
    contact = models.CharField(max_length=200, blank=True, default="")
    host = models.CharField(max_length=200, blank=True, default="")
    kept_years = models.PositiveSmallIntegerField(default=0)
    backup_days = models.PositiveSmallIntegerField(default=0)
    backed_up_at = models.DateTimeField(null=True, blank=True)
    worker_seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(name="there_is_one_site", condition=Q(pk=1))]

    def __str__(self) -> str:
        return self.name
