"""`/sante/`: whether this site can work, for the machines that watch it."""

import os
from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.labels import JobState
from tournaments.models import Job
from tournaments.permissions import public

LATE = timedelta(minutes=1)


@public
@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """
    Say what works: 503 when the database does not, 200 otherwise.

    A site without its queue still shows standings and takes donnes, so it is not taken down for that; `late_jobs` are
    those that no worker took for a minute.
    """
    try:
        late = Job.objects.filter(state=JobState.QUEUED, asked_at__lt=timezone.now() - LATE).count()
    except DatabaseError:
        return JsonResponse({"database": False, "queue": _queue_answers(), "late_jobs": None}, status=503)
    return JsonResponse({"database": True, "queue": _queue_answers(), "late_jobs": late})


def _queue_answers() -> bool:
    if not settings.REDIS_URL:
        return os.access(settings.QUEUE_DIR, os.W_OK)
    import redis  # a hall's laptop has none, and waits for this at every start

    try:
        return bool(_client(settings.REDIS_URL).ping())
    except redis.RedisError:
        return False


@cache
def _client(url: str) -> Any:
    """Return the one client of this process: its pool of connections is kept between two questions."""
    import redis  # as above

    return redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1, retry=None, decode_responses=True)
