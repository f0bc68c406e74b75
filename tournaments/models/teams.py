"""Teams of a tournament: registrations whose results are added up, each of which keeps its own."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

if TYPE_CHECKING:
    from tournaments.models.tournaments import Registration


class Team(models.Model):
    """
    Two to six registrations of a tournament by teams, its `members`; one of them may be its captain (`is_captain`).

    `Tournament.team_size` of them play, the others are stand-ins. `number` counts from 1. `key` is the form's: sent
    twice, it is one team. `link_version` is raised to withdraw the captain's link.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    key = models.UUIDField(unique=True)
    link_version = models.PositiveSmallIntegerField(default=1, db_default=1, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="team_number_is_unique_in_its_tournament", fields=["tournament", "number"]),
            models.UniqueConstraint(name="team_name_is_unique_in_its_tournament", fields=["tournament", "name"]),
            models.CheckConstraint(name="team_numbers_begin_at_1", condition=Q(number__gte=1)),
            models.CheckConstraint(name="a_team_has_a_name", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def captain(self) -> "Registration | None":
        """The captain; None if he was taken out. Prefetch `members` for several teams."""
        return next((member for member in self.members.all() if member.is_captain), None)
