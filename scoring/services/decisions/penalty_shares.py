"""Writes on whom each penalty falls, and the sum of penalties of each player."""

from collections.abc import Iterable

from django.db.models import Q

from scoring.labels import PenaltyTarget, Sanction
from scoring.models import Penalty, PenaltyShare
from scoring.queries.desk.donne_scores import adjusted_at, shifts_at
from scoring.queries.desk.penalties import falls_on, penalty_points_of
from tournaments.models import Seat, Table, Tournament
from tournaments.services.results import adjust_boards, adjust_donnes, set_penalty_points


def spread_camp_penalties(*, tournament: Tournament, table: Table, number: int) -> None:
    """
    Share the penalties of a donne's camps again, because a corrected line may change who was in which camp. Recount the
    adjusted scores of donnes.

    It runs in the transaction of the line. When the camp no longer exists (the donne was annulled), its penalty stays
    and falls on nobody.
    """
    affected: set[int] = set()
    of_camps, of_scores = Q(target=PenaltyTarget.CAMP), Q(sanction=Sanction.DONNE_SCORE)
    about = tournament.penalties.filter(of_camps | of_scores, table=table, donne=number, cancelled_at=None)
    penalties = list(about.select_related("table"))
    for penalty in (each for each in penalties if each.target == PenaltyTarget.CAMP):
        affected |= set(penalty.shares.values_list("registration_id", flat=True))
        members = falls_on(penalty)
        share(penalty, members)
        affected |= set(members)
    if affected:
        tell_tournaments(affected)
    if any(penalty.sanction == Sanction.DONNE_SCORE for penalty in penalties):
        recount_donne_scores(table)


def recount_donne_scores(table: Table) -> None:
    """Store again by how much adjusted scores of donnes change a table's results; in duplicate, board by board."""
    if table.boards:
        adjust_boards(table=table, given=adjusted_at(table))
        return
    shifts = shifts_at(table)
    if any(shifts.values()) or Seat.objects.filter(table=table).exclude(donne_adjustment=0).exists():
        adjust_donnes(round_=table.round, points=shifts)


def share(penalty: Penalty, members: list[int]) -> None:
    """Make a penalty fall on these registrations."""
    penalty.shares.exclude(registration__in=members).delete()
    PenaltyShare.objects.bulk_create(
        [PenaltyShare(penalty=penalty, registration_id=member, points=penalty.points) for member in members],
        ignore_conflicts=True,
    )


def tell_tournaments(registration_ids: Iterable[int]) -> None:
    """Store the sum of the penalties in force for each of these registrations."""
    set_penalty_points(penalty_points_of(list(registration_ids)))
