"""Penalties: rows of their own, never stored in a score. A penalty may be cancelled; it is never deleted."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext

from scoring.labels import OF_A_DONNE, TAKES_POINTS, PenaltyTarget, Prime, Sanction, camps
from scoring.marque import Camp
from tournaments.kit.days import french_day
from tournaments.kit.languages import current_language
from tournaments.kit.text import signed
from tournaments.labels import ADJUSTED_WORDS, Status, adjusted_choices, values_of
from tournaments.models.cancelling import Cancellable
from tournaments.standings import Adjusted

OTHER = "autre"  # the code of the catalogue's « Autre faute »


class PenaltyEdition(models.Model):
    """
    An edition of a club's catalogue, in force from `valid_from` (None: always) until the next edition.

    It may be changed until a decision names one of its faults. After that a new edition is needed.
    """

    club = models.ForeignKey("tournaments.Club", on_delete=models.PROTECT, related_name="penalty_editions")
    valid_from = models.DateField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_by_name = models.CharField(max_length=150)
    created_at = models.DateTimeField()

    class Meta:
        ordering = [F("valid_from").desc(nulls_last=True)]
        constraints = [
            models.UniqueConstraint(name="one_penalty_edition_a_day", fields=["club", "valid_from"]),
            models.UniqueConstraint(
                name="one_penalty_edition_since_ever", fields=["club"], condition=Q(valid_from__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        if self.valid_from is None:
            return gettext("Édition d’origine")
        return gettext("Édition du %(day)s") % {"day": french_day(self.valid_from)}


class PenaltyKind(models.Model):
    """
    A fault of a catalogue, and what is proposed to the arbiter, who decides.

    A club's own faults are in an edition; faults of no club are those that every club starts with. Amounts are never
    the federation's. `points` (whole, negative or zero) is None, and `sanction` empty, when the arbiter decides.
    `target` is on whom the fault mostly falls. `step` is how often it was committed: the row with the same `code` and
    step 2 is for the second time.
    """

    edition = models.ForeignKey(PenaltyEdition, null=True, blank=True, on_delete=models.CASCADE, related_name="kinds")
    club = models.ForeignKey("tournaments.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    code = models.CharField(max_length=30)
    step = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=100)
    reference = models.CharField(max_length=120, blank=True)
    target = models.CharField(max_length=10, choices=PenaltyTarget.offered, default=PenaltyTarget.PLAYER)
    sanction = models.CharField(max_length=20, blank=True, choices=Sanction.offered)
    points = models.IntegerField(null=True, blank=True)
    valid_from = models.DateField(null=True, blank=True)
    valid_until = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["name", "step"]
        constraints = [
            models.UniqueConstraint(name="penalty_code_is_unique_in_its_edition", fields=["edition", "code", "step"]),
            models.UniqueConstraint(
                name="penalty_code_is_unique_in_its_club",
                fields=["club", "code", "step"],
                condition=Q(edition__isnull=True),
            ),
            models.UniqueConstraint(
                name="penalty_code_is_unique_in_the_catalogue",
                fields=["code", "step"],
                condition=Q(club__isnull=True),
            ),
            models.CheckConstraint(
                name="a_fault_begins_before_it_ends",
                condition=Q(valid_from__isnull=True)
                | Q(valid_until__isnull=True)
                | Q(valid_until__gte=F("valid_from")),
            ),
            models.CheckConstraint(
                name="a_penalty_never_gives_points", condition=Q(points__isnull=True) | Q(points__lte=0)
            ),
            models.CheckConstraint(
                name="an_edition_is_of_a_club", condition=Q(edition__isnull=True) | Q(club__isnull=False)
            ),
            models.CheckConstraint(name="a_fault_is_committed_once_or_more", condition=Q(step__gte=1)),
            models.CheckConstraint(
                name="a_fault_takes_points_by_a_sanction_that_does",
                condition=Q(points__isnull=True) | Q(points=0) | Q(sanction__in=["", *values_of(TAKES_POINTS)]),
            ),
        ]

    def __str__(self) -> str:
        """Return the name as people read it: `FAULTS` are translated, a club's own faults are not."""
        name = gettext(self.name)
        return name if self.step == 1 else gettext("%(fault)s (%(step)de fois)") % {"fault": name, "step": self.step}

    @property
    def sanction_text(self) -> str:
        """Return the proposed sanction in words, without the points."""
        return str(Sanction(self.proposed).label) if self.proposed else gettext("l’arbitre décide")

    @property
    def reference_text(self) -> str:
        return gettext(self.reference) if self.reference else ""

    @property
    def says_it_all(self) -> bool:
        """Return whether the name of this fault is reason enough; « autre faute » is not."""
        return self.club_id is not None or self.code != OTHER

    @property
    def proposed(self) -> str:
        """Return the proposed sanction: the fault's own, else as its points say; "" when the arbiter decides."""
        if self.sanction or self.points is None:
            return self.sanction
        return Sanction.POINTS if self.points else Sanction.WARNING


class Penalty(Cancellable):
    """
    A decision of an arbiter about a player, a camp of a donne, a table, or a donne.

    Each player in `shares` gets `points` (whole, negative; zero for a warning). `reason` may be empty when the fault
    says it all. An adjusted score replaces what the round of `table` brings each of them: `basis` says where it comes
    from, `assigned` is its number, if it has one (whole points). The adjusted score of a donne is `assigned`, in place
    of what that donne brings. `status_before` is an excluded player's earlier status, restored when the penalty is
    cancelled.

    A decision about a donne changes the donne: `prime` is the cancelled one, and `line_met` the earlier line, so that
    the change can be taken back; None when there was no line, or it already followed the decision. `applied_at` is when
    an arbiter said that the donne already follows the decision.
    """

    key = models.UUIDField(unique=True)  # made where its form is shown: the same form sent twice is one decision
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="penalties")
    kind = models.ForeignKey(PenaltyKind, on_delete=models.PROTECT, related_name="penalties")
    sanction = models.CharField(max_length=20, choices=Sanction.offered, default=Sanction.POINTS)
    target = models.CharField(max_length=10, choices=PenaltyTarget.offered)
    registration = models.ForeignKey(
        "tournaments.Registration", null=True, on_delete=models.PROTECT, related_name="penalties"
    )
    table = models.ForeignKey("tournaments.Table", null=True, on_delete=models.PROTECT, related_name="penalties")
    donne = models.PositiveSmallIntegerField(null=True)
    camp = models.CharField(max_length=10, blank=True, choices=camps)
    points = models.IntegerField()
    reason = models.TextField(blank=True)
    basis = models.CharField(max_length=10, blank=True, choices=adjusted_choices)
    assigned = models.IntegerField(null=True)
    status_before = models.CharField(max_length=10, blank=True, choices=Status.offered)
    # Empty where it is no cancelled prime, and of those that were given before it was asked.
    prime = models.CharField(max_length=20, blank=True, default="", db_default="", choices=Prime.offered)
    line_met = models.ForeignKey("scoring.SheetLine", null=True, on_delete=models.PROTECT, related_name="+")
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    given_by_name = models.CharField(max_length=150)
    given_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(name="a_penalty_takes_points_or_warns", condition=Q(points__lte=0)),
            models.CheckConstraint(name="a_sanction_is_known", condition=Q(sanction__in=Sanction.values)),
            models.CheckConstraint(
                name="a_decision_takes_points_by_a_sanction_that_does",
                condition=Q(points=0) | Q(sanction__in=values_of(TAKES_POINTS)),
            ),
            models.CheckConstraint(
                name="a_player_is_excluded",
                condition=~Q(sanction=Sanction.EXCLUSION) | Q(target=PenaltyTarget.PLAYER),
            ),
            models.CheckConstraint(
                name="a_cancelled_penalty_says_why", condition=Q(cancelled_at__isnull=True) | ~Q(cancel_reason="")
            ),
            models.CheckConstraint(
                name="a_penalty_falls_on_a_player_a_camp_a_table_or_a_donne",
                condition=Q(target=PenaltyTarget.PLAYER, registration__isnull=False, camp="")
                | Q(
                    target=PenaltyTarget.CAMP,
                    registration__isnull=True,
                    table__isnull=False,
                    donne__isnull=False,
                    camp__in=values_of(Camp),
                )
                | Q(target=PenaltyTarget.TABLE, registration__isnull=True, table__isnull=False, camp="")
                | Q(
                    target=PenaltyTarget.DONNE,
                    registration__isnull=True,
                    table__isnull=False,
                    donne__isnull=False,
                    camp="",
                    points=0,
                ),
            ),
            models.CheckConstraint(
                name="an_adjusted_score_says_where_it_comes_from",
                condition=Q(basis="", assigned__isnull=True)
                & ~Q(sanction__in=[Sanction.ADJUSTED.value, Sanction.DONNE_SCORE.value])
                | Q(
                    sanction=Sanction.DONNE_SCORE,
                    table__isnull=False,
                    donne__isnull=False,
                    target__in=[PenaltyTarget.PLAYER, PenaltyTarget.CAMP, PenaltyTarget.TABLE],
                    basis="",
                    assigned__isnull=False,
                )
                | Q(
                    sanction=Sanction.ADJUSTED,
                    table__isnull=False,
                    target__in=[PenaltyTarget.PLAYER, PenaltyTarget.TABLE],
                    basis__in=[Adjusted.EVENT.value, Adjusted.OWN.value],
                    assigned__isnull=True,
                )
                | Q(
                    sanction=Sanction.ADJUSTED,
                    table__isnull=False,
                    target__in=[PenaltyTarget.PLAYER, PenaltyTarget.TABLE],
                    basis=Adjusted.ASSIGNED.value,
                    assigned__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="what_is_done_of_a_donne_is_applied_to_it",
                condition=Q(applied_at__isnull=True) | Q(sanction__in=values_of(OF_A_DONNE)),
            ),
            models.CheckConstraint(
                name="a_prime_is_cancelled_by_its_sanction",
                condition=Q(prime="") | Q(sanction=Sanction.PRIME_CANCELLED, prime__in=Prime.values),
            ),
            models.CheckConstraint(
                name="what_is_done_of_a_donne_names_it",
                condition=~Q(sanction__in=values_of(OF_A_DONNE)) | Q(table__isnull=False, donne__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.points:+d})"

    @property
    def line_key(self) -> uuid.UUID:
        """Return the key of the line by which this decision changed a donne already entered."""
        return uuid.uuid5(self.key, "line")

    @property
    def key_taken_back(self) -> uuid.UUID:
        """Return the key of the line that takes back this decision's change when it is cancelled."""
        return uuid.uuid5(self.key, "taken back")

    @property
    def takes(self) -> str:
        """Return the points taken, in words: « −45 chacun » when it falls on several; "" when it takes none."""
        if not self.points:
            return ""
        return self.from_each(signed(self.points, language=current_language()))

    def from_each(self, taken: str) -> str:
        """Return `taken` in words, with « chacun » when the penalty falls on several."""
        return taken if self.target == PenaltyTarget.PLAYER else gettext("%(points)s chacun") % {"points": taken}

    @property
    def does(self) -> str:
        """Return the effect of a penalty without points: « avertissement », « exclusion »; "" when it takes points."""
        if self.points:
            return ""
        if self.basis:
            label = ADJUSTED_WORDS[Adjusted(self.basis)]
            basis = label if self.assigned is None else f"{label} {signed(self.assigned)}"
            return gettext("score ajusté : %(basis)s") % {"basis": basis}
        if self.prime:
            said = {"sanction": Sanction(self.sanction).label, "prime": Prime(self.prime).label}
            return gettext("%(sanction)s : %(prime)s") % said
        if self.sanction == Sanction.DONNE_SCORE:
            score = signed(self.assigned or 0, language=current_language()) or "0"
            return gettext("score de la donne ajusté : %(score)s") % {"score": score}
        return str(Sanction.WARNING.label if self.sanction in TAKES_POINTS else Sanction(self.sanction).label)


class PenaltyShare(models.Model):
    """A player on whom a penalty falls, with his points: whole, negative or zero."""

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
