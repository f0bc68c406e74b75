"""The incident book of a tournament."""

from django.db.models import Prefetch, QuerySet

from scoring.models import Incident, IncidentPlayer
from tournaments.models import Tournament


def incidents_of(tournament: Tournament) -> QuerySet[Incident]:
    """Return the incidents of a tournament, cancelled ones too, the latest first, with who they are about."""
    players = IncidentPlayer.objects.select_related("registration__player")
    return (
        tournament.incidents.select_related("table__round", "cancelled_by")
        .prefetch_related(Prefetch("players", queryset=players))
        .order_by("-pk")
    )
