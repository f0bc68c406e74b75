"""Accounts, their roles, and the invitations to roles."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_noop

from tournaments.labels import RoleName
from tournaments.models.clubs import Player
from tournaments.subjects import subject_of, tell

# A role is for a whole club or for one tournament, never for both.
OF_ONE_OR_THE_OTHER = Q(club__isnull=False, tournament__isnull=True) | Q(club__isnull=True, tournament__isnull=False)
OF_A_COMMITTEE = Q(role=RoleName.COMMITTEE, committee__isnull=False, club__isnull=True, tournament__isnull=True)


class Account(AbstractUser):
    """A person who logs in, with a role in a club, or as a player who reads his own evenings."""

    player = models.OneToOneField("Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="account")

    class Meta(AbstractUser.Meta):
        constraints = [
            # Locks against guessing ignore capitals: two names must not differ by these alone.
            models.UniqueConstraint(Lower("username"), name="username_is_unique_whatever_its_capitals"),
        ]

    device = ""  # the browser of this request, for the journal
    act: Mapping[str, str] | None = None  # of a program: the key of what it asks, see `services/acts.py`

    def __str__(self) -> str:
        return self.get_full_name() or self.username


@dataclass(frozen=True)
class ByLink:
    """
    A player who acts through a link, without an account: the journal has his name, and this device.

    Through the link `of_evening` he may act only in that evening: its host has that link too.
    """

    player: Player
    of_evening: bool = False

    device = gettext_noop("par son lien")  # kept in French, as everything the journal keeps

    def __str__(self) -> str:
        return self.player.full_name


class Appointment(models.Model):
    """A role of an account in a club (organiser, arbiter, treasurer, door), in one tournament, or of a comité."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="appointments")
    role = models.CharField(max_length=10, choices=RoleName.offered)
    club = models.ForeignKey("Club", null=True, blank=True, on_delete=models.CASCADE, related_name="appointments")
    tournament = models.ForeignKey(
        "Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="appointments"
    )
    committee = models.ForeignKey(
        "Committee", null=True, blank=True, on_delete=models.CASCADE, related_name="appointments"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="appointed_to_a_club_a_tournament_or_a_committee",
                condition=OF_A_COMMITTEE
                | (OF_ONE_OR_THE_OTHER & Q(committee__isnull=True) & ~Q(role=RoleName.COMMITTEE)),
            ),
            models.UniqueConstraint(
                name="appointed_once_to_a_club", fields=["account", "role", "club"], condition=Q(club__isnull=False)
            ),
            models.UniqueConstraint(
                name="appointed_once_to_a_tournament",
                fields=["account", "role", "tournament"],
                condition=Q(tournament__isnull=False),
            ),
            models.UniqueConstraint(
                name="appointed_once_to_a_committee",
                fields=["account", "committee"],
                condition=Q(committee__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.get_role_display()} · {self.club or self.tournament or self.committee}"


class Invitation(models.Model):
    """
    A role in a club or one tournament, or a player's own file, offered to a login until its owner answers.

    It names a login and not an account, so that the sender does not learn which logins exist. Accepting gives the role
    or opens the file; any answer deletes the invitation.
    """

    username = models.CharField(max_length=150)  # as `login_name` writes it
    role = models.CharField(max_length=10, choices=RoleName.offered)
    club = models.ForeignKey("Club", null=True, blank=True, on_delete=models.CASCADE, related_name="invitations")
    tournament = models.ForeignKey(
        "Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    player = models.OneToOneField("Player", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.CheckConstraint(name="invited_to_a_club_or_to_a_tournament", condition=OF_ONE_OR_THE_OTHER),
            models.CheckConstraint(
                name="a_role_is_offered_or_a_file_by_its_club",
                condition=(Q(player__isnull=True) & ~Q(role__in=["", RoleName.COMMITTEE]))
                | Q(role="", player__isnull=False, club__isnull=False),
            ),
            models.UniqueConstraint(
                name="invited_once_to_a_club",
                fields=["username", "role", "club"],
                condition=Q(club__isnull=False, player__isnull=True),
            ),
            models.UniqueConstraint(
                name="invited_once_to_a_tournament",
                fields=["username", "role", "tournament"],
                condition=Q(tournament__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.username}: {self.offered} · {self.club or self.tournament}"

    @property
    def offered(self) -> str:
        """The offered role or file, in words."""
        if self.player is None:
            return self.get_role_display()
        return tell(subject_of("file", player=self.player.full_name))
