"""The sheet of a table: lines that are superseded and never edited, totals, records of cards, typed paper sheets."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from scoring.labels import Outcome, camps, contracts
from scoring.marque import Camp, Contract, Facts
from scoring.marque.facts import NAMES, SEATED, columns_of, facts_of
from tournaments.labels import values_of
from tournaments.models.cancelling import Cancellable

if TYPE_CHECKING:
    from tournaments.models import Seat


class Written(models.Model):
    """
    A fact with its writer, its time and its reason, and the fact that it replaces.

    `key` is made where the form is shown: the same form sent twice is one fact. `current` is the only column that
    changes, from true to false, when another fact supersedes this one or it is cancelled.
    """

    current = models.BooleanField(default=True)
    key = models.UUIDField(unique=True)
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    written_by_name = models.CharField(max_length=150)
    written_at = models.DateTimeField()
    reason = models.TextField(blank=True)

    class Meta:
        abstract = True


class SheetLine(Written, Cancellable):
    """
    One donne as it was written on the sheet of a table.

    A line is replaced by another line, or taken off its sheet without another in its place. It is then no longer
    `current`, and it is kept. A line that is moved is superseded by the line at the new place.

    In duplicate `number` is that of the board, and `turn` by how many chairs its étui was turned: the player on chair c
    held the hand (c + turn) mod 4.

    `half_points` are the attack's card points in half-points. `marque` is the worth of the donne with its parts, as the
    marque explained it that day: `{"scores": {position: points}, "parts": [...], ...}`. `confirmed` are the codes of
    what was odd and the writer looked at again. `phone` is the phone at the table it was written on, `writer` the
    player who held it, if he said so. `written_by` is then None, or the arbiter who later ruled on a part of the line
    and left the rest for the other camp to confirm.
    """

    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField(default=0, db_default=0)
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    phone = models.ForeignKey("scoring.Phone", null=True, on_delete=models.SET_NULL, related_name="lines")
    writer = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="+")
    outcome = models.CharField(max_length=20, choices=Outcome.offered)
    sits_out = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="+")
    taker = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="+")
    partner = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="+")
    contract = models.CharField(max_length=20, blank=True, choices=contracts)
    bouts = models.PositiveSmallIntegerField(null=True)
    half_points = models.PositiveSmallIntegerField(null=True)
    petit_au_bout = models.CharField(max_length=10, blank=True, choices=camps)
    poignees = models.JSONField(default=list)
    chelem_announced = models.BooleanField(default=False)
    chelem_made = models.CharField(max_length=10, blank=True, choices=camps)
    petit_chelem_announced = models.BooleanField(default=False)
    petit_chelem_made = models.BooleanField(default=False)
    miseres = models.JSONField(default=list)
    marque = models.JSONField(default=dict)
    confirmed = models.JSONField(default=list)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="one_current_line_for_a_donne", fields=["table", "number"], condition=Q(current=True)
            ),
            models.CheckConstraint(name="donne_numbers_begin_at_1", condition=Q(number__gte=1)),
            models.CheckConstraint(name="an_etui_is_turned_by_up_to_3_chairs", condition=Q(turn__range=(0, 3))),
            models.CheckConstraint(name="donne_outcome_is_known", condition=Q(outcome__in=Outcome.values)),
            models.CheckConstraint(
                name="a_played_donne_has_a_taker_a_contract_and_points",
                condition=~Q(outcome=Outcome.PLAYED)
                | Q(
                    taker__isnull=False,
                    contract__in=values_of(Contract),
                    bouts__range=(0, 3),
                    half_points__range=(0, 182),
                ),
            ),
            models.CheckConstraint(
                name="a_void_donne_marks_nothing",
                condition=Q(outcome=Outcome.PLAYED)
                | Q(
                    taker__isnull=True,
                    partner__isnull=True,
                    contract="",
                    bouts__isnull=True,
                    half_points__isnull=True,
                    petit_au_bout="",
                    chelem_announced=False,
                    chelem_made="",
                    petit_chelem_announced=False,
                    petit_chelem_made=False,
                ),
            ),
            models.CheckConstraint(name="a_correction_says_why", condition=Q(supersedes__isnull=True) | ~Q(reason="")),
            models.CheckConstraint(
                name="a_line_taken_off_says_why_and_stands_no_more",
                condition=Q(cancelled_at__isnull=True) | (Q(current=False) & ~Q(cancel_reason="")),
            ),
            models.CheckConstraint(
                name="petit_au_bout_goes_to_a_camp", condition=Q(petit_au_bout__in=["", *values_of(Camp)])
            ),
            models.CheckConstraint(
                name="chelem_is_made_by_a_camp", condition=Q(chelem_made__in=["", *values_of(Camp)])
            ),
            models.CheckConstraint(
                name="a_petit_chelem_is_no_chelem", condition=Q(petit_chelem_made=False) | Q(chelem_made="")
            ),
            models.CheckConstraint(
                name="a_void_donne_shows_no_misere", condition=Q(outcome=Outcome.PLAYED) | Q(miseres=[])
            ),
            models.CheckConstraint(
                name="a_void_donne_has_nothing_to_confirm", condition=Q(outcome=Outcome.PLAYED) | Q(confirmed=[])
            ),
        ]

    def __str__(self) -> str:
        return f"donne {self.number}, {self.table}"

    @property
    def facts(self) -> Facts:
        """Return the facts of a played donne, without the variant: the table has it."""
        return facts_of(self.fact_values())

    @facts.setter
    def facts(self, facts: Facts) -> None:
        """Write the facts into their columns, except those that are seats."""
        for name, value in columns_of(facts).items():
            if name not in SEATED:
                setattr(self, name, value)

    def fact_values(self) -> dict[str, Any]:
        """Return the columns of facts by name, seats as chairs (0 for Sud)."""
        values = {name: getattr(self, name) for name in NAMES}
        for name in SEATED:
            if (seat := values[name]) is not None:
                values[name] = seat.chair_index
        return values

    @property
    def entry(self) -> Facts | Outcome:
        """Return the facts of a played donne, or the outcome of a donne not played."""
        return self.facts if self.outcome == Outcome.PLAYED else Outcome(self.outcome)

    @property
    def is_an_arbiters(self) -> bool:
        """Return whether an arbiter wrote the whole line. The table then corrects nothing of it."""
        return self.written_by_id is not None and self.phone_id is None

    @property
    def attacker(self) -> "Seat":
        """Return the seat of the taker. Only for a played donne."""
        assert self.taker is not None
        return self.taker


class SheetTotal(Written):
    """
    One player's balance over a round, in whole points, where the tournament keeps no donnes.

    From a past season it also has the number of `donnes`, and how many contracts the player took (`taken`) and made
    (`contracts`); otherwise these are 0 and None.
    """

    seat = models.ForeignKey("tournaments.Seat", on_delete=models.PROTECT, related_name="totals")
    points = models.IntegerField()
    donnes = models.PositiveSmallIntegerField(default=0)
    taken = models.PositiveSmallIntegerField(null=True, blank=True)
    contracts = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["seat__chair", "pk"]
        constraints = [
            models.UniqueConstraint(name="one_current_total_for_a_seat", fields=["seat"], condition=Q(current=True)),
            models.CheckConstraint(
                name="contracts_made_were_taken_in_as_many_donnes",
                condition=Q(taken__isnull=True, contracts__isnull=True)
                | Q(taken__isnull=False, contracts__lte=F("taken"), taken__lte=F("donnes")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.points:+d}"


class TypedSheet(models.Model):
    """
    What the first of two people typed from the paper sheet of a table. It counts nowhere, and is never deleted.

    `rows` are donnes by number, each `{"outcome": …, "facts": [the columns of a line, seats as chairs]}`. `settled_at`
    is when a second typing was compared with it, or when it was withdrawn.
    """

    key = models.UUIDField(unique=True)  # made where its form is shown: the same form sent twice is one typing
    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="typed_sheets")
    rows = models.JSONField()
    typed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    typed_by_name = models.CharField(max_length=150)
    typed_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                name="one_typing_of_a_sheet_waits", fields=["table"], condition=Q(settled_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"saisie de {self.typed_by_name}, {self.table}"


class DonneRecord(Written, Cancellable):
    """
    The record of one donne of a table, in the exchange format. Players are chairs ("0" for Sud, "1" …); a trick is a
    list of [chair, card], because a JSON column keeps no order of keys.

    `line` is the line it was attached to. When that line is corrected, the record stays with the donne, by `table` and
    `number`. A record changes no score. It is replaced by another record, or withdrawn without another in its place; it
    is then no longer `current`, and it is kept.
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
