"""The donnes that came in two versions, or too late, and wait for an arbiter."""

from scoring.models import Conflict
from tournaments.models import Table


def waiting_at(table: Table) -> list[Conflict]:
    """Return what no arbiter has settled at a table, by number of donne."""
    return list(Conflict.objects.filter(table=table, settled_at=None))
