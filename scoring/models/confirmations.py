"""What a table says about its own sheet: confirmations of the other camp, signatures, protests."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.labels import ProtestAbout


class Confirmation(models.Model):
    """
    The confirmation of a line by somebody other than its writer: a player of the other camp, or an arbiter.

    A line that supersedes this one needs its own confirmation. `seat` is the player who confirmed, on `phone`.
    """

    line = models.OneToOneField("scoring.SheetLine", on_delete=models.PROTECT, related_name="confirmation")
    seat = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="+")
    phone = models.ForeignKey("scoring.Phone", null=True, on_delete=models.SET_NULL, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.line}: {self.by_name}"


class Signature(models.Model):
    """
    The signature of a player under the sheet of his table.

    `sheet` is the version of the lines that he signed (`version_of` in `queries/table/agreements.py`). Once the sheet
    changes, the signature no longer counts and is asked again.
    """

    seat = models.OneToOneField("tournaments.Seat", on_delete=models.PROTECT, related_name="signature")
    sheet = models.CharField(max_length=16)
    phone = models.ForeignKey("scoring.Phone", null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["seat__chair"]
        constraints = [models.CheckConstraint(name="a_signature_is_of_a_sheet", condition=~Q(sheet=""))]

    def __str__(self) -> str:
        return f"{self.seat}: {self.sheet}"


class Protest(models.Model):
    """
    What a table contests: its seats, a donne (`number`) or the whole sheet. An arbiter answers.

    `key` is made where the form is shown: the same form sent twice is one protest. When a position is drawn again
    before anything was played, the protests of its tables are deleted; the journal keeps them.
    """

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="protests")
    about = models.CharField(max_length=10, choices=ProtestAbout.offered)
    number = models.PositiveSmallIntegerField(null=True)
    seat = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.CASCADE, related_name="+")
    reason = models.TextField()
    key = models.UUIDField(unique=True)
    phone = models.ForeignKey("scoring.Phone", null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150)
    at = models.DateTimeField()
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    answered_by_name = models.CharField(max_length=150, blank=True)
    answered_at = models.DateTimeField(null=True)
    answer = models.TextField(blank=True)
    upheld = models.BooleanField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="protest_subject_is_known", condition=Q(about__in=ProtestAbout.values)),
            models.CheckConstraint(name="a_protest_says_why", condition=~Q(reason="")),
            models.CheckConstraint(
                name="a_protest_about_a_donne_names_it",
                condition=Q(about=ProtestAbout.DONNE, number__gte=1)
                | Q(~Q(about=ProtestAbout.DONNE), number__isnull=True),
            ),
            models.CheckConstraint(
                name="an_answered_protest_has_its_answer",
                condition=Q(answered_at__isnull=True, upheld__isnull=True, answer="")
                | Q(~Q(answer=""), answered_at__isnull=False, upheld__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.reason}"
