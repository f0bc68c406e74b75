"""A donne card by card, kept beside a line of a sheet."""

from django.db import models
from django.db.models import Q

from scoring.models.sheets import Written
from tournaments.models.cancelling import Cancellable


class DonneRecord(Written, Cancellable):
    """
    The record of one donne of a table, in the exchange format; its players are the chairs: "0" for Sud, "1" … and its
    tricks are lists of [chair, card], because a column of JSON keeps no order of keys.

    `line` is the one it was attached to; when that line is corrected the record stays with the donne, by `table` and
    `number`. It changes no score: it says what the cards were. A record is replaced by another one, or withdrawn, which
    is to be cancelled with nothing in its place: then it is no longer `current`, and it is kept.
    """

    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="records")
    number = models.PositiveSmallIntegerField()
    line = models.ForeignKey("scoring.SheetLine", on_delete=models.PROTECT, related_name="records")
    record = models.JSONField()
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="one_current_record_for_a_donne", fields=["table", "number"], condition=Q(current=True)
            ),
            models.CheckConstraint(name="records_number_donnes_from_1", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="a_replaced_record_says_why", condition=Q(supersedes__isnull=True) | ~Q(reason="")
            ),
            models.CheckConstraint(
                name="a_withdrawn_record_says_why_and_stands_no_more",
                condition=Q(cancelled_at__isnull=True) | (Q(current=False) & ~Q(cancel_reason="")),
            ),
        ]

    def __str__(self) -> str:
        return f"relevé de la donne {self.number}, {self.table}"
