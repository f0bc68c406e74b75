"""Comités: several clubs together, as the federation has them."""

from django.db import models
from django.db.models import Q

from tournaments.models.members import Suspension, ends_after_it_begins
from tournaments.models.people import Account


class Committee(models.Model):
    """
    A comité: it has clubs, and owns nothing of theirs. Everybody reads its page, whose address has the slug.

    Its `arbiters` are those of its clubs whom it names to its other clubs; that gives them no role anywhere.
    """

    name = models.CharField(max_length=100, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    arbiters = models.ManyToManyField(Account, related_name="+", blank=True, editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [models.CheckConstraint(name="committee_has_a_name", condition=~Q(name=""))]

    def __str__(self) -> str:
        return self.name


class CommitteeSuspension(Suspension):
    """
    A suspension that a comité decided: it holds, on each day, in the clubs that are in the comité that day.

    The comité's responsible and the player read the reason. A lifted one is deleted; the clubs' journals keep it.
    """

    committee = models.ForeignKey(Committee, on_delete=models.PROTECT, related_name="suspensions")
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="committee_suspensions")
    key = models.UUIDField(unique=True, editable=False)

    class Meta:
        ordering = ["-suspended_from", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="a_suspension_by_a_committee_has_a_first_day_and_a_reason",
                condition=Q(suspended_from__isnull=False) & ~Q(suspension_reason=""),
            ),
            ends_after_it_begins("a_suspension_by_a_committee_ends_after_it_begins"),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.committee}"
