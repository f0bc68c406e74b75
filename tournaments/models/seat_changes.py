"""What was changed by hand in the seats that a draw had given."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.labels import SeatChangeKind


class SeatChange(models.Model):
    """
    Two players exchanged in one round, or one put in the place of another from a round on. Undone, never deleted.

    An exchange is of `one` and `other` in round `number`; `round` is emptied when that round is drawn again, and the
    exchange counts no more. A replacement gave the places of `one` to `other` from round `number` on. `key` is made
    where the form is shown: the same form sent twice is one change.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="seat_changes")
    kind = models.CharField(max_length=12, choices=SeatChangeKind.offered)
    number = models.PositiveSmallIntegerField()
    round = models.ForeignKey("Round", null=True, on_delete=models.SET_NULL, related_name="seat_changes")
    one = models.ForeignKey("Registration", on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey("Registration", on_delete=models.PROTECT, related_name="+")
    reason = models.TextField()
    key = models.UUIDField(unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_by_name = models.CharField(max_length=150)
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    undone_by_name = models.CharField(max_length=150, blank=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(name="seat_change_kind_is_known", condition=Q(kind__in=SeatChangeKind.values)),
            models.CheckConstraint(name="two_different_players_change_places", condition=~Q(one=F("other"))),
            models.CheckConstraint(name="a_seat_change_says_why", condition=~Q(reason="")),
            models.CheckConstraint(name="seat_changes_are_of_a_round_from_1", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="only_an_exchange_is_undone",
                condition=Q(undone_at__isnull=True) | Q(kind=SeatChangeKind.SWAP),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} : {self.one}, {self.other}"
