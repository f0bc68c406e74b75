"""Players, and what the public may read of them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.labels import Category


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
