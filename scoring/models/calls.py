"""Chelem calls, recorded by the arbiter who was called to the table."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext

from scoring.labels import CalledWhen, CallOutcome, ExcusePlayed
from tournaments.models.cancelling import Cancellable


class ChelemCall(Cancellable):
    """
    A chelem announced at a table, tied to its donne. Cancelled, never deleted.

    `line_met` is the line that stood there when the call was recorded: what the call then did to it can be taken back.
    After a call that came after the first card nothing is announced: its `outcome` says nothing. What the arbiter saw
    is compared with the donne: whether the announcer `led` (None: nobody said), where the `excuse` was, and whether the
    Petit was in the last trick but one, where it counts as au bout when the Excuse is last.
    """

    key = models.UUIDField(unique=True)  # made where its form is shown: the same form sent twice is one decision
    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="chelem_calls")
    number = models.PositiveSmallIntegerField()
    caller = models.ForeignKey("tournaments.Seat", on_delete=models.PROTECT, related_name="+")
    announced = models.CharField(max_length=20, choices=CalledWhen.offered)
    outcome = models.CharField(max_length=20, choices=CallOutcome.offered, default=CallOutcome.PENDING)
    # What an arbiter himself said of it: no table says otherwise. `outcome` may be read on the donne alone.
    ruling = models.CharField(max_length=20, choices=CallOutcome.offered, default=CallOutcome.PENDING)
    ruled_by_name = models.CharField(max_length=150, blank=True)  # who changed it since it was recorded
    led = models.BooleanField(null=True)
    excuse = models.CharField(max_length=10, blank=True, choices=ExcusePlayed.offered)
    petit_before_last = models.BooleanField(default=False)
    line_met = models.ForeignKey("scoring.SheetLine", null=True, on_delete=models.PROTECT, related_name="+")
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    recorded_by_name = models.CharField(max_length=150)
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                name="one_chelem_call_for_a_donne", fields=["table", "number"], condition=Q(cancelled_at__isnull=True)
            ),
            models.CheckConstraint(
                name="a_cancelled_call_says_why", condition=Q(cancelled_at__isnull=True) | ~Q(cancel_reason="")
            ),
            models.CheckConstraint(name="chelem_calls_are_of_a_donne_from_1", condition=Q(number__gte=1)),
            models.CheckConstraint(name="chelem_call_outcome_is_known", condition=Q(outcome__in=CallOutcome.values)),
            models.CheckConstraint(name="chelem_call_ruling_is_known", condition=Q(ruling__in=CallOutcome.values)),
            models.CheckConstraint(
                name="where_the_excuse_was_is_known", condition=Q(excuse__in=["", *ExcusePlayed.values])
            ),
            models.CheckConstraint(
                name="the_petit_before_last_goes_with_the_excuse_last",
                condition=Q(petit_before_last=False) | Q(excuse=ExcusePlayed.LAST),
            ),
            models.CheckConstraint(name="chelem_call_moment_is_known", condition=Q(announced__in=CalledWhen.values)),
        ]

    @property
    def counts(self) -> bool:
        """Whether it was announced in time: then the donne must say it."""
        return self.announced == CalledWhen.BEFORE_CARD

    @property
    def seen(self) -> list[str]:
        """What the arbiter saw, in words; empty where he noted nothing."""
        led = [] if self.led is None else [gettext("a entamé") if self.led else gettext("n’a pas entamé")]
        where = [gettext("Excuse %(where)s") % {"where": self.get_excuse_display()}] if self.excuse else []
        return [*led, *where, *([gettext("Petit à l’avant-dernière levée")] if self.petit_before_last else [])]

    @property
    def line_key(self) -> uuid.UUID:
        """The key of the line by which this call corrected a donne that was entered already."""
        return uuid.uuid5(self.key, "line")

    @property
    def ruler(self) -> str:
        """Who said last what became of it."""
        return self.ruled_by_name or self.recorded_by_name

    def __str__(self) -> str:
        return f"chelem, donne {self.number}, {self.table}"
