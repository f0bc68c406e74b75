"""The clock of a timed round."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from tournaments.models.rounds import Round


class Clock(models.Model):
    """
    How much of a round's time was spent: `spent` seconds before it was last started, running since `running_since`.

    A clock that stands has no `running_since`. How long the round lasts is the tournament's `minutes_per_round`.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    spent = models.PositiveIntegerField(default=0)
    running_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="a_clock_has_run_for_a_day_at_most", condition=Q(spent__range=(0, 86_400))),
        ]

    def __str__(self) -> str:
        return f"{self.round}"

    def spent_at(self, at: datetime) -> timedelta:
        """Return how much of the round's time is over."""
        before = timedelta(seconds=self.spent)
        return before if self.running_since is None else before + max(timedelta(), at - self.running_since)
