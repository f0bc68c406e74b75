"""Rounds, tables and seats: places and results, changes made by hand, and the clock of a round."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _

from tournaments.labels import SEAT_LETTERS, SEAT_NAMES, SeatChangeKind, adjusted_choices
from tournaments.standings import Adjusted

if TYPE_CHECKING:
    from tournaments.models.tournaments import Tournament
from collections.abc import Sequence
from datetime import datetime, timedelta

# The condition that a seat has a result, or a score that an arbiter put in its place.
HAS_A_SCORE = Q(result__isnull=False) | ~Q(adjusted="") | ~Q(donne_adjustment=0)


def set_of(boards: range) -> int:
    """Return the number of a set of boards, from 1: the first has board 1, and all have as many boards."""
    return (boards.start - 1) // len(boards) + 1


class Round(models.Model):
    """
    One round of a tournament: every player has one table, or is exempt.

    A cancelled round keeps its tables, sheets and results; it has no `tournament`, so that queries do not count it;
    `cancelled_from` is then its former tournament. `draw` made the round; None if it was imported with its results.
    """

    tournament = models.ForeignKey("Tournament", null=True, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    published_at = models.DateTimeField()
    draw = models.ForeignKey("Draw", null=True, on_delete=models.PROTECT, related_name="rounds")
    cancelled_from = models.ForeignKey(
        "Tournament", null=True, on_delete=models.CASCADE, related_name="cancelled_rounds"
    )
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    cancelled_by_name = models.CharField(max_length=150, blank=True)
    cancelled_at = models.DateTimeField(null=True)
    cancel_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="round_number_is_unique", fields=["tournament", "number"]),
            models.CheckConstraint(name="round_numbers_begin_at_1", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="a_round_is_in_force_or_was_cancelled_with_a_reason",
                condition=Q(tournament__isnull=False, cancelled_from__isnull=True, cancelled_at__isnull=True)
                | Q(~Q(cancel_reason=""), tournament__isnull=True, cancelled_from__isnull=False)
                & Q(cancelled_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return _("position %(number)d") % {"number": self.number}

    @property
    def plays_trios(self) -> bool:
        """True in a tournament of teams of three, even if the round is cancelled."""
        tournament = self.tournament or self.cancelled_from
        return tournament is not None and tournament.plays_trios

    @property
    def of_tournament(self) -> "Tournament":
        """The tournament; only for a round that is not cancelled."""
        assert self.tournament is not None
        return self.tournament


class Table(models.Model):
    """
    A table of a round. Once `closed_at` is set, its sheet cannot change until it is reopened.

    `extra_minutes` is the time that it has more than the others in a timed round, `extra_reason` why. If an arbiter
    said that the table stops early, `stopped_after` is how many donnes its sheet has, with who, when and why; else
    None. `entry_version` is raised to revoke the codes that open this table's page on a phone. In duplicate the table
    plays the boards from `first_board` to `last_board`, and the donnes of its sheet have their numbers; else None.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    closed_at = models.DateTimeField(null=True, blank=True)
    entry_version = models.PositiveSmallIntegerField(default=1)
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    extra_reason = models.TextField(blank=True)
    first_board = models.PositiveSmallIntegerField(null=True, blank=True)
    last_board = models.PositiveSmallIntegerField(null=True, blank=True)
    match = models.ForeignKey("Match", null=True, blank=True, on_delete=models.RESTRICT, related_name="tables")
    stopped_after = models.PositiveSmallIntegerField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    stopped_by_name = models.CharField(max_length=150, blank=True, default="", db_default="")
    stop_reason = models.TextField(blank=True, default="", db_default="")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="table_number_is_unique_in_its_round", fields=["round", "number"]),
            models.CheckConstraint(name="table_numbers_begin_at_1", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="extra_minutes_have_a_reason",
                condition=Q(extra_minutes=0, extra_reason="") | Q(~Q(extra_reason=""), extra_minutes__range=(1, 120)),
            ),
            models.CheckConstraint(
                name="a_table_plays_boards_that_follow_each_other",
                condition=Q(first_board__isnull=True, last_board__isnull=True)
                | Q(first_board__gte=1, last_board__gte=F("first_board")),
            ),
            models.CheckConstraint(
                name="a_table_that_stops_says_when_and_why",
                condition=Q(stopped_after__isnull=True, stopped_at__isnull=True, stop_reason="")
                | Q(~Q(stop_reason=""), stopped_after__isnull=False, stopped_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return _("table %(number)d") % {"number": self.number}

    @property
    def boards(self) -> range:
        """The numbers of the boards that the table plays; empty in libre."""
        return range(0) if self.first_board is None else range(self.first_board, (self.last_board or 0) + 1)

    @property
    def board_set(self) -> int:
        """The number of its set where boards travel."""
        return set_of(self.boards)

    @property
    def is_taken_by_sud(self) -> bool:
        """True where who takes is prescribed, Sud: at a table of a match or of teams of three."""
        return self.match_id is not None or self.round.plays_trios

    @property
    def is_second_of_match(self) -> bool:
        """True for the second table of a match, which begins with the second half of the boards."""
        return self.match_id is not None and self.number % 2 == 0

    @property
    def halves(self) -> tuple[range, range]:
        """The boards before and after the half-time of a match, in the order in which this table plays them."""
        middle = self.boards.start + (len(self.boards) + 1) // 2
        first, second = range(self.boards.start, middle), range(middle, self.boards.stop)
        return (second, first) if self.is_second_of_match else (first, second)

    @property
    def board_order(self) -> Sequence[int]:
        """The numbers of its boards in the order in which it plays them."""
        return self.boards if self.match_id is None else [*self.halves[0], *self.halves[1]]


class Seat(models.Model):
    """
    A registration's place in a round.

    `chair` is the playing order (0 Sud, 1 Est, 2 Nord, 3 Ouest, 4 the fifth). Without a table the player is exempt in
    that round, or the round was imported from results without tables. `adjusted` is the code of how an arbiter replaced
    the sheet's score, `adjusted_points` the assigned score, if any; the result stays what the sheet gives.
    `donne_adjustment` are points that adjusted donnes add: whole, may be negative. Only `services.results` writes
    these.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="seats")
    chair = models.PositiveSmallIntegerField(null=True, blank=True)
    registration = models.ForeignKey("Registration", on_delete=models.PROTECT, related_name="seats")
    adjusted = models.CharField(max_length=10, blank=True, choices=adjusted_choices)
    adjusted_points = models.IntegerField(null=True, blank=True)
    donne_adjustment = models.IntegerField(default=0, db_default=0)

    class Meta:
        ordering = ["chair"]
        constraints = [
            models.UniqueConstraint(name="one_seat_a_round_for_a_player", fields=["round", "registration"]),
            models.UniqueConstraint(name="one_player_on_a_chair", fields=["table", "chair"]),
            models.CheckConstraint(
                name="an_assigned_score_is_a_number",
                condition=Q(adjusted=Adjusted.ASSIGNED.value, adjusted_points__isnull=False)
                | Q(adjusted__in=["", Adjusted.EVENT.value, Adjusted.OWN.value], adjusted_points__isnull=True),
            ),
            models.CheckConstraint(
                name="a_chair_belongs_to_a_table",
                condition=Q(table__isnull=True, chair__isnull=True) | Q(table__isnull=False, chair__range=(0, 4)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.registration}"

    @property
    def seated_at(self) -> Table:
        """The table; only for a player who is not exempt."""
        assert self.table is not None
        return self.table

    @property
    def chair_index(self) -> int:
        """The chair as an index from 0; only for a player who is not exempt."""
        assert self.chair is not None
        return self.chair

    @property
    def name(self) -> str:
        """The chair's name (Sud, Est, Nord, Ouest); "" if the player is exempt."""
        return "" if self.chair is None else str(SEAT_NAMES[self.chair])

    @property
    def letter(self) -> str:
        return "" if self.chair is None else str(SEAT_LETTERS[self.chair])


class SeatResult(models.Model):
    """
    What one round brought one player, before penalties: whole points.

    Only `services.results` writes it, in the transaction of the sheet's line; `manage.py check_results` recounts all
    from their sheets. `contracts` is how many contracts he made as taker; None if unknown: for balances, and for rounds
    played before it was counted.
    """

    seat = models.OneToOneField("Seat", on_delete=models.PROTECT, related_name="result")
    points = models.IntegerField()
    donnes = models.PositiveSmallIntegerField()
    contracts = models.PositiveSmallIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.seat}: {self.points:+d}"


class SeatChange(models.Model):
    """
    Two players exchanged in one round, or one replaced by another from a round on. It may be undone.

    It is deleted only with a registration that it made by mistake. An exchange is of `one` and `other` in round
    `number`; `round` is None once that round is drawn again, and the exchange no longer counts. A replacement gave the
    places of `one` to `other` from round `number` on; `other_was` is the former status or `waits` of `other`, empty if
    the replacement registered him. It `joined_team` if it took `other` into the team of `one`. `key` is made with the
    form: the same form sent twice is one change.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="seat_changes")
    kind = models.CharField(max_length=12, choices=SeatChangeKind.offered)
    number = models.PositiveSmallIntegerField()
    round = models.ForeignKey("Round", null=True, on_delete=models.SET_NULL, related_name="seat_changes")
    one = models.ForeignKey("Registration", on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey("Registration", on_delete=models.PROTECT, related_name="+")
    other_was = models.CharField(max_length=10, blank=True, default="")
    joined_team = models.BooleanField(default=False, db_default=False)
    reason = models.TextField()
    key = models.UUIDField(unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_by_name = models.CharField(max_length=150)
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    undone_by_name = models.CharField(max_length=150, blank=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(name="seat_change_kind_is_known", condition=Q(kind__in=SeatChangeKind.values)),
            models.CheckConstraint(name="two_different_players_change_places", condition=~Q(one=F("other"))),
            models.CheckConstraint(name="a_seat_change_says_why", condition=~Q(reason="")),
            models.CheckConstraint(name="seat_changes_are_of_a_round_from_1", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} : {self.one}, {self.other}"


class Clock(models.Model):
    """
    The time spent of a round: `spent` seconds before the last start, and the time since `running_since`.

    A stopped clock has no `running_since`. `called_at` is when the arbiter ended the time; the clock then stands until
    it is started again. The tournament's `minutes_per_round` says how long the round lasts.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    spent = models.PositiveIntegerField(default=0)
    running_since = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="a_clock_has_run_for_a_day_at_most", condition=Q(spent__range=(0, 86_400))),
            models.CheckConstraint(
                name="a_clock_does_not_run_once_time_is_called",
                condition=Q(called_at__isnull=True) | Q(running_since__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}"

    def spent_at(self, at: datetime) -> timedelta:
        """Return how much of the round's time has passed at this moment."""
        before = timedelta(seconds=self.spent)
        return before if self.running_since is None else before + max(timedelta(), at - self.running_since)
