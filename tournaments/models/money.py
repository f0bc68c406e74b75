"""
Money at the door: the cost of each rate, payments, and counts of the cash box.

Every amount is a whole number of cents. A payment is cancelled, never changed or deleted; a cash count is never
changed: the last one is valid.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.labels import PaymentMethod, RateCode
from tournaments.models.cancelling import HandedOver

MOST_CENTS = 100_000  # of a rate or of one payment: more is a typing mistake
MOST_COUNTED = 10_000_000  # of a cash box


class Rate(models.Model):
    """What a kind of player pays to enter a tournament; `place` is its order in every list, from 1."""

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="rates")
    code = models.CharField(max_length=10, choices=RateCode.offered, default=RateCode.OTHER)
    label = models.CharField(max_length=40)
    amount = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["place", "pk"]
        constraints = [
            models.UniqueConstraint(name="rate_label_is_unique_in_its_tournament", fields=["tournament", "label"]),
            models.CheckConstraint(name="rate_has_a_label", condition=~Q(label="")),
            models.CheckConstraint(name="rate_code_is_known", condition=Q(code__in=RateCode.values)),
            models.CheckConstraint(name="a_rate_is_from_0_to_1000_euros", condition=Q(amount__range=(0, MOST_CENTS))),
        ]

    def __str__(self) -> str:
        return self.label


class Payment(HandedOver):
    """
    Money that a player paid to enter; `cancelled_at` is set when it was given back or was a mistake.

    `key` is made with the button: the same tap sent twice is one payment.
    """

    key = models.UUIDField(unique=True)
    registration = models.ForeignKey("Registration", on_delete=models.PROTECT, related_name="payments")
    amount = models.PositiveIntegerField()
    method = models.CharField(max_length=10, choices=PaymentMethod.offered)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="a_payment_is_more_than_0_and_up_to_1000_euros", condition=Q(amount__range=(1, MOST_CENTS))
            ),
            models.CheckConstraint(name="payment_method_is_known", condition=Q(method__in=PaymentMethod.values)),
            models.CheckConstraint(
                name="a_cancelled_payment_says_why", condition=Q(cancelled_at__isnull=True) | ~Q(cancel_reason="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.registration}: {self.amount} cents"


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
