"""The incident book: rulings of arbiters without points. An incident may be cancelled; it is never deleted."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.cancelling import Cancellable


class Incident(Cancellable):
    """A ruling in words, with a table and a donne where it has them; `players` are those who were there."""

    key = models.UUIDField(unique=True)  # made where its form is shown: the same form sent twice is one incident
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="incidents")
    table = models.ForeignKey("tournaments.Table", null=True, on_delete=models.PROTECT, related_name="incidents")
    donne = models.PositiveSmallIntegerField(null=True)
    text = models.TextField()
    noted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    noted_by_name = models.CharField(max_length=150)
    noted_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(name="an_incident_is_told", condition=~Q(text="")),
            models.CheckConstraint(
                name="a_donne_of_an_incident_has_its_table", condition=Q(donne__isnull=True) | Q(table__isnull=False)
            ),
            models.CheckConstraint(
                name="a_cancelled_incident_says_why", condition=Q(cancelled_at__isnull=True) | ~Q(cancel_reason="")
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]


class IncidentPlayer(models.Model):
    """A player whom an incident is about."""

    incident = models.ForeignKey(Incident, on_delete=models.CASCADE, related_name="players")
    registration = models.ForeignKey("tournaments.Registration", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["registration__start_number"]
        constraints = [
            models.UniqueConstraint(name="somebody_is_in_an_incident_once", fields=["incident", "registration"]),
        ]

    def __str__(self) -> str:
        return str(self.registration)
