"""The pages of the site itself: the language, what every site has at its root, whether it works."""

import os
from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from django.views.i18n import set_language

from tarot_club.failures import is_full, was_full_lately
from tournaments.labels import JobState
from tournaments.models import Job
from tournaments.permissions import public
from tournaments.typefaces import FACES, web_font


@public
@csrf_exempt
def choose_language(request: HttpRequest) -> HttpResponse:
    """
    Keep the language chosen in a cookie and lead back to the page it was chosen on.

    No token: the page around the button is the same for everybody and holds none, and a stranger who made a visitor
    read English would have gained nothing.
    """
    return set_language(request)


# Behind these a visitor finds a login form.
FOR_PEOPLE_ALONE = ("admin", "api", "arbitrage", "comptes", "moi", "organisation")


@public
@require_safe
@cache_control(max_age=86_400, public=True)
def favicon(_request: HttpRequest) -> HttpResponse:
    """Lead the browsers that look here first to the icon."""
    return redirect(static("tarot_club/icon.svg"))


@public
@require_safe
@cache_control(max_age=86_400, public=True)
def robots(_request: HttpRequest) -> HttpResponse:
    """Say what is of no use to a search engine."""
    lines = ["User-agent: *", *(f"Disallow: /{folder}/" for folder in FOR_PEOPLE_ALONE)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@public
@require_safe
@cache_control(max_age=31_536_000, public=True, immutable=True)
def typeface(_request: HttpRequest, face: str) -> HttpResponse:
    """Return one face of the site's own letters; the address in the stylesheet changes when the face does."""
    if face not in FACES:
        raise Http404(face)
    return HttpResponse(web_font(face), content_type="font/woff2")


LATE = timedelta(minutes=1)


@public
@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """
    Say what works: 503 when the database does not, 507 when it cannot write for want of room, 200 otherwise.

    `reason` says which, `database_away` or `disk_full`. A site without its queue still shows standings and takes
    donnes, so it is not taken down for that; `late_jobs` are those that no worker took for a minute.
    """
    health: dict[str, Any] = {"database": True, "queue": _queue_answers(), "late_jobs": None}
    try:
        health["late_jobs"] = Job.objects.filter(state=JobState.QUEUED, asked_at__lt=timezone.now() - LATE).count()
    except DatabaseError as error:
        full = is_full(error)
        health |= {"database": False, "reason": "disk_full" if full else "database_away"}
        return JsonResponse(health, status=507 if full else 503)
    if was_full_lately():
        return JsonResponse(health | {"database": False, "reason": "disk_full"}, status=507)
    return JsonResponse(health)


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
