"""A club's own rating: since when it is counted, and what each tournament made of each player's."""

from django.db import models
from django.db.models import F, Q


class ClubRating(models.Model):
    """
    That a club rates its players: by its tournaments that are over and public, from `since` on.

    None after `frozen_on` counts until that day is moved. `counted_from` is the digest of what the steps were counted
    from (`queries/standings/ratings.py`), empty before the first count. A club without this row rates nobody.
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
    What a tournament made of a player's rating in its club, see `standings.RatingStep`; `is_last` of his last one.

    Counted by a job from the results alone, and never typed.
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
        """What the tournament brought, in points of the rating."""
        return self.value - self.before
