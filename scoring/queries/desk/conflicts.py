"""Donnes that came in two versions or too late, and wait for an arbiter."""

from django.db.models import Prefetch, QuerySet

from scoring.models import Conflict, SheetLine
from tournaments.models import Seat, Table, Tournament


def waiting_at(table: Table) -> list[Conflict]:
    """Return the donnes in two versions of a table that no arbiter has settled, by number of donne."""
    return list(Conflict.objects.filter(table=table, settled_at=None))


def conflicts_of(tournament: Tournament) -> QuerySet[Conflict]:
    """Return a tournament's donnes in two versions, each with its seats by chair and its current lines loaded."""
    conflicts = Conflict.objects.filter(table__round__tournament=tournament).select_related("table__round")
    lines = SheetLine.objects.filter(current=True).select_related("taker", "partner", "sits_out")
    seats = Prefetch("table__seats", Seat.objects.order_by("chair"))
    return conflicts.prefetch_related(seats, Prefetch("table__lines", lines)).order_by("pk")
