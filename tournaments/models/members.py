"""Who plays at which club, who is a member of it, and the fee that a member paid for a season."""

from django.db import models
from django.db.models import Q

from tournaments.labels import Grade
from tournaments.models.money import MOST_CENTS


class Membership(models.Model):
    """
    A person's place among the people of a club, which finds and enters him; several clubs may know him.

    A `guest` plays there: the club has his name, licence and category, and no file. A membership that is `asked` waits
    since `asked_on` (once more since `asked_again_on`) for his word or that of the club that keeps his file; until then
    he is a guest. Once `until` is set it is over since that day, and the club no longer lists him; it stays because he
    played there.
    `imported_by` is the spreadsheet that made it, where he was a member of another club before.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="memberships")
    player = models.ForeignKey("Player", on_delete=models.CASCADE, related_name="memberships")
    grade = models.CharField(
        max_length=6, choices=Grade.offered, default=Grade.MEMBER, db_default=Grade.MEMBER.value, editable=False
    )
    asked_on = models.DateField(null=True, blank=True, editable=False)
    asked_again_on = models.DateField(null=True, blank=True, editable=False)
    until = models.DateField(null=True, blank=True)
    imported_by = models.ForeignKey(
        "Import", null=True, blank=True, on_delete=models.SET_NULL, related_name="memberships"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="member_of_a_club_once", fields=["club", "player"]),
            models.CheckConstraint(name="grade_is_known", condition=Q(grade__in=Grade.values)),
            models.CheckConstraint(
                name="a_membership_that_is_asked_has_its_day",
                condition=Q(grade=Grade.ASKED, asked_on__isnull=False)
                | (~Q(grade=Grade.ASKED) & Q(asked_on__isnull=True, asked_again_on__isnull=True)),
            ),
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
