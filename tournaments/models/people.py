"""Who logs in, and what they were appointed to."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from tournaments.labels import RoleName


class Account(AbstractUser):
    """Somebody who logs in: an organiser, an arbiter, or a player who follows his own evening."""

    player = models.OneToOneField("Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="account")

    class Meta(AbstractUser.Meta):
        constraints = [
            # A lock against guessing follows the name typed, whatever its capitals: two names must not differ by them.
            models.UniqueConstraint(Lower("username"), name="username_is_unique_whatever_its_capitals"),
        ]

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Appointment(models.Model):
    """An account made organiser or arbiter, of a whole club or of one tournament."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="appointments")
    role = models.CharField(max_length=10, choices=RoleName.offered)
    club = models.ForeignKey("Club", null=True, blank=True, on_delete=models.CASCADE, related_name="appointments")
    tournament = models.ForeignKey(
        "Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="appointments"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="appointed_to_a_club_or_to_a_tournament",
                condition=Q(club__isnull=False, tournament__isnull=True)
                | Q(club__isnull=True, tournament__isnull=False),
            ),
            models.CheckConstraint(name="appointment_role_is_known", condition=Q(role__in=RoleName.values)),
            models.UniqueConstraint(
                name="appointed_once_to_a_club", fields=["account", "role", "club"], condition=Q(club__isnull=False)
            ),
            models.UniqueConstraint(
                name="appointed_once_to_a_tournament",
                fields=["account", "role", "tournament"],
                condition=Q(tournament__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.get_role_display()} · {self.club or self.tournament}"
