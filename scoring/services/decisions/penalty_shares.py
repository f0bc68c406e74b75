"""On whom a penalty falls, written; and each player's sum."""

from collections.abc import Iterable

from scoring.labels import PenaltyTarget
from scoring.models import Penalty, PenaltyShare
from scoring.queries.desk.penalties import falls_on, penalty_points_of
from tournaments.models import Table, Tournament
from tournaments.services.results import set_penalty_points


def spread_camp_penalties(*, tournament: Tournament, table: Table, number: int) -> None:
    """
    Share the penalties of a donne's camps again: a corrected line may have changed who was in which camp.

    Runs inside the transaction of the line. A camp that no longer exists (the donne was annulled) keeps its penalty,
    which then falls on nobody.
    """
    affected: set[int] = set()
    for penalty in tournament.penalties.filter(
        target=PenaltyTarget.CAMP, table=table, donne=number, cancelled_at=None
    ).select_related("table"):
        affected |= set(penalty.shares.values_list("registration_id", flat=True))
        members = falls_on(penalty)
        share(penalty, members)
        affected |= set(members)
    if affected:
        tell_tournaments(affected)


def share(penalty: Penalty, members: list[int]) -> None:
    """Make these registrations the ones a penalty falls on."""
    penalty.shares.exclude(registration__in=members).delete()
    PenaltyShare.objects.bulk_create(
        [PenaltyShare(penalty=penalty, registration_id=member, points=penalty.points) for member in members],
        ignore_conflicts=True,
    )


def tell_tournaments(registration_ids: Iterable[int]) -> None:
    """Store the sum of the penalties in force of these players."""
    set_penalty_points(penalty_points_of(list(registration_ids)))
