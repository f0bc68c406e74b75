"""
The background work of this app: sheets on paper.

Every worker loads this module at its start. Whoever asks for such work takes `wake` from here, so that the work is
known in his process too, where it may be done at once (`CELERY_TASK_ALWAYS_EAGER`).
"""

from scoring.documents.sheets import make_sheets_document
from tournaments.labels import JobKind
from tournaments.tasks import WORKS, wake

WORKS[JobKind.SHEETS] = make_sheets_document

__all__ = ["wake"]
