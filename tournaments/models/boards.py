"""Duplicate: the étuis that a club made up, and what each seat brought on each board."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.cancelling import Cancellable


class BoardDeal(models.Model):
    """
    Étuis numbered from 1 as they are dealt once: one tournament plays them, or several at the same time.

    `seed` gives every hand (`scoring.cards.boards`), so it is as secret as they are; None where the tables deal.
    `keeps_petit_sec`: a hand with a petit sec was not dealt again.
    """

    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="board_deals")
    seed = models.PositiveBigIntegerField(null=True, blank=True)
    keeps_petit_sec = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"étuis {self.pk}"


class BoardResult(models.Model):
    """
    What a board brought one seat at a table, in whole points of the marque: what the comparison counts from.

    `hand` is the hand that the player held, 0 for the one that is Sud's where the étui lies right. `adjusted` is what
    an arbiter put in place of the result: whole percent of what the board can bring, points where no most is known.
    `points` are None where there is only that. Only `services.results` writes it, with the result of the seat;
    `manage.py check_results` recounts it from the sheet.
    """

    seat = models.ForeignKey("Seat", on_delete=models.PROTECT, related_name="board_results")
    board = models.PositiveSmallIntegerField()
    hand = models.PositiveSmallIntegerField()
    points = models.IntegerField(null=True)
    adjusted = models.SmallIntegerField(null=True)
    is_taker = models.BooleanField(default=False)

    class Meta:
        ordering = ["board", "seat"]
        constraints = [
            models.UniqueConstraint(name="one_result_of_a_board_for_a_seat", fields=["seat", "board"]),
            models.CheckConstraint(name="boards_are_numbered_from_1", condition=Q(board__gte=1)),
            models.CheckConstraint(name="a_board_has_four_hands", condition=Q(hand__range=(0, 3))),
            models.CheckConstraint(
                name="a_board_has_a_result_or_an_adjusted_one",
                condition=Q(points__isnull=False) | Q(adjusted__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}, étui {self.board}"


class FouledBoard(Cancellable):
    """
    A ruling: the hands of a board were changed in its étui, and its `tables` played it with these other hands.

    Their results are compared among themselves, those of the other tables without them. Another ruling of the same
    board is about another change: no table is in two of them.
    """

    key = models.UUIDField(unique=True)  # made where its form is shown: the same form sent twice is one ruling
    tournament = models.ForeignKey("Tournament", on_delete=models.CASCADE, related_name="fouled_boards")
    board = models.PositiveSmallIntegerField()
    reason = models.TextField()
    ruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    ruled_by_name = models.CharField(max_length=150)
    ruled_at = models.DateTimeField()

    class Meta:
        ordering = ["board", "pk"]
        constraints = [
            models.CheckConstraint(name="fouled_boards_are_numbered_from_1", condition=Q(board__gte=1)),
            models.CheckConstraint(name="a_fouled_board_says_why", condition=~Q(reason="")),
            models.CheckConstraint(
                name="a_fouled_board_taken_back_says_why", condition=Q(cancelled_at__isnull=True) | ~Q(cancel_reason="")
            ),
        ]

    def __str__(self) -> str:
        return f"étui {self.board}, mains changées"

    @property
    def numbers(self) -> str:
        """The numbers of its tables, with commas."""
        return ", ".join(str(fouled.table.number) for fouled in self.tables.all())


class FouledTable(models.Model):
    """A table that played a board with the hands as they were changed."""

    fouled = models.ForeignKey(FouledBoard, on_delete=models.CASCADE, related_name="tables")
    table = models.ForeignKey("Table", on_delete=models.CASCADE, related_name="fouled")

    class Meta:
        ordering = ["table__number"]
        constraints = [
            models.UniqueConstraint(name="a_table_is_once_in_a_fouled_board", fields=["fouled", "table"]),
        ]

    def __str__(self) -> str:
        return f"{self.fouled}, {self.table}"
