"""Clubs."""

from django.db import models
from django.db.models import Q


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
