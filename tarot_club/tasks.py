"""The tasks of workers for the site as a whole."""

import logging

from celery import shared_task
from django.db import connections
from django.utils import timezone

from tarot_club.backups import scheduled
from tournaments.services.clubs.site import note_worker
from tournaments.services.privacy.leftovers import empty_after_erasures

logger = logging.getLogger(__name__)


@shared_task(name="tarot_club.look_after_site")
def look_after_site(*, backs_up: bool = True) -> None:
    """Every minute: note that a worker runs, empty the log after an erasure, ask for a backup when one is due."""
    try:
        at = timezone.now()
        note_worker(at=at)
        empty_after_erasures()
        if backs_up:
            scheduled.ask_if_due(at=at)
    except Exception:
        logger.exception("looking after the site failed; trying again in a minute")
    finally:
        connections.close_all()  # called from the thread of the worker's timer
