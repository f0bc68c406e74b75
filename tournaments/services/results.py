"""
The only way by which the scoring app writes in this one: it gives the results of the tables, which are stored here.

A round that scoring sets aside keeps its tables, its sheets and its results unchanged, but they no longer count; put
back, it counts as before.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Account, Registration, Round, Seat, SeatResult


@dataclass(frozen=True)
class Result:
    """
    What a round brought one seat, before penalties: whole points, and how many donnes they come from.

    `contracts` is how many of them he made as the taker; None where there are no donnes to tell.
    """

    seat: Seat
    points: int
    donnes: int
    contracts: int | None = None


def set_results(results: Iterable[Result]) -> None:
    """Store the result of each seat, replacing the old one. Called in the transaction of the line that changes it."""
    SeatResult.objects.bulk_create(
        [
            SeatResult(seat=result.seat, points=result.points, donnes=result.donnes, contracts=result.contracts)
            for result in results
        ],
        update_conflicts=True,
        unique_fields=["seat"],
        update_fields=["points", "donnes", "contracts"],
    )


def clear_results(seats: Iterable[Seat]) -> None:
    """Delete the results of these seats: their sheet has no current line left."""
    SeatResult.objects.filter(seat__in=seats).delete()


def adjust_seats(*, round_: Round, registrations: Iterable[int], basis: str, points: int | None) -> None:
    """Put a score in place of what a round brings these players; their results stay what the sheet gives."""
    Seat.objects.filter(round=round_, registration__in=registrations).update(adjusted=basis, adjusted_points=points)


def give_scores_back(*, round_: Round, registrations: Iterable[int]) -> None:
    """Let the score of the sheet count again for these players of a round."""
    adjust_seats(round_=round_, registrations=registrations, basis="", points=None)


def adjust_donnes(*, round_: Round, points: Mapping[int, int]) -> None:
    """Store how many points more these players have in a round by adjusted scores of donnes, by registration id."""
    for registration_id, more in points.items():
        Seat.objects.filter(round=round_, registration=registration_id).update(donne_adjustment=more)


def set_penalty_points(points: dict[int, int]) -> None:
    """Store the sum of the penalties in force by registration id. Whole points, negative or zero."""
    for registration_id, total in points.items():
        Registration.objects.filter(pk=registration_id).update(penalty_points=total)


def set_aside(*, round_: Round, reason: str, by: Account, at: datetime) -> None:
    """
    Take a round out of its tournament and keep it whole, noting by whom, when and why.

    Called under the tournament's lock by the app that knows what was written in the round, which logs it and raises
    the revision.
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
    Make a round that was set aside one of its tournament again, as it was; the journal keeps that it was cancelled.

    Called under the tournament's lock by the app that set it aside, which refuses when its number is taken.
    """
    Round.objects.filter(pk=round_.pk).update(
        tournament=round_.cancelled_from_id,
        cancelled_from=None,
        cancelled_at=None,
        cancelled_by=None,
        cancelled_by_name="",
        cancel_reason="",
    )
