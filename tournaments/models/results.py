"""What a seat brought its player: the only figures the standings read."""

from django.db import models


class SeatResult(models.Model):
    """
    The marks of one player in one round, before penalties.

    Written by `services.results` in the transaction of the sheet line that changes it, and by nothing else;
    `manage.py check_results` recounts every one from its sheet.
    """

    seat = models.OneToOneField("Seat", on_delete=models.PROTECT, related_name="result")
    points = models.IntegerField()
    donnes = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.seat}: {self.points:+d}"
