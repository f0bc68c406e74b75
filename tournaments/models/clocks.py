"""The clock of a timed round."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from tournaments.models.rounds import Round


class Clock(models.Model):
    """
    How much of a round's time was spent: `spent` seconds before it was last started, running since `running_since`.

    A stopped clock has no `running_since`. `called_at` is when the arbiter ended the time: the clock is then stopped
    until it is started again. How long the round lasts is the tournament's `minutes_per_round`.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    spent = models.PositiveIntegerField(default=0)
    running_since = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="a_clock_has_run_for_a_day_at_most", condition=Q(spent__range=(0, 86_400))),
            models.CheckConstraint(
                name="a_clock_does_not_run_once_time_is_called",
                condition=Q(called_at__isnull=True) | Q(running_since__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}"

    def spent_at(self, at: datetime) -> timedelta:
        """Return how much of the round's time has passed."""
        before = timedelta(seconds=self.spent)
        return before if self.running_since is None else before + max(timedelta(), at - self.running_since)
