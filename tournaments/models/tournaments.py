"""Tournaments and who is registered in them."""

from django.db import models
from django.db.models import Q

from tournaments.labels import (
    OFFICIAL_BAREME,
    Keeps,
    Pace,
    Status,
    TournamentState,
    bareme_label,
    remainders,
    table_sizes,
    values_of,
)
from tournaments.seating import Remainder


class Tournament(models.Model):
    """
    One event: an evening of a club or a concours.

    `revision` is raised by everything that changes what the public sees: ETags and polls hang on it.
    `bareme` is the code of the edition it is played by, kept for ever; `bareme_name` is what people call it when it is
    the club's own, and empty when it is official.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="tournaments")
    season = models.ForeignKey("Season", null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=100)
    date = models.DateField()
    table_size = models.PositiveSmallIntegerField(choices=table_sizes, default=4)
    remainder = models.CharField(max_length=10, choices=remainders, default=Remainder.EXEMPT)
    bareme = models.CharField(max_length=40, default=OFFICIAL_BAREME)
    bareme_name = models.CharField(max_length=80, blank=True)
    rounds_planned = models.PositiveSmallIntegerField(default=5)
    pace = models.CharField(max_length=10, choices=Pace.offered, default=Pace.DONNES)
    donnes_per_round = models.PositiveSmallIntegerField(null=True, blank=True, default=4)
    minutes_per_round = models.PositiveSmallIntegerField(null=True, blank=True)
    keeps = models.CharField(max_length=10, choices=Keeps.offered, default=Keeps.DONNES)
    void_donnes_count = models.BooleanField(default=False)
    seed = models.PositiveIntegerField(default=1)
    state = models.CharField(max_length=12, choices=TournamentState.offered, default=TournamentState.PREPARING)
    revision = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(name="tournament_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(name="tables_are_of_3_4_or_5", condition=Q(table_size__in=[3, 4, 5])),
            models.CheckConstraint(name="tournament_state_is_known", condition=Q(state__in=TournamentState.values)),
            models.CheckConstraint(name="remainder_is_known", condition=Q(remainder__in=values_of(Remainder))),
            models.CheckConstraint(name="sheet_kind_is_known", condition=Q(keeps__in=Keeps.values)),
            models.CheckConstraint(name="from_1_to_30_rounds", condition=Q(rounds_planned__range=(1, 30))),
            models.CheckConstraint(
                name="a_round_has_its_donnes_or_its_minutes",
                condition=Q(pace=Pace.DONNES, donnes_per_round__range=(1, 60), minutes_per_round__isnull=True)
                # A concours whose results came from a file may not say how long it was.
                | Q(Q(minutes_per_round__range=(1, 600)) | Q(minutes_per_round__isnull=True))
                & Q(pace=Pace.MINUTES, donnes_per_round__isnull=True),
            ),
            models.CheckConstraint(
                name="a_bareme_of_the_club_is_named",
                condition=Q(~Q(bareme_name=""), bareme__startswith="club-")
                | Q(~Q(bareme__startswith="club-"), bareme_name=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def bareme_label(self) -> str:
        """Return the name of the barème as people read it: the club's own name for it, or the règlement's."""
        return self.bareme_name or bareme_label(self.bareme)

    @property
    def is_finished(self) -> bool:
        """Whether its standings are final: nothing of it changes any more."""
        return self.state == TournamentState.FINISHED


class Registration(models.Model):
    """
    A player entered in a tournament under a start number.

    `penalty_points` is the sum of the penalties in force, kept here by the scoring app through
    `services.results`, so that a standings page needs no knowledge of penalties.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="registrations")
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="registrations")
    start_number = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status.offered, default=Status.REGISTERED)
    penalty_points = models.IntegerField(default=0)

    class Meta:
        ordering = ["start_number"]
        constraints = [
            models.UniqueConstraint(name="player_registers_once", fields=["tournament", "player"]),
            models.UniqueConstraint(name="start_number_is_unique", fields=["tournament", "start_number"]),
            models.CheckConstraint(name="penalties_never_add_points", condition=Q(penalty_points__lte=0)),
            models.CheckConstraint(name="start_numbers_begin_at_1", condition=Q(start_number__gte=1)),
            models.CheckConstraint(name="registration_status_is_known", condition=Q(status__in=Status.values)),
        ]

    def __str__(self) -> str:
        return f"n° {self.start_number} {self.player}"
