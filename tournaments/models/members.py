"""Who is a member of which club, and the fee that he paid for a season."""

from django.db import models
from django.db.models import Q

from tournaments.models.money import MOST_CENTS


class Membership(models.Model):
    """
    A person's place among the people of a club, who see and enter him; he may be a member of several clubs.

    Once `until` is set it is over since that day, and the club no longer lists him; it stays because he played there.
    `imported_by` is the spreadsheet that made it, where he was a member of another club before.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="memberships")
    player = models.ForeignKey("Player", on_delete=models.CASCADE, related_name="memberships")
    until = models.DateField(null=True, blank=True)
    imported_by = models.ForeignKey(
        "Import", null=True, blank=True, on_delete=models.SET_NULL, related_name="memberships"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="member_of_a_club_once", fields=["club", "player"]),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.club}"


class Fee(models.Model):
    """What a member paid his club for a season, `amount` in cents. One given back is deleted: see the journal."""

    membership = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="fees")
    season = models.ForeignKey("Season", on_delete=models.PROTECT, related_name="fees")
    paid_on = models.DateField()
    amount = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="a_fee_is_paid_once_a_season", fields=["membership", "season"]),
            models.CheckConstraint(name="a_fee_is_up_to_1000_euros", condition=Q(amount__lte=MOST_CENTS)),
        ]

    def __str__(self) -> str:
        return f"{self.membership} · {self.season}"
