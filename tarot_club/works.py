"""The background jobs of the site as a whole."""

from tarot_club.backups import scheduled
from tournaments.labels import JobKind
from tournaments.tasks import WORKS

WORKS[JobKind.BACKUP] = scheduled.make
