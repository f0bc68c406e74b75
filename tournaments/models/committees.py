"""Several clubs together: a comité, as the federation has them."""

from django.db import models
from django.db.models import Q


class Committee(models.Model):
    """A comité: it has clubs and owns nothing of theirs. Everybody reads its page at its slug."""

    name = models.CharField(max_length=100, unique=True)
    slug = models.SlugField(max_length=60, unique=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.CheckConstraint(name="committee_has_a_name", condition=~Q(name=""))]

    def __str__(self) -> str:
        return self.name
