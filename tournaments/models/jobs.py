"""Background jobs and the documents they make."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.labels import JobKind, JobState
from tournaments.models.seasons import League

if TYPE_CHECKING:
    from tournaments.models.clubs import Club
    from tournaments.models.seasons import Season
    from tournaments.models.tournaments import Tournament


class Job(models.Model):
    """
    A background job. This row decides; a message of the broker only makes a worker read it.

    A worker claims it by a compare-and-set on `state`, writes its heartbeat while it works, and takes over rows with an
    old heartbeat. `about` names a part of a tournament, if each part may have its job (the sheets of one table).
    `wanted` is the request and `result` the result, both plain JSON; a draw has both in its `Draw`. `enough_asked` asks
    to stop with the best result so far; `best` is its number of repeats, while a draw searches.
    """

    kind = models.CharField(max_length=20, choices=JobKind.offered)
    tournament = models.ForeignKey("Tournament", null=True, on_delete=models.CASCADE, related_name="jobs")
    season = models.ForeignKey("Season", null=True, on_delete=models.CASCADE, related_name="jobs")
    whole_club = models.ForeignKey("Club", null=True, on_delete=models.CASCADE, related_name="jobs")
    about = models.CharField(max_length=40, blank=True)
    wanted = models.JSONField(default=dict)
    result = models.JSONField(null=True)
    state = models.CharField(max_length=12, choices=JobState.offered, default=JobState.QUEUED)
    percent = models.PositiveSmallIntegerField(default=0)
    best = models.PositiveIntegerField(null=True)
    message = models.TextField(blank=True)
    cancel_asked = models.BooleanField(default=False)
    enough_asked = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=60, blank=True)
    heartbeat_at = models.DateTimeField(null=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(name="jobs_by_state", fields=["state", "heartbeat_at"])]
        constraints = [
            models.UniqueConstraint(
                name="one_live_job_of_a_kind_for_a_tournament",
                fields=["kind", "tournament", "about"],
                condition=Q(state__in=[JobState.QUEUED, JobState.RUNNING], tournament__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_live_job_of_a_kind_for_a_season",
                fields=["kind", "season", "about"],
                condition=Q(state__in=[JobState.QUEUED, JobState.RUNNING], season__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_live_job_of_a_kind_for_a_club",
                fields=["kind", "whole_club"],
                condition=Q(state__in=[JobState.QUEUED, JobState.RUNNING], whole_club__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_live_backup",
                fields=["kind"],
                condition=Q(state__in=[JobState.QUEUED, JobState.RUNNING], kind=JobKind.BACKUP),
            ),
            models.CheckConstraint(name="job_percent_is_a_percentage", condition=Q(percent__range=(0, 100))),
            models.CheckConstraint(
                name="a_running_job_has_a_heartbeat",
                condition=~Q(state=JobState.RUNNING) | Q(heartbeat_at__isnull=False),
            ),
            models.CheckConstraint(
                name="an_ended_job_says_when",
                condition=Q(state__in=[JobState.QUEUED, JobState.RUNNING]) | Q(ended_at__isnull=False),
            ),
            models.CheckConstraint(name="job_state_is_known", condition=Q(state__in=JobState.values)),
            models.CheckConstraint(
                name="job_is_about_a_tournament_a_season_a_club_or_the_site",
                condition=Q(tournament__isnull=False, season__isnull=True, whole_club__isnull=True)
                | Q(tournament__isnull=True, season__isnull=False, whole_club__isnull=True)
                | Q(tournament__isnull=True, season__isnull=True, whole_club__isnull=False)
                | Q(tournament__isnull=True, season__isnull=True, whole_club__isnull=True, kind=JobKind.BACKUP),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.get_state_display()})"

    @property
    def of_tournament(self) -> "Tournament":
        """The tournament of the job; only for a job about a tournament."""
        assert self.tournament is not None
        return self.tournament

    @property
    def of_season(self) -> "Season":
        """The season of the job; only for a job about a season."""
        assert self.season is not None
        return self.season

    @property
    def club(self) -> "Club | None":
        """The club of the job, or of its tournament or season; None for a job about the site."""
        owner = self.tournament or self.season
        return owner.club if owner is not None else self.whole_club

    @property
    def league(self) -> "League | None":
        """The league that the job prints, where it names one; None once that is deleted. One query then."""
        if "league" not in self.wanted:
            return None
        return League.objects.select_related("season__club", "committee").filter(pk=self.wanted["league"]).first()

    @property
    def is_live(self) -> bool:
        """True if the job waits or runs."""
        return self.state in (JobState.QUEUED, JobState.RUNNING)


class Document(models.Model):
    """A PDF that a job made, stored in the database so that every web process and every backup has it."""

    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="document")
    tournament = models.ForeignKey("Tournament", null=True, on_delete=models.CASCADE, related_name="documents")
    season = models.ForeignKey("Season", null=True, on_delete=models.CASCADE, related_name="documents")
    title = models.CharField(max_length=200)
    filename = models.CharField(max_length=120)
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                name="document_is_about_a_tournament_or_a_season",
                condition=Q(tournament__isnull=False, season__isnull=True)
                | Q(tournament__isnull=True, season__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def club(self) -> "Club":
        """The club of the document's tournament or season."""
        if self.tournament is not None:
            return self.tournament.club
        assert self.season is not None
        return self.season.club
