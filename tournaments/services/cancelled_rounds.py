"""
A round set aside: with its tables, its sheets and its results, none of them changed, none counted any more. Put back,
it counts as before.
"""

from datetime import datetime

from tournaments.models import Account, Round


def set_aside(*, round_: Round, reason: str, by: Account, at: datetime) -> None:
    """
    Take a round out of its tournament and keep it whole, with who, when and why.

    Called under the tournament's lock by the app that knows what was written in the round, which notes it and raises
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
