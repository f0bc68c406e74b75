"""
The only functions with which the scoring app writes in this one: the results of the tables, which are stored here.

A round that scoring sets aside keeps its tables, sheets and results, but they no longer count; put back, it counts as
before.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Account, BoardResult, Registration, Round, Seat, SeatResult, Table


@dataclass(frozen=True)
class BoardMark:
    """What a board brought the `hand` (0 to 3) that a player held there: whole points of the marque."""

    board: int
    hand: int
    points: int
    is_taker: bool = False


@dataclass(frozen=True)
class Result:
    """
    What a round brought one seat before penalties: whole points, and the number of donnes that they come from.

    `contracts` is how many of these donnes the player made as taker; None where no donnes are recorded. `boards` are
    the boards that he played, in duplicate; None in libre.
    """

    seat: Seat
    points: int
    donnes: int
    contracts: int | None = None
    boards: tuple[BoardMark, ...] | None = None


def set_results(results: Iterable[Result]) -> None:
    """Store the result of each seat in place of the old one. Called in the transaction that writes the line."""
    results = list(results)
    SeatResult.objects.bulk_create(
        [
            SeatResult(seat=result.seat, points=result.points, donnes=result.donnes, contracts=result.contracts)
            for result in results
        ],
        update_conflicts=True,
        unique_fields=["seat"],
        update_fields=["points", "donnes", "contracts"],
    )
    if in_duplicate := [result for result in results if result.boards is not None]:
        _set_boards(in_duplicate)


def _set_boards(results: Iterable[Result]) -> None:
    """Store what each board brought the seats of a table, in place of all that was stored of them."""
    boards = {(result.seat.pk, mark.board): mark for result in results for mark in result.boards or ()}
    numbers = {board for _seat, board in boards}
    stored = BoardResult.objects.filter(seat__in=[result.seat for result in results]).exclude(board__in=numbers)
    stored.filter(adjusted=None).delete()
    stored.update(points=None)
    BoardResult.objects.bulk_create(
        [
            BoardResult(seat_id=seat, board=board, hand=mark.hand, points=mark.points, is_taker=mark.is_taker)
            for (seat, board), mark in boards.items()
        ],
        update_conflicts=True,
        unique_fields=["seat", "board"],
        update_fields=["hand", "points", "is_taker"],
    )


def clear_results(seats: Iterable[Seat]) -> None:
    """Delete the results of these seats, when their sheet has no line in force any more."""
    seats = list(seats)
    SeatResult.objects.filter(seat__in=seats).delete()
    stored = BoardResult.objects.filter(seat__in=seats)
    stored.filter(adjusted=None).delete()
    stored.update(points=None)


def adjust_seats(*, round_: Round, registrations: Iterable[int], basis: str, points: int | None) -> None:
    """
    Put an adjusted score (its code `basis`, whole `points`) in place of a round's; the sheet's result stays stored.
    """
    Seat.objects.filter(round=round_, registration__in=registrations).update(adjusted=basis, adjusted_points=points)


def give_scores_back(*, round_: Round, registrations: Iterable[int]) -> None:
    """Remove the adjusted score of these players (registration ids) in a round: the sheet's result counts again."""
    adjust_seats(round_=round_, registrations=registrations, basis="", points=None)


def adjust_donnes(*, round_: Round, points: Mapping[int, int]) -> None:
    """Store, by registration id, the points that adjusted donnes add to each player's round: whole, may be negative."""
    for registration_id, more in points.items():
        Seat.objects.filter(round=round_, registration=registration_id).update(donne_adjustment=more)


def adjust_boards(*, table: Table, given: Mapping[tuple[int, int], int]) -> None:
    """
    Store what arbiters put in place of the results of a table's boards, by (registration id, board).

    Whole percent of what a board can bring, or points where the method knows no most. What is not given counts again.
    """
    stored = BoardResult.objects.filter(seat__table=table).exclude(adjusted=None)
    stored.filter(points=None).delete()
    stored.update(adjusted=None)
    seats = {seat.registration_id: seat for seat in table.seats.all()}
    for (registration, board), share in given.items():
        if (seat := seats.get(registration)) is not None:
            BoardResult.objects.update_or_create(
                seat=seat,
                board=board,
                defaults={"adjusted": share},
                create_defaults={"adjusted": share, "hand": seat.chair_index},
            )


def set_penalty_points(points: dict[int, int]) -> None:
    """Store, by registration id, the sum of the penalties in force: whole points, negative or zero."""
    for registration_id, total in points.items():
        Registration.objects.filter(pk=registration_id).update(penalty_points=total)


def set_aside(*, round_: Round, reason: str, by: Account, at: datetime) -> None:
    """
    Take a round out of its tournament without deleting anything, and store who did it, when and why.

    Called under the tournament's lock by the app that knows what was written in the round, and that logs this and
    raises the revision.
    """
    Round.objects.filter(pk=round_.pk).update(
        tournament=None,
        cancelled_from=round_.tournament_id,
        cancelled_at=at,
        cancelled_by=by,
        cancelled_by_name=str(by),
        cancel_reason=reason,
    )


def put_back(*, round_: Round) -> None:
    """
    Return a round that was set aside to its tournament, unchanged; only the journal says that it was cancelled.

    Called under the tournament's lock by the app that set it aside; that app refuses when the round's number is taken.
    """
    Round.objects.filter(pk=round_.pk).update(
        tournament=round_.cancelled_from_id,
        cancelled_from=None,
        cancelled_at=None,
        cancelled_by=None,
        cancelled_by_name="",
        cancel_reason="",
    )
