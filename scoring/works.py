"""The jobs of this app that make no document."""

from scoring.services.sheets.results import recount_season
from tournaments.labels import JobKind
from tournaments.tasks import WORKS

WORKS[JobKind.RECOUNT] = recount_season
