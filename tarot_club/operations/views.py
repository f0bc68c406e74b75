"""Pages about the site's state: alive, ready, well; for monitoring programs, and in words for the administrator."""

from hmac import compare_digest
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tarot_club.failures import is_full, was_full_lately
from tarot_club.operations.health import facts, late_jobs, queue_answers
from tournaments.permissions import Action, MemberRequest, public, requires


@public
@never_cache
@require_safe
def alive(_request: HttpRequest) -> HttpResponse:
    """Answer without reading anything. A process that does not answer must be restarted, whatever the database does."""
    return HttpResponse("ok\n", content_type="text/plain")


@public
@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """
    Answer 503 when the database does not work, 507 when the disk is full, 200 otherwise.

    `reason` is `database_away` or `disk_full`. A site without its queue still shows standings and takes donnes, so it
    is not reported as down; `late_jobs` is how many jobs have waited more than a minute for a worker.
    """
    health: dict[str, Any] = {"database": True, "queue": queue_answers(), "late_jobs": None}
    try:
        health["late_jobs"] = late_jobs(timezone.now())
    except DatabaseError as error:
        full = is_full(error)
        health |= {"database": False, "reason": "disk_full" if full else "database_away"}
        return JsonResponse(health, status=507 if full else 503)
    if was_full_lately():
        return JsonResponse(health | {"database": False, "reason": "disk_full"}, status=507)
    return JsonResponse(health)


@require_safe
@requires(Action.RUN_SITE)
def site_health(request: MemberRequest) -> HttpResponse:
    """Show in words whether the site is well, and what to do when it is not."""
    all_facts = facts(at=timezone.now())
    return render(
        request, "site_health.html", {"facts": all_facts, "ill": [fact for fact in all_facts if not fact.is_well]}
    )


@public
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Send the figures to a client with METRICS_TOKEN; to nobody when that setting is empty."""
    sent = request.headers.get("Authorization", "").encode()
    if not settings.METRICS_TOKEN or not compare_digest(sent, f"Bearer {settings.METRICS_TOKEN}".encode()):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    from tarot_club.operations.metrics import figures  # where figures are asked for only

    return HttpResponse(figures(), content_type="text/plain; version=0.0.4; charset=utf-8")
