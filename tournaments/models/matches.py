"""Matches of two teams in a round, and who plays them for each team."""

from django.db import models
from django.db.models import F, Q


class Match(models.Model):
    """
    Two teams that meet in a round, at two tables with the same boards; without `other` the team `one` has a bye.

    At its first table a player of `one` takes in Sud against three of `other`, at the second one of `other` against
    three of `one`. `Table.match` says which tables these are; a match that waits for its line-ups has none.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="matches")
    round_number = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    # RESTRICT: a team goes with its tournament, and is not dissolved while it has matches.
    one = models.ForeignKey("Team", on_delete=models.RESTRICT, related_name="matches_as_one")
    other = models.ForeignKey("Team", null=True, on_delete=models.RESTRICT, related_name="matches_as_other")

    class Meta:
        ordering = ["round_number", "number"]
        constraints = [
            models.UniqueConstraint(
                name="match_number_is_unique_in_its_round", fields=["tournament", "round_number", "number"]
            ),
            models.UniqueConstraint(name="a_team_is_once_the_first_in_a_round", fields=["round_number", "one"]),
            models.UniqueConstraint(name="a_team_is_once_the_second_in_a_round", fields=["round_number", "other"]),
            models.CheckConstraint(name="a_team_meets_another_one", condition=Q(other=None) | ~Q(one=F("other"))),
            models.CheckConstraint(
                name="matches_and_their_rounds_count_from_1", condition=Q(number__gte=1, round_number__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} – {self.other or '…'}"

    @property
    def is_bye(self) -> bool:
        return self.other_id is None

    @property
    def team_ids(self) -> tuple[int, ...]:
        """The ids of its teams, `one` first; one id for a bye."""
        return (self.one_id,) if self.other_id is None else (self.one_id, self.other_id)

    @property
    def table_numbers(self) -> tuple[int, int]:
        """The numbers of its two tables in its round."""
        return 2 * self.number - 1, 2 * self.number


class SealedLineUp(models.Model):
    """
    Who plays a match for a team: the `taker` at one table, the three others in defence at the second one.

    Nobody reads it before both teams of its match have sealed theirs. `key` is the form's: sent twice, it is one.
    The journal says who sealed it.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="line_ups")
    team = models.ForeignKey("Team", on_delete=models.RESTRICT, related_name="line_ups")
    taker = models.ForeignKey("Registration", on_delete=models.RESTRICT, related_name="+")
    first = models.ForeignKey("Registration", on_delete=models.RESTRICT, related_name="+")
    second = models.ForeignKey("Registration", on_delete=models.RESTRICT, related_name="+")
    third = models.ForeignKey("Registration", on_delete=models.RESTRICT, related_name="+")
    key = models.UUIDField(unique=True)
    sealed_at = models.DateTimeField()

    class Meta:
        ordering = ["match", "team"]
        constraints = [
            models.UniqueConstraint(name="a_team_has_one_line_up_in_a_match", fields=["match", "team"]),
            models.CheckConstraint(
                name="a_line_up_has_four_different_players",
                condition=~Q(taker=F("first"))
                & ~Q(taker=F("second"))
                & ~Q(taker=F("third"))
                & ~Q(first=F("second"))
                & ~Q(first=F("third"))
                & ~Q(second=F("third")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}, {self.team}"

    @property
    def defence_ids(self) -> tuple[int, int, int]:
        return self.first_id, self.second_id, self.third_id

    @property
    def player_ids(self) -> tuple[int, ...]:
        """The ids of its four registrations, the taker first."""
        return (self.taker_id, *self.defence_ids)
