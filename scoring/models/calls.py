"""Chelem calls: an arbiter who came to the table records that a player announced a chelem."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext

from scoring.labels import CalledWhen, CallOutcome, ExcusePlayed
from tournaments.models.cancelling import Cancellable


class ChelemCall(Cancellable):
    """
    A chelem announced at a table, for one donne. It may be cancelled; it is never deleted.

    `line_met` is the line of the donne when the call was recorded: it allows to take back what the call changed. A call
    after the first card announces nothing: its `outcome` is empty. What the arbiter saw is compared with the donne:
    whether the announcer `led` (None: not said), where the `excuse` was played, and whether the Petit was in the last
    trick but one, which counts as au bout when the Excuse comes last.
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
        """Return whether the chelem was announced in time. The donne must then say it."""
        return self.announced == CalledWhen.BEFORE_CARD

    @property
    def seen(self) -> list[str]:
        """Return what the arbiter saw, in words; empty when he noted nothing."""
        led = [] if self.led is None else [gettext("a entamé") if self.led else gettext("n’a pas entamé")]
        where = [gettext("Excuse %(where)s") % {"where": self.get_excuse_display()}] if self.excuse else []
        return [*led, *where, *([gettext("Petit à l’avant-dernière levée")] if self.petit_before_last else [])]

    @property
    def line_key(self) -> uuid.UUID:
        """Return the key of the line by which this call corrected a donne already entered."""
        return uuid.uuid5(self.key, "line")

    @property
    def ruler(self) -> str:
        """Return the name of the person who last ruled what became of the chelem."""
        return self.ruled_by_name or self.recorded_by_name

    def __str__(self) -> str:
        return f"chelem, donne {self.number}, {self.table}"
