"""The penalties of a tournament and of a table, with whom they fall on."""

from django.db.models import Prefetch, QuerySet

from scoring.models import Penalty, PenaltyShare
from tournaments.models import Table


def with_members(penalties: QuerySet[Penalty]) -> QuerySet[Penalty]:
    """Return penalties ready to be told: their fault, their player, and everyone they fall on."""
    shares = PenaltyShare.objects.select_related("registration__player").order_by("registration__start_number")
    return penalties.select_related("kind", "registration__player").prefetch_related(
        Prefetch("shares", queryset=shares)
    )


def penalties_at(table: Table) -> QuerySet[Penalty]:
    """Return the penalties that concern a table, in force and taken back, oldest first."""
    return with_members(Penalty.objects.filter(table=table)).order_by("pk")
