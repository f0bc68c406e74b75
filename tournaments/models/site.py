"""What the administrator says about the site, the last backup that was downloaded, and the last sign of a worker."""

from django.db import models
from django.db.models import Q


class Site(models.Model):
    """
    Who is responsible for this installation, how to write to this person, and who hosts it; for how many years the file
    of a player who no longer plays is kept, and for how many days a backup. One row, or none; "" or 0 means the value
    of the environment. Who downloaded the last backup is in the journal only.
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
