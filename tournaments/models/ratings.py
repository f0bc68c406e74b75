"""A club's own rating: the days that count, and the rating of each player after each tournament."""

from django.db import models
from django.db.models import F, Q


class ClubRating(models.Model):
    """
    The rating of a club: its public tournaments that are over count, from `since` up to `frozen_on` (None: no end).

    `counted_from` is the digest of what it was counted from (`queries/standings/ratings.py`), empty before the first
    count. A club without this row rates nobody.
    """

    club = models.OneToOneField("Club", on_delete=models.CASCADE, related_name="rating")
    since = models.DateField()
    frozen_on = models.DateField(null=True, blank=True)
    counted_from = models.CharField(max_length=32, blank=True, editable=False)
    counted_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_rating_is_frozen_after_its_first_day",
                condition=Q(frozen_on__isnull=True) | Q(frozen_on__gte=F("since")),
            ),
            models.CheckConstraint(
                name="a_count_of_ratings_says_when_and_from_what",
                condition=Q(counted_from="", counted_at__isnull=True)
                | (~Q(counted_from="") & Q(counted_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club} {self.since}"


class Rating(models.Model):
    """
    A player's rating in a club after one tournament (see `standings.RatingStep`); `is_last` marks his last one.

    A job counts it from the results only; nobody types it.
    """

    of = models.ForeignKey(ClubRating, on_delete=models.CASCADE, related_name="ratings")
    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey("Player", on_delete=models.CASCADE, related_name="ratings")
    evenings = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    before = models.IntegerField()
    value = models.IntegerField()
    is_last = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="a_tournament_rates_a_player_once", fields=["tournament", "player"]),
            models.UniqueConstraint(
                name="a_club_gives_a_player_one_rating", fields=["of", "player"], condition=Q(is_last=True)
            ),
            models.CheckConstraint(name="a_rating_is_uncertain", condition=Q(sigma__gt=0)),
            models.CheckConstraint(name="a_rating_counts_at_least_one_evening", condition=Q(evenings__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.value}"

    @property
    def change(self) -> int:
        """What the tournament added, in points of the rating; may be negative."""
        return self.value - self.before
