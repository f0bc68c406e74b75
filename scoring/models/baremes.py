"""The barèmes that clubs composed. A row is one edition; a changed barème is a new row, and tournaments keep theirs."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class ClubBareme(models.Model):
    """
    One edition of a club's barème, never edited.

    `edition` is the code that a tournament keeps; it has a digest of `rules`, so two different barèmes never share a
    code. `rules` has all figures, as `scoring.marque.composing.as_composed` writes them. `archived_at` is the only
    column that changes: after that time no tournament may choose this edition.
    """

    club = models.ForeignKey("tournaments.Club", on_delete=models.PROTECT, related_name="baremes")
    edition = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    version = models.PositiveSmallIntegerField(default=1)
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    rules = models.JSONField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_by_name = models.CharField(max_length=150)
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "-version", "-pk"]
        constraints = [
            models.UniqueConstraint(
                name="one_offered_bareme_of_a_name_in_a_club",
                fields=["club", "name"],
                condition=Q(archived_at__isnull=True),
            ),
            models.CheckConstraint(name="a_club_bareme_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="a_club_edition_is_never_an_official_one", condition=Q(edition__startswith="club-")
            ),
            models.CheckConstraint(
                name="a_first_version_replaces_nothing",
                condition=Q(version=1, supersedes__isnull=True) | Q(version__gt=1, supersedes__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        """Return the name that a tournament keeps. « version » is the same word in both languages."""
        return self.name if self.version == 1 else f"{self.name}, version {self.version}"
