"""The calls of tables for an arbiter."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.labels import ANNOUNCED, CallAbout
from tournaments.labels import values_of


class ArbiterCall(models.Model):
    """
    A call of a table for an arbiter: the reason, who goes there, when it was settled. A table has one open call at
    most.

    For an announcement, `number` is the donne and `seat` the player who announced, when the table said it. `answer` is
    the arbiter's note, if any. `key` is made where the form is shown: the same form sent twice is one call.
    """

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="arbiter_calls")
    about = models.CharField(max_length=10, choices=CallAbout.offered)
    number = models.PositiveSmallIntegerField(null=True)
    seat = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.TextField(blank=True)
    key = models.UUIDField(unique=True)
    phone = models.ForeignKey("scoring.Phone", null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150)
    at = models.DateTimeField()
    coming_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    coming_by_name = models.CharField(max_length=150, blank=True)
    coming_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    settled_by_name = models.CharField(max_length=150, blank=True)
    settled_at = models.DateTimeField(null=True)
    answer = models.TextField(blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="a_table_has_one_open_call", fields=["table"], condition=Q(settled_at__isnull=True)
            ),
            models.CheckConstraint(name="why_an_arbiter_is_called_is_known", condition=Q(about__in=CallAbout.values)),
            models.CheckConstraint(
                name="a_call_for_something_else_says_what", condition=~Q(about=CallAbout.OTHER, reason="")
            ),
            models.CheckConstraint(
                name="what_was_announced_is_of_a_donne",
                condition=Q(about__in=values_of(ANNOUNCED)) & (Q(number__isnull=True) | Q(number__gte=1))
                | Q(number__isnull=True, seat__isnull=True),
            ),
            models.CheckConstraint(
                name="who_goes_to_a_table_said_when",
                condition=Q(coming_at__isnull=True, coming_by_name="")
                | Q(~Q(coming_by_name=""), coming_at__isnull=False),
            ),
            models.CheckConstraint(
                name="who_settled_a_call_is_known",
                condition=Q(settled_at__isnull=True, settled_by_name="", answer="")
                | Q(~Q(settled_by_name=""), settled_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.get_about_display()}"

    @property
    def is_of_chelem(self) -> bool:
        return self.about == CallAbout.CHELEM
