"""What a visitor finds first: the clubs, and what is being played or was played lately."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, QuerySet

from tournaments.labels import TournamentState
from tournaments.models import Club, Tournament

SHOWN = 10
# An evening that was prepared and never opened leaves the front page after a day.
LATE = timedelta(days=1)


@dataclass(frozen=True)
class Front:
    """The front page: three short lists of tournaments and the clubs."""

    running: tuple[Tournament, ...]
    coming: tuple[Tournament, ...]
    finished: tuple[Tournament, ...]
    clubs: tuple[Club, ...]


def front(*, today: date) -> Front:
    """Return what the front page shows: four queries."""
    tournaments = with_entries(Tournament.objects.select_related("club"))
    return Front(
        running=tuple(tournaments.filter(state=TournamentState.RUNNING)[: 3 * SHOWN]),
        coming=tuple(
            tournaments.filter(state=TournamentState.PREPARING, date__gte=today - LATE).order_by("date", "pk")[:SHOWN]
        ),
        finished=tuple(tournaments.filter(state=TournamentState.FINISHED)[:SHOWN]),
        clubs=tuple(Club.objects.annotate(held=Count("tournaments")).order_by("name")),
    )


def with_entries(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate `entered`: how many are registered; the latest first (counting makes the models forget their order)."""
    return tournaments.annotate(entered=Count("registrations")).order_by("-date", "-pk")
