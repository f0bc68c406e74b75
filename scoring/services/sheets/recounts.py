"""The evenings of a season counted again from their sheets, by a job."""

from typing import Any

from scoring.services.sheets.results import differences, figures_of
from tournaments.models import Job, Tournament
from tournaments.queries.standings.leagues import events_of
from tournaments.seating import Monitor

MOST_TOLD = 20  # sentences


def recount_season(job: Job, monitor: Monitor) -> dict[str, Any]:
    """
    Compare every figure of the evenings that count in the leagues of a season with its sheet.

    Return `{"evenings", "figures", "wrong"}`: how many of each, and the first sentences about what differs. It changes
    nothing: a figure that differs is for somebody to look at. Raises Cancelled when somebody stops it.
    """
    counted = {pk for league in job.of_season.leagues.all() for pk in events_of(league).values_list("pk", flat=True)}
    figures, wrong = 0, list[str]()
    evenings = list(Tournament.objects.filter(pk__in=counted).order_by("date", "pk"))
    for done, evening in enumerate(evenings, 1):
        figures += figures_of(evening)
        wrong += differences(evening)
        monitor.report(done * 100 // len(evenings))
    return {"evenings": len(evenings), "figures": figures, "wrong": wrong[:MOST_TOLD]}
