"""Prizes of a tournament, and prizes handed over. Every amount is a whole number of cents."""

from django.db import models
from django.db.models import Q

from tournaments.labels import PRIZE_GROUPS, PrizeGroup, PrizeMethod, prize_groups
from tournaments.models.cancelling import HandedOver
from tournaments.models.money import MOST_CENTS, MOST_COUNTED


class PrizePlan(models.Model):
    """
    How the prizes of a tournament are given: if `one_each`, a player gets only the first of the list that he wins.

    `club_adds` are the cents that the club adds to the money paid at the door.
    """

    tournament = models.OneToOneField("Tournament", on_delete=models.CASCADE, related_name="prize_plan")
    one_each = models.BooleanField(default=True)
    club_adds = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_club_adds_up_to_100000_euros", condition=Q(club_adds__range=(0, MOST_COUNTED))
            ),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class Prize(models.Model):
    """
    A prize for a `place` of a group: a thing (`lot`), cents, or a percentage of the money paid at the door.

    `number` is its place in the list, from 1.
    """

    plan = models.ForeignKey(PrizePlan, on_delete=models.CASCADE, related_name="prizes")
    number = models.PositiveSmallIntegerField()
    group = models.CharField(max_length=15, choices=prize_groups, default=PrizeGroup.EVERYBODY)
    place = models.PositiveSmallIntegerField(default=1)
    lot = models.CharField(max_length=100, blank=True)
    amount = models.PositiveIntegerField(default=0)
    percent = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(name="a_place_of_a_group_has_one_prize", fields=["plan", "group", "place"]),
            models.CheckConstraint(name="prize_group_is_known", condition=Q(group__in=PRIZE_GROUPS)),
            models.CheckConstraint(name="prize_places_begin_at_1", condition=Q(place__gte=1)),
            models.CheckConstraint(name="a_prize_is_up_to_1000_euros", condition=Q(amount__range=(0, MOST_CENTS))),
            models.CheckConstraint(name="a_prize_is_up_to_all_the_takings", condition=Q(percent__range=(0, 100))),
            models.CheckConstraint(name="a_prize_is_an_amount_or_a_percentage", condition=Q(amount=0) | Q(percent=0)),
            models.CheckConstraint(
                name="a_prize_is_something", condition=~Q(lot="") | Q(amount__gt=0) | Q(percent__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_group_display()} {self.place}"


class PrizeGiven(HandedOver):
    """
    A prize handed over to a player, with its value at that time; taken back, it is cancelled, never deleted.

    `method` is how its `amount` was paid, possibly in kind; a thing without an amount is always in kind.
    """

    prize = models.ForeignKey(Prize, on_delete=models.PROTECT, related_name="given")
    registration = models.ForeignKey("Registration", on_delete=models.PROTECT, related_name="prizes")
    amount = models.PositiveIntegerField(default=0)
    lot = models.CharField(max_length=100, blank=True)
    method = models.CharField(max_length=10, choices=PrizeMethod.offered, default=PrizeMethod.KIND)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                name="a_prize_is_given_once_to_a_player",
                fields=["prize", "registration"],
                condition=Q(cancelled_at__isnull=True),
            ),
            models.CheckConstraint(name="prize_method_is_known", condition=Q(method__in=PrizeMethod.values)),
            models.CheckConstraint(
                name="a_thing_alone_is_given_in_kind", condition=Q(amount__gt=0) | Q(method=PrizeMethod.KIND)
            ),
            models.CheckConstraint(
                name="a_prize_taken_back_says_why", condition=Q(cancelled_at__isnull=True) | ~Q(cancel_reason="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.registration}: {self.lot or self.amount}"
