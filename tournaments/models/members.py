"""Memberships of clubs, and changes that clubs propose for files that others keep."""

from datetime import date

from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from tournaments.labels import EndReason, Grade


class Suspension(models.Model):
    """
    The suspension of a player by a club, or by a comité (`CommitteeSuspension`), from their tournaments.

    It holds from `suspended_from` through `suspended_until` (None: no end is set).
    """

    suspended_from = models.DateField(null=True, blank=True)
    suspended_until = models.DateField(null=True, blank=True)
    suspension_reason = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        abstract = True

    @staticmethod
    def suspended_on(day: date) -> Q:
        """Return `is_suspended_on` as a condition for the database."""
        return Q(suspended_from__lte=day) & (Q(suspended_until=None) | Q(suspended_until__gte=day))

    def is_suspended_on(self, day: date) -> bool:
        """Return whether the suspension holds on this day."""
        from_day, until = self.suspended_from, self.suspended_until
        return from_day is not None and from_day <= day and (until is None or day <= until)


class OwnToClub(Suspension):
    """
    What each club keeps about a player for itself, unread by other clubs: contacts, and its suspension.

    A contact is kept only with his consent.
    """

    email = models.EmailField(max_length=200, blank=True, default="", db_default="")
    email_consent = models.BooleanField(default=False, db_default=False)
    phone = models.CharField(max_length=40, blank=True, default="", db_default="")
    phone_consent = models.BooleanField(default=False, db_default=False)

    class Meta:
        abstract = True


def own_constraints(*, contact: str, begins: str, ends: str) -> list[models.CheckConstraint]:
    """Return, with these names, the constraints on a contact without consent and on an incomplete suspension."""
    return [
        models.CheckConstraint(
            name=contact, condition=(Q(email="") | Q(email_consent=True)) & (Q(phone="") | Q(phone_consent=True))
        ),
        models.CheckConstraint(
            name=begins,
            condition=Q(suspended_from__isnull=True, suspended_until__isnull=True, suspension_reason="")
            | (Q(suspended_from__isnull=False) & ~Q(suspension_reason="")),
        ),
        ends_after_it_begins(ends),
    ]


def ends_after_it_begins(name: str) -> models.CheckConstraint:
    """Return the constraint, with this name, that a suspension does not end before its first day."""
    return models.CheckConstraint(
        name=name, condition=Q(suspended_until__isnull=True) | Q(suspended_until__gte=F("suspended_from"))
    )


class Membership(OwnToClub):
    """
    What a player is to a club that knows him, by `grade`; several clubs may know him.

    A `guest` plays there: the club has his name, licence and category, and no file. A membership that is `asked` for
    waits since `asked_on` (asked again on `asked_again_on`) for an answer of the player or the keeper of his file;
    until then he is a guest. `until` is its last day: it is then over, and the club no longer lists him; the row stays
    because he played there. The club's own contacts and suspension are here; the keeper's are in the file.
    `imported_by` is the spreadsheet that made it, if another club had him before.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="memberships")
    player = models.ForeignKey("Player", on_delete=models.CASCADE, related_name="memberships")
    grade = models.CharField(
        max_length=6, choices=Grade.offered, default=Grade.MEMBER, db_default=Grade.MEMBER.value, editable=False
    )
    asked_on = models.DateField(null=True, blank=True, editable=False)
    asked_again_on = models.DateField(null=True, blank=True, editable=False)
    until = models.DateField(null=True, blank=True)
    imported_by = models.ForeignKey(
        "Import", null=True, blank=True, on_delete=models.SET_NULL, related_name="memberships"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="member_of_a_club_once", fields=["club", "player"]),
            models.CheckConstraint(name="grade_is_known", condition=Q(grade__in=Grade.values)),
            models.CheckConstraint(
                name="a_membership_that_is_asked_has_its_day",
                condition=Q(grade=Grade.ASKED, asked_on__isnull=False)
                | (~Q(grade=Grade.ASKED) & Q(asked_on__isnull=True, asked_again_on__isnull=True)),
            ),
            *own_constraints(
                contact="a_club_keeps_a_contact_by_consent",
                begins="a_suspension_by_a_club_has_a_first_day_and_a_reason",
                ends="a_suspension_by_a_club_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.club}"


class MembershipPeriod(models.Model):
    """
    The days from `since` through `until` on which a player was a member of a club, each time that he was.

    `since` is None where nobody knows it (lists do not say it), `until` while he is a member: the `grade` of his
    membership is then `member`. `reason` and `remark` say why he stopped. A period of one day that ends by his death
    notes the death alone, at a club of which he was no member (`note_death`).
    """

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="periods")
    since = models.DateField(null=True, blank=True)
    until = models.DateField(null=True, blank=True)
    reason = models.CharField(max_length=8, blank=True, choices=EndReason.offered)
    remark = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = [F("until").asc(nulls_last=True)]
        constraints = [
            models.CheckConstraint(
                name="a_membership_ends_after_it_begins",
                condition=Q(since__isnull=True) | Q(until__isnull=True) | Q(until__gte=F("since")),
            ),
            models.CheckConstraint(
                name="a_membership_that_ended_says_why",
                condition=Q(until__isnull=True, reason="", remark="")
                | Q(until__isnull=False, reason__in=EndReason.values),
            ),
            models.UniqueConstraint(
                name="one_goes_on_of_a_membership", fields=["membership"], condition=Q(until__isnull=True)
            ),
            models.UniqueConstraint(
                name="one_of_a_membership_has_no_first_day", fields=["membership"], condition=Q(since__isnull=True)
            ),
            models.UniqueConstraint(name="a_membership_begins_once_a_day", fields=["membership", "since"]),
            models.UniqueConstraint(name="a_membership_ends_once_a_day", fields=["membership", "until"]),
        ]

    def __str__(self) -> str:
        return f"{self.membership}, {self.since} – {self.until}"

    @staticmethod
    def held_on(day: date) -> Q:
        """Return the condition on a period that its player was a member on this day."""
        death_alone = Q(reason=EndReason.DIED, since__isnull=False, since=F("until"))
        return (Q(since=None) | Q(since__lte=day)) & (Q(until=None) | Q(until__gte=day)) & ~death_alone

    def holds_on(self, day: date) -> bool:
        """Return `held_on` of this row."""
        held = (self.since is None or self.since <= day) and (self.until is None or self.until >= day)
        return held and not self.notes_death_alone

    @property
    def notes_death_alone(self) -> bool:
        return self.reason == EndReason.DIED and self.since is not None and self.since == self.until


def has_died(player: str = "") -> Exists:
    """Return the condition that the club that keeps a player's file noted his death; `player` is the way to him."""
    whose = {"membership__player": OuterRef(f"{player}pk"), "membership__club": OuterRef(f"{player}club")}
    return Exists(MembershipPeriod.objects.filter(reason=EndReason.DIED, **whose))


class Proposal(models.Model):
    """
    Changes that a club proposes for a file that another club keeps: {field: [old, new]}.

    It waits for an answer of the player or the keeper, and is then deleted; both journals have the answer.
    """

    club = models.ForeignKey("Club", on_delete=models.CASCADE, related_name="proposals")
    player = models.ForeignKey("Player", on_delete=models.CASCADE, related_name="proposals")
    changes = models.JSONField()
    proposed_on = models.DateField()

    class Meta:
        ordering = ["proposed_on", "pk"]
        constraints = [
            models.UniqueConstraint(name="a_club_proposes_one_change_of_a_file", fields=["club", "player"]),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.club}"
