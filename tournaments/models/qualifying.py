"""The rankings that lead to a final, and the players who do not come to it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club
from tournaments.models.committees import Committee
from tournaments.models.seasons import League
from tournaments.models.tournaments import Tournament
from tournaments.standings import Cut

MOST_PEOPLE = 1000  # of a cut
WHOLE = 100  # percent


def title_of(origin: League | Tournament) -> str:
    """Return the name of a ranking outside its season."""
    return f"{origin.name}, {origin.season.name}" if isinstance(origin, League) else origin.name


def holder_of(origin: League | Tournament) -> Club | Committee:
    """Return whose ranking it is: a club's, or a comité's."""
    return origin.holder if isinstance(origin, League) else origin.club


class Qualifying(models.Model):
    """
    A source of a final: the league, or the tournament, whose first players are qualified for it.

    A final that is played by teams takes whole teams, from tournaments of teams of the same size (`takes_teams`).
    A final may have several sources, in the order of `number`: who is qualified by one takes no place of a later one.
    Either the `first` so many are taken, or a `share` in percent, from the line `start` of the ranking on, and at most
    `club_most` of one club; `carried` is the part of their total, in percent, that they keep. See `Cut`. `final` is
    None while a league announces a final whose tournament is not chosen. `by_committee` is the row that the comité of a
    league announced; any other row of such a league is a club's, which takes players from it or offers to hold the
    final.
    """

    final = models.ForeignKey("Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="sources")
    number = models.PositiveSmallIntegerField(default=1)
    league = models.ForeignKey("League", null=True, blank=True, on_delete=models.CASCADE, related_name="qualifyings")
    source = models.ForeignKey(
        "Tournament", null=True, blank=True, on_delete=models.CASCADE, related_name="qualifyings"
    )
    first = models.PositiveSmallIntegerField(null=True, blank=True)
    share = models.PositiveSmallIntegerField(null=True, blank=True)
    club_most = models.PositiveSmallIntegerField(null=True, blank=True)
    carried = models.PositiveSmallIntegerField(default=0)
    start = models.PositiveSmallIntegerField(default=1, db_default=1)
    by_committee = models.BooleanField(default=False, db_default=False)

    step: int  # how far from a tournament, where `steps` has looked for it

    class Meta:
        ordering = ["final", "number", "pk"]
        constraints = [
            models.UniqueConstraint(name="a_league_leads_to_a_final_once", fields=["final", "league"]),
            models.UniqueConstraint(name="a_tournament_leads_to_a_final_once", fields=["final", "source"]),
            models.UniqueConstraint(
                name="a_league_announces_one_final", fields=["league"], condition=Q(final__isnull=True)
            ),
            models.UniqueConstraint(
                name="a_committee_announces_one_final_of_a_league", fields=["league"], condition=Q(by_committee=True)
            ),
            models.CheckConstraint(
                name="a_final_takes_from_a_league_or_a_tournament",
                condition=Q(league__isnull=False, source__isnull=True)
                | Q(league__isnull=True, source__isnull=False, final__isnull=False),
            ),
            models.CheckConstraint(
                name="no_tournament_leads_to_itself", condition=Q(source__isnull=True) | ~Q(source=models.F("final"))
            ),
            models.CheckConstraint(
                name="a_cut_is_a_number_or_a_share",
                condition=Q(first__isnull=False, first__range=(1, MOST_PEOPLE), share__isnull=True)
                | Q(first__isnull=True, share__isnull=False, share__range=(1, WHOLE)),
            ),
            models.CheckConstraint(
                name="a_club_sends_from_1_to_1000_players",
                condition=Q(club_most__isnull=True) | Q(club_most__range=(1, MOST_PEOPLE)),
            ),
            models.CheckConstraint(name="a_cut_starts_from_1_to_1000", condition=Q(start__range=(1, MOST_PEOPLE))),
            models.CheckConstraint(name="from_0_to_100_percent_is_carried", condition=Q(carried__range=(0, WHOLE))),
        ]

    def __str__(self) -> str:
        return f"{self.origin} → {self.final or '…'}"

    @property
    def origin(self) -> League | Tournament:
        """The league or the tournament whose players are qualified."""
        found = self.league or self.source
        assert found is not None  # a constraint
        return found

    @property
    def title(self) -> str:
        """The name of the tournament, or of the league with its season."""
        return title_of(self.origin)

    @property
    def takes_teams(self) -> bool:
        """True if whole teams are qualified: the final is played by teams."""
        return self.final is not None and self.final.has_teams

    @property
    def cut(self) -> Cut:
        return Cut(self.first, self.share, self.club_most, self.carried, self.start)


class Declined(models.Model):
    """
    A player, or a whole `team` of the source, who does not come to its final: the next one in the ranking goes.

    The `player` of a team is who spoke for it then. `by` is the account that noted it, None for his own word by a link
    (`is_own_word`), and for lines without an author.
    """

    qualifying = models.ForeignKey(Qualifying, on_delete=models.CASCADE, related_name="declined")
    player = models.ForeignKey("Player", on_delete=models.CASCADE, related_name="+")
    team = models.ForeignKey("Team", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    is_own_word = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                name="player_declines_a_final_once", fields=["qualifying", "player"], condition=Q(team=None)
            ),
            models.UniqueConstraint(name="team_declines_a_final_once", fields=["qualifying", "team"]),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.qualifying}"
