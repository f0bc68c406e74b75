"""Penalties: records of their own, never stored in a score. Cancelled, never deleted."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext

from scoring.labels import PenaltyTarget, camps
from scoring.marque import Camp
from tournaments.labels import values_of
from tournaments.models.cancelling import Cancellable

OTHER = "autre"  # the code of the catalogue's « Autre faute »


class PenaltyKind(models.Model):
    """
    A fault of the catalogue. The amounts are the club's own, dated; none is presented as the federation's.

    `points` is proposed to the arbiter (whole points, negative or zero), who decides.
    """

    club = models.ForeignKey("tournaments.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    code = models.CharField(max_length=30)
    name = models.CharField(max_length=100)
    points = models.IntegerField(default=0)
    valid_from = models.DateField(null=True, blank=True)
    valid_until = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(name="penalty_code_is_unique_in_its_club", fields=["club", "code"]),
            models.UniqueConstraint(
                name="penalty_code_is_unique_in_the_catalogue", fields=["code"], condition=Q(club__isnull=True)
            ),
            models.CheckConstraint(
                name="a_fault_begins_before_it_ends",
                condition=Q(valid_from__isnull=True)
                | Q(valid_until__isnull=True)
                | Q(valid_until__gte=F("valid_from")),
            ),
            models.CheckConstraint(name="a_penalty_never_gives_points", condition=Q(points__lte=0)),
        ]

    def __str__(self) -> str:
        """Return the name as people read it: `FAULTS` are translated, a club's own are as the club wrote them."""
        return gettext(self.name)

    @property
    def says_it_all(self) -> bool:
        """Whether this fault needs no words beside its name; « autre faute » alone says nothing."""
        return self.club_id is not None or self.code != OTHER


class Penalty(Cancellable):
    """
    A sanction given by an arbiter to a player, a camp of a donne, or a table.

    `points` (whole, negative or zero: a warning) goes to each player it falls on; `shares` says who they are. `reason`
    may be empty where the fault says it all.
    """

    key = models.UUIDField(unique=True)  # made where its form is shown: the same form sent twice is one decision
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="penalties")
    kind = models.ForeignKey(PenaltyKind, on_delete=models.PROTECT, related_name="penalties")
    target = models.CharField(max_length=10, choices=PenaltyTarget.offered)
    registration = models.ForeignKey(
        "tournaments.Registration", null=True, on_delete=models.PROTECT, related_name="penalties"
    )
    table = models.ForeignKey("tournaments.Table", null=True, on_delete=models.PROTECT, related_name="penalties")
    donne = models.PositiveSmallIntegerField(null=True)
    camp = models.CharField(max_length=10, blank=True, choices=camps)
    points = models.IntegerField()
    reason = models.TextField(blank=True)
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    given_by_name = models.CharField(max_length=150)
    given_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(name="a_penalty_takes_points_or_warns", condition=Q(points__lte=0)),
            models.CheckConstraint(
                name="a_cancelled_penalty_says_why", condition=Q(cancelled_at__isnull=True) | ~Q(cancel_reason="")
            ),
            models.CheckConstraint(
                name="a_penalty_falls_on_a_player_a_camp_or_a_table",
                condition=Q(target=PenaltyTarget.PLAYER, registration__isnull=False, camp="")
                | Q(
                    target=PenaltyTarget.CAMP,
                    registration__isnull=True,
                    table__isnull=False,
                    donne__isnull=False,
                    camp__in=values_of(Camp),
                )
                | Q(target=PenaltyTarget.TABLE, registration__isnull=True, table__isnull=False, camp=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.points:+d})"


class PenaltyShare(models.Model):
    """A player on whom a penalty falls. Whole points, negative or zero."""

    penalty = models.ForeignKey(Penalty, on_delete=models.CASCADE, related_name="shares")
    registration = models.ForeignKey("tournaments.Registration", on_delete=models.PROTECT, related_name="+")
    points = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="a_penalty_falls_once_on_a_player", fields=["penalty", "registration"]),
            models.CheckConstraint(name="a_share_takes_points_or_warns", condition=Q(points__lte=0)),
        ]

    def __str__(self) -> str:
        return f"{self.registration}: {self.points:+d}"
