"""The background jobs of this app that make no document."""

from scoring.services.sheets.results import recount
from tournaments.labels import JobKind
from tournaments.tasks import WORKS

WORKS[JobKind.RECOUNT] = recount
