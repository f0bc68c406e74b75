"""Wishes for the draws of a tournament: players apart, teams, fixed places, sectors."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.labels import WishKind


class Wish(models.Model):
    """
    A wish that every draw of the tournament respects until it is cancelled; never deleted.

    Only organisers see it. `hard` means « jamais », else « le moins possible ». `table` counts from 1 and `chair` from
    0 (Sud), for a fixed place. `name` is that of a sector.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=10, choices=WishKind.offered)
    hard = models.BooleanField(default=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    chair = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(max_length=60, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    added_by_name = models.CharField(max_length=150, blank=True)
    added_at = models.DateTimeField()
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_by_name = models.CharField(max_length=150, blank=True)
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="wish_kind_is_known", condition=Q(kind__in=WishKind.values)),
            models.CheckConstraint(
                name="a_fixed_place_is_a_table_or_a_chair",
                condition=Q(Q(table__isnull=False) | Q(chair__isnull=False), kind=WishKind.PLACE)
                | Q(~Q(kind=WishKind.PLACE), table__isnull=True, chair__isnull=True),
            ),
            models.CheckConstraint(
                name="a_wished_table_counts_from_1", condition=Q(table__isnull=True) | Q(table__gte=1)
            ),
            models.CheckConstraint(
                name="a_wished_chair_exists", condition=Q(chair__isnull=True) | Q(chair__range=(0, 4))
            ),
            models.CheckConstraint(name="a_sector_has_a_name", condition=~Q(kind=WishKind.SECTOR) | ~Q(name="")),
            models.CheckConstraint(
                name="only_keeping_apart_may_give_way",
                condition=Q(hard=True) | Q(kind__in=[WishKind.APART, WishKind.CLUB]),
            ),
            models.CheckConstraint(
                name="a_wish_in_force_is_cancelled_by_nobody",
                condition=Q(cancelled_at__isnull=False) | Q(cancelled_by__isnull=True, cancelled_by_name=""),
            ),
            models.UniqueConstraint(
                name="clubs_are_kept_apart_by_one_wish",
                fields=["tournament"],
                condition=Q(kind=WishKind.CLUB, cancelled_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return str(WishKind(self.kind).label)


class WishPlayer(models.Model):
    """A player whom a wish names."""

    wish = models.ForeignKey(Wish, on_delete=models.CASCADE, related_name="members")
    registration = models.ForeignKey("Registration", on_delete=models.PROTECT, related_name="wishes")

    class Meta:
        ordering = ["registration__start_number"]
        constraints = [
            models.UniqueConstraint(name="a_wish_names_a_player_once", fields=["wish", "registration"]),
        ]

    def __str__(self) -> str:
        return str(self.registration)
