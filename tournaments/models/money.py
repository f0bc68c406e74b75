"""
Money at the door and of a season: the cost of each rate, payments, refunds, and counts of the cash box.

Every amount is a whole number of cents. A payment is cancelled, never changed or deleted; what is given back is a line
of its own. A cash count is never changed: the last one is valid.
"""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.labels import PaymentMethod, RateCode
from tournaments.models.cancelling import HandedOver

if TYPE_CHECKING:
    from tournaments.models.clubs import Player
    from tournaments.models.tournaments import Registration

MOST_CENTS = 100_000  # of a rate or of one payment: more is a typing mistake
MOST_COUNTED = 10_000_000  # of a cash box


class RateBase(models.Model):
    """What a kind of people pays; `place` is its order in every list, from 1."""

    code = models.CharField(max_length=10, choices=RateCode.offered, default=RateCode.OTHER)
    label = models.CharField(max_length=40)
    amount = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True
        ordering = ["place", "pk"]
        constraints = [
            models.CheckConstraint(name="%(class)s_has_a_label", condition=~Q(label="")),
            models.CheckConstraint(name="%(class)s_code_is_known", condition=Q(code__in=RateCode.values)),
            models.CheckConstraint(
                name="a_%(class)s_is_from_0_to_1000_euros", condition=Q(amount__range=(0, MOST_CENTS))
            ),
        ]

    def __str__(self) -> str:
        return self.label


class Rate(RateBase):
    """What a kind of player pays to enter a tournament."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="rates")

    class Meta(RateBase.Meta):
        constraints = [
            *RateBase.Meta.constraints,
            models.UniqueConstraint(name="rate_label_is_unique_in_its_tournament", fields=["tournament", "label"]),
        ]


class SeasonRate(RateBase):
    """What a kind of member pays his club for a season; the first one is what a member owes who was given none."""

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="rates")

    class Meta(RateBase.Meta):
        constraints = [
            *RateBase.Meta.constraints,
            models.UniqueConstraint(name="rate_label_is_unique_in_its_season", fields=["season", "label"]),
        ]


class Fee(models.Model):
    """
    What a member owes his club for a season, by its `rate`; what he paid is in its `payments`.

    A member who was given no rate and has paid nothing has no row yet: he owes what `member_fees` proposes.
    """

    membership = models.ForeignKey("Membership", on_delete=models.CASCADE, related_name="fees")
    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="fees")
    rate = models.ForeignKey(SeasonRate, on_delete=models.RESTRICT, related_name="fees")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="a_member_owes_a_fee_once_a_season", fields=["membership", "season"]),
        ]

    def __str__(self) -> str:
        return f"{self.membership} · {self.season}"

    @property
    def player(self) -> "Player":
        return self.membership.player


class Payment(HandedOver):
    """
    Money that a player paid to enter (`registration`), or a member for a season (`fee`), on `paid_on`.

    One that `refunds` another gives money of it back, for a `reason`: its amount is below zero, so that sums hold.
    `cancelled_at` is set when a line was a mistake. `key` is made with the button: the same tap sent twice is one
    payment.
    """

    key = models.UUIDField(unique=True)
    registration = models.ForeignKey(
        "Registration", null=True, blank=True, on_delete=models.PROTECT, related_name="payments"
    )
    fee = models.ForeignKey(Fee, null=True, blank=True, on_delete=models.PROTECT, related_name="payments")
    refunds = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="refunded")
    amount = models.IntegerField()
    method = models.CharField(max_length=10, choices=PaymentMethod.offered)
    paid_on = models.DateField()
    reason = models.TextField(blank=True, default="", db_default="")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="a_payment_is_for_an_evening_or_a_season",
                condition=Q(registration__isnull=False, fee__isnull=True)
                | Q(registration__isnull=True, fee__isnull=False),
            ),
            models.CheckConstraint(
                name="a_payment_is_up_to_1000_euros_and_a_refund_below_0",
                condition=Q(refunds__isnull=True, amount__range=(1, MOST_CENTS))
                | Q(refunds__isnull=False, amount__range=(-MOST_CENTS, -1)),
            ),
            models.CheckConstraint(name="a_refund_says_why", condition=Q(refunds__isnull=True) | ~Q(reason="")),
            models.CheckConstraint(name="payment_method_is_known", condition=Q(method__in=PaymentMethod.values)),
            models.CheckConstraint(
                name="a_cancelled_payment_says_why", condition=Q(cancelled_at__isnull=True) | ~Q(cancel_reason="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owed}: {self.amount} cents"

    @property
    def owed(self) -> "Registration | Fee":
        """What it was paid for."""
        owed = self.registration or self.fee
        assert owed is not None  # the database has a constraint
        return owed


class CashCount(models.Model):
    """
    A count of the cash box: `opening` was in it before the first payment, `counted` is what was found.

    `expected` should have been in it at that moment, opening included. `pieces` is {cents: how many} of coins and
    notes, empty if only the sum was typed.
    """

    key = models.UUIDField(unique=True)
    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="cash_counts")
    opening = models.PositiveIntegerField(default=0)
    counted = models.PositiveIntegerField()
    expected = models.PositiveIntegerField()
    pieces = models.JSONField(default=dict)
    remark = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                name="a_cash_box_holds_up_to_100000_euros",
                condition=Q(counted__lte=MOST_COUNTED, opening__lte=MOST_COUNTED),
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.counted} cents"

    @property
    def difference(self) -> int:
        """The cents counted above the expected amount; negative if money is missing."""
        return self.counted - self.expected
