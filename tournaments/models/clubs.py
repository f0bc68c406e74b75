"""A club, its players and its seasons; what the public may read of a player."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _

from tournaments.labels import Category


class Club(models.Model):
    """A club: it owns players, seasons and tournaments."""

    name = models.CharField(max_length=100, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    town = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.CheckConstraint(name="club_has_a_name", condition=~Q(name=""))]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """
    A person who plays in a club, licensed or not.

    Only `shown_name` may reach a page that is open to everyone: it honours the consent.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="players")
    licence = models.CharField(max_length=20, blank=True)
    last_name = models.CharField(max_length=80)
    first_name = models.CharField(max_length=80)
    category = models.CharField(max_length=10, choices=Category.offered, default=Category.SENIOR)
    public_name = models.CharField(max_length=100, blank=True)
    consent = models.BooleanField(default=False)

    class Meta:
        ordering = ["last_name", "first_name", "pk"]
        constraints = [
            models.UniqueConstraint(name="licence_belongs_to_one_player", fields=["licence"], condition=~Q(licence="")),
            models.CheckConstraint(name="player_has_a_last_name", condition=~Q(last_name="")),
            models.CheckConstraint(name="player_category_is_known", condition=Q(category__in=Category.values)),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        """The name for those who run the event; never for the public."""
        return f"{self.last_name} {self.first_name}".strip()

    @property
    def shown_name(self) -> str:
        """The name for everyone: withheld unless the player consented."""
        if not self.consent:
            return _("Joueur anonyme")
        return self.public_name or self.full_name


class Season(models.Model):
    """A league: the tournaments of a club between two dates, added up (`best_of`: only the best N count)."""

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=60)
    starts_on = models.DateField()
    ends_on = models.DateField()
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.UniqueConstraint(name="season_name_is_unique_in_its_club", fields=["club", "name"]),
            models.CheckConstraint(name="season_ends_after_it_starts", condition=Q(ends_on__gte=F("starts_on"))),
            models.CheckConstraint(
                name="season_counts_at_least_one_result", condition=Q(best_of__isnull=True) | Q(best_of__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return self.name
