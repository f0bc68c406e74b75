"""A season and its leagues: their rule, their guest seasons, and publications."""

from datetime import date
from typing import NamedTuple

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.functional import cached_property

from tournaments.models.clubs import OLDEST, Club
from tournaments.models.committees import Committee
from tournaments.standings import LeagueRule, rule_of

MAIN = 1  # the number of the league that a season's page shows


def sum_of_all() -> dict[str, object]:
    """Return the default rule of a league, as JSON: all results are summed."""
    return LeagueRule().data


class Ages(NamedTuple):
    """
    The ages that give a player with a birth year his category; None where the season has no such age group.

    A player's age is the one he reaches in the year in which the season ends (`ends_on`): only his birth year is known.
    """

    ends_on: date | None = None
    youth_until: int | None = None
    veteran_from: int | None = None


class Season(models.Model):
    """
    The tournaments of a club between two dates, which its leagues add up. `Ages` explains the two ages.

    `imported_by` is the file of past results that made it.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=60)
    starts_on = models.DateField()
    ends_on = models.DateField()
    youth_until_age = models.PositiveSmallIntegerField(null=True, blank=True)
    veteran_from_age = models.PositiveSmallIntegerField(null=True, blank=True)
    imported_by = models.ForeignKey("Import", null=True, blank=True, on_delete=models.SET_NULL, related_name="seasons")

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.UniqueConstraint(name="season_name_is_unique_in_its_club", fields=["club", "name"]),
            models.CheckConstraint(name="season_ends_after_it_starts", condition=Q(ends_on__gte=F("starts_on"))),
            models.CheckConstraint(
                name="young_people_have_an_age",
                condition=Q(youth_until_age__isnull=True) | Q(youth_until_age__range=(1, OLDEST)),
            ),
            models.CheckConstraint(
                name="veterans_have_an_age",
                condition=Q(veteran_from_age__isnull=True) | Q(veteran_from_age__range=(1, OLDEST)),
            ),
            models.CheckConstraint(
                name="nobody_is_young_and_a_veteran",
                condition=Q(youth_until_age__isnull=True)
                | Q(veteran_from_age__isnull=True)
                | Q(youth_until_age__lt=F("veteran_from_age")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def main_league(self) -> "League":
        """The league that the season's page shows; every season has one."""
        return next(iter(self.leagues.all()))

    @property
    def ages(self) -> Ages:
        return Ages(self.ends_on, self.youth_until_age, self.veteran_from_age)


class League(models.Model):
    """
    A league of a season: its tournaments under one `rule`, JSON that `standings.rule_of` reads.

    A season has at least one; its page shows the one with the lowest `number`. `series` limits it to the evenings of
    one series. `revision` is raised when the league itself changes; its tournaments have their own. Its final is a
    `Qualifying` row. A league of a `committee` has its days from the season in which it is put, and counts no evening
    without a `LeagueGuest`, of that season's club neither: the comité's responsible writes its rule.
    """

    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="leagues")
    number = models.PositiveSmallIntegerField(default=MAIN)
    name = models.CharField(max_length=60)
    rule = models.JSONField(default=sum_of_all)
    series = models.ForeignKey("Series", null=True, blank=True, on_delete=models.RESTRICT, related_name="leagues")
    revision = models.PositiveIntegerField(default=1)
    committee = models.ForeignKey(
        "Committee", null=True, blank=True, on_delete=models.PROTECT, related_name="leagues", editable=False
    )

    class Meta:
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(name="league_number_is_unique_in_its_season", fields=["season", "number"]),
            models.UniqueConstraint(
                name="league_name_is_unique_in_its_season", fields=["season", "name"], condition=Q(committee=None)
            ),
            models.UniqueConstraint(
                name="league_of_a_committee_is_named_once_in_a_season", fields=["season", "committee", "name"]
            ),
            models.CheckConstraint(
                name="a_season_shows_a_league_of_its_club", condition=Q(committee=None) | Q(number__gt=MAIN)
            ),
            models.CheckConstraint(name="league_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(name="leagues_are_numbered_from_1", condition=Q(number__gte=MAIN)),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the league's page; for the main league, the season's page."""
        if self.is_main:
            return reverse("season", kwargs={"season_id": self.season_id})
        return reverse("league", kwargs={"league_id": self.pk})

    @property
    def is_main(self) -> bool:
        """True if the season's page shows this league."""
        return self.number == MAIN

    @property
    def title(self) -> str:
        """The name outside its season; for the main league, the season's name only."""
        return self.season.name if self.is_main else f"{self.name}, {self.season.name}"

    @property
    def club(self) -> Club:
        return self.season.club

    @property
    def holder(self) -> "Club | Committee":
        """Whose league it is: who writes its rule, and says which clubs it invites."""
        return self.committee or self.season.club

    @property
    def ranking_rule(self) -> LeagueRule:
        return rule_of(self.rule)

    @property
    def last_day(self) -> date:
        """The last day on which an evening may count: of the season, or of the term that the rule counts."""
        return self.ranking_rule.ends_on or self.season.ends_on


class LeagueGuest(models.Model):
    """
    Another club's season whose evenings count in a league too, once that club agreed (`agreed_at`).

    In a comité's league this holds for each club, the one of the league's season too.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="guests")
    season = models.ForeignKey("Season", on_delete=models.CASCADE, related_name="invitations")
    agreed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="season_is_once_in_a_league", fields=["league", "season"])]

    def __str__(self) -> str:
        return f"{self.season} → {self.league}"


class LeaguePublication(models.Model):
    """
    A league as it was published; later corrections do not change it.

    `events` is how many evenings counted under `rule`, JSON like the league's.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="publications")
    at = models.DateTimeField()
    rule = models.JSONField()
    events = models.PositiveSmallIntegerField()
    is_provisional = models.BooleanField(default=False)
    key = models.UUIDField(null=True, unique=True, editable=False)  # of the form; none before it had one

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.CheckConstraint(name="publication_counts_an_evening", condition=Q(events__gte=1))]

    def __str__(self) -> str:
        return f"{self.league} {self.at:%d/%m/%Y}"


class PublishedLine(models.Model):
    """
    A player's line in a published league, or a team's; `place` is None if he was out of its ranking.

    His name is read when the line is shown, so that withdrawn consents and erasures hold here too. A team's line has
    its `name` of that day, and `player` is who spoke for it.
    """

    publication = models.ForeignKey(LeaguePublication, on_delete=models.CASCADE, related_name="lines")
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=60, blank=True, default="", db_default="")
    number = models.PositiveIntegerField()  # its order
    place = models.PositiveIntegerField(null=True)
    shared = models.BooleanField()
    played = models.PositiveSmallIntegerField()
    total = models.DecimalField(max_digits=12, decimal_places=3)

    class Meta:
        ordering = ["publication", "number"]
        constraints = [
            models.UniqueConstraint(name="published_lines_have_an_order", fields=["publication", "number"]),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.name or self.player}"

    @property
    def key(self) -> int:
        """What the address of a line on its page knows it by."""
        return self.number if self.name else self.player_id
