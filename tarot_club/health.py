"""`/sante/`: whether this site can work, for the machines that watch it."""

import os
from datetime import timedelta

import redis
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
_redis = redis.Redis.from_url(
    settings.REDIS_URL or "redis://", socket_connect_timeout=1, socket_timeout=1, retry=None, decode_responses=True
)


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
    try:
        return bool(_redis.ping())
    except redis.RedisError:
        return False
