"""Donnes that a device sent late and that the sheet does not have: stored until an arbiter settles them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.labels import Kept, Outcome
from scoring.marque.facts import SEATED
from scoring.models.sheets import SheetLine

if TYPE_CHECKING:
    from tournaments.models import Seat


class Conflict(models.Model):
    """
    A donne sent late that met another line in its place (`line`), a closed sheet (`late`), or an arbiter's ruling about
    its chelem (`call`).

    `facts` are the columns of a line, players by chair: `{"taker": 0, "contract": "garde", …}`, with the `turn` of a
    turned étui; `marque` is the marque
    it would have. `key` comes from the device: sent again it is the same conflict, and a line that an arbiter makes of
    it has the same key. `kept` says which version he kept.
    """

    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="conflicts")
    number = models.PositiveSmallIntegerField()
    line = models.ForeignKey("scoring.SheetLine", null=True, on_delete=models.PROTECT, related_name="conflicts")
    call = models.ForeignKey("scoring.ChelemCall", null=True, on_delete=models.PROTECT, related_name="conflicts")
    late = models.BooleanField(default=False)
    outcome = models.CharField(max_length=20, choices=Outcome.offered)
    facts = models.JSONField(default=dict)
    marque = models.JSONField(default=dict)
    key = models.UUIDField(unique=True)
    phone = models.ForeignKey("scoring.Phone", null=True, on_delete=models.SET_NULL, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150)
    at = models.DateTimeField()
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    settled_by_name = models.CharField(max_length=150, blank=True)
    settled_at = models.DateTimeField(null=True)
    kept = models.CharField(max_length=10, blank=True, choices=Kept.offered)
    settle_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["table", "number", "pk"]
        constraints = [
            models.CheckConstraint(name="a_conflict_is_about_a_donne", condition=Q(number__gte=1)),
            models.CheckConstraint(name="conflict_outcome_is_known", condition=Q(outcome__in=Outcome.values)),
            models.CheckConstraint(
                name="a_conflict_is_with_a_line_a_call_or_late",
                condition=Q(line__isnull=False) | Q(call__isnull=False) | Q(late=True),
            ),
            models.CheckConstraint(
                name="a_settled_conflict_says_what_was_kept_and_why",
                condition=Q(settled_at__isnull=True, kept="", settle_reason="")
                | Q(~Q(settle_reason=""), settled_at__isnull=False, kept__in=Kept.values),
            ),
        ]

    def __str__(self) -> str:
        return f"donne {self.number}, {self.table}: {self.by_name}"

    def keep(self, line: SheetLine) -> None:
        """Copy the facts and the marque of a scored line into this conflict."""
        self.outcome, self.marque = line.outcome, line.marque
        self.facts = line.fact_values() | ({"turn": line.turn} if line.turn else {})

    def as_line(self, seats: "Sequence[Seat]") -> SheetLine:
        """Return an unsaved line with the donne that was sent; `seats` are those of the table, by chair."""
        facts = dict(self.facts)
        for name in SEATED:
            facts[name] = None if facts[name] is None else seats[facts[name]]
        return SheetLine(
            table=self.table,
            number=self.number,
            outcome=self.outcome,
            marque=self.marque,
            written_by_name=self.by_name,
            written_at=self.at,
            **facts,
        )
